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
import type { PaceFigures, PaceKind } from './measure-pace.ts';
import { makePacePage, measurePace, PACE_KINDS } from './measure-pace.ts';
import type { PageKind, ShotFigures } from './measure-shots.ts';
import { makeShotPage, measureShots, PAGE_KINDS } from './measure-shots.ts';
import type { Recorder } from './open-recorder.ts';
import { openRecorder, openRecorderUnfilmed } from './open-recorder.ts';
import { servePages } from './serve-pages.ts';

export interface RecordedFigures {
  mutations: MutationFigures;
  session: SessionFigures;
  shots: Record<PageKind, ShotFigures>;
  pace: PaceTable;
  long: LongFigures;
  export: Partial<Record<ExportFormat, ExportFigures>>;
  /** Uncaught errors in any of Wayscribe's contexts. */
  errors: string[];
}

/** By what moves on the page, and whether the tab was filmed. */
export interface PaceTable {
  unfilmed: Record<PaceKind, PaceFigures[]>;
  filmed: Record<PaceKind, PaceFigures[]>;
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
/** Clicks at each pace, and the paces: as fast as a script, and as a person, ms from click to click. */
const PACE_CLICKS = 24;
const PACES = [250, 1200];
const LONG_PAGE_ELEMENTS = 1000;

/** All that needs the real extension: it records, and what it kept is looked at. */
export async function measureInWayscribe(bench: WayscribeBench): Promise<RecordedFigures> {
  const { dist, profile, storeScript, exportMb } = bench;
  const errors: string[] = [];
  const pace = await measurePaces(bench);
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
  return { ...figures, pace, export: exported, errors };
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
): Promise<{ id: string; figures: Omit<RecordedFigures, 'pace' | 'export' | 'errors'> }> {
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

/** In a browser of its own: what is clicked at a steady pace, with and without the film of the tab. */
export async function measurePaces({ dist, storeScript }: Bench): Promise<PaceTable> {
  const server = await servePages(
    new Map(PACE_KINDS.map((kind) => [`/${kind}`, makePacePage(kind)] as const)),
  );
  const measureKinds = async (open: typeof openRecorder): Promise<PaceTable['filmed']> => {
    const app = await launchWayscribe({ dist, hermetic: true });
    try {
      const recorder = await open(app, `${server.origin}/hover`, storeScript);
      const measure = async (kind: PaceKind): Promise<PaceFigures[]> => {
        const figures: PaceFigures[] = [];
        for (const apart of PACES) {
          const url = `${server.origin}/${kind}`;
          figures.push(await measurePace(recorder, url, { clicks: PACE_CLICKS, apart }));
        }
        return figures;
      };
      return {
        hover: await measure('hover'),
        transition: await measure('transition'),
        carousel: await measure('carousel'),
        counter: await measure('counter'),
      };
    } finally {
      await app.close();
    }
  };
  try {
    return {
      unfilmed: await measureKinds(openRecorderUnfilmed),
      filmed: await measureKinds(openRecorder),
    };
  } finally {
    await server.close();
  }
}

type Bench = Pick<WayscribeBench, 'dist' | 'storeScript'>;
