import { startPractice } from '../../../practice/server.mjs';
import type { ExportFormat } from '../../../src/core/formats/export-formats.ts';
import type { App } from '../../launch.mjs';
import { launchWayscribe } from '../../launch.mjs';
import { generatePage } from './generate-page.ts';
import type { ExportFigures } from './measure-export.ts';
import { MEASURED_FORMATS, measureExport, storeLongDemonstration } from './measure-export.ts';
import type { LongFigures } from './measure-long.ts';
import { measureLong } from './measure-long.ts';
import type { MutationFigures } from './measure-mutations.ts';
import { makeChurnPage, measureMutations } from './measure-mutations.ts';
import type { SessionFigures } from './measure-session.ts';
import { measureSession } from './measure-session.ts';
import type { PageKind, ShotFigures } from './measure-shots.ts';
import { makeShotPage, measureShots, PAGE_KINDS } from './measure-shots.ts';
import type { Recorder } from './open-recorder.ts';
import { openRecorder } from './open-recorder.ts';
import { servePages } from './serve-pages.ts';

export interface RecordedFigures {
  mutations: MutationFigures;
  session: SessionFigures;
  shots: Record<PageKind, ShotFigures>;
  long: LongFigures;
  export: Partial<Record<ExportFormat, ExportFigures>>;
  /** Uncaught errors in any of Wayscribe's contexts. */
  errors: string[];
}

export interface WayscribeBench {
  dist: string;
  storeScript: string;
  /** A profile folder; each export starts a new browser with it. */
  profile: string;
  turns: number;
  exportMb: number;
}

const MUTATION_ROUNDS = 3;
const SESSION_TURNS = 30;
const CLICKS = 15;
const LONG_PAGE_ELEMENTS = 1000;

/** All that needs the real extension: it records, and what it kept is looked at. */
export async function measureInWayscribe(bench: WayscribeBench): Promise<RecordedFigures> {
  const { dist, profile, storeScript, exportMb } = bench;
  const errors: string[] = [];
  const first = await launchWayscribe({ dist, profile, hermetic: true });
  const { figures, demonstration } = await closing(first, errors, async () => {
    const { id, figures: recorded } = await record(first, bench);
    const stored = await storeLongDemonstration(first, storeScript, id, exportMb);
    return { figures: recorded, demonstration: stored };
  });
  const exported: RecordedFigures['export'] = {};
  for (const format of MEASURED_FORMATS) {
    const app = await launchWayscribe({ dist, profile, hermetic: true });
    exported[format] = await closing(app, errors, () => measureExport(app, demonstration, format));
  }
  return { ...figures, export: exported, errors };
}

async function closing<T>(app: App, errors: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    // What it says while the browser shuts down is no fault.
    errors.push(...app.errors);
    await app.close();
  }
}

async function record(
  app: App,
  { storeScript, turns }: WayscribeBench,
): Promise<{ id: string; figures: Omit<RecordedFigures, 'export' | 'errors'> }> {
  const server = await servePages(
    new Map([
      ['/churn', makeChurnPage()],
      ['/long', generatePage(LONG_PAGE_ELEMENTS)],
      ...PAGE_KINDS.map((kind) => [`/${kind}`, makeShotPage(kind)] as const),
    ]),
  );
  const practice = await startPractice();
  try {
    const { origin } = server;
    const recorder = await openRecorder(app, `${origin}/churn`, storeScript);
    const mutations = await measureMutations(recorder, `${origin}/churn`, MUTATION_ROUNDS);
    const shots = await measureAllShots(recorder, origin);
    const { id, figures: session } = await measureSession(recorder, practice.url, SESSION_TURNS);
    const long = await measureLong(recorder, `${origin}/long`, turns);
    return { id, figures: { mutations, session, shots, long } };
  } finally {
    await practice.close();
    await server.close();
  }
}

async function measureAllShots(
  recorder: Recorder,
  origin: string,
): Promise<Record<PageKind, ShotFigures>> {
  const measure = (kind: PageKind) => measureShots(recorder, `${origin}/${kind}`, CLICKS);
  return {
    pointerdown: await measure('pointerdown'),
    mousedown: await measure('mousedown'),
    click: await measure('click'),
    animated: await measure('animated'),
  };
}
