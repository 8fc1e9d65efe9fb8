import type { DemonstrationContent } from '../../../src/core/demonstration/content.ts';
import { lintDemonstration } from '../../../src/core/demonstration/lint/lint.ts';
import { listDmrPairs, rankPairs } from '../../../src/core/formats/dmr/record.ts';
import type { DmrPair } from '../../../src/core/formats/dmr/record.ts';
import { approximateTokenizer } from '../../../src/core/formats/otr/tokenizer.ts';
import { readMaterial, writeOtrPrompt } from '../../../src/core/formats/otr/prompt.ts';
import { assignCandidates } from '../../../src/core/formats/otr/select-turns.ts';
import type { ExportFile } from '../../../src/core/formats/export-file.ts';
import { collectFiles } from '../../../src/core/formats/import.fixture.ts';
import { listPageFiles } from '../../../src/core/formats/page/list.ts';
import { listArchiveFiles } from '../../../src/core/formats/archive/archive.ts';
import { zipFiles } from '../../../src/platform/zip/write-zip.ts';
import { packPage } from '../../../src/platform/page/pack-page.ts';
import { TRAJECTORY_FORMATS } from '../../../src/core/formats/trajectories.fixture.ts';
import { listWeblinxFiles } from '../../../src/core/formats/weblinx/list.ts';
import type { ReplayView } from '../../../src/core/formats/weblinx/replay.ts';
import { openReplay } from '../../../src/core/formats/weblinx/replay.ts';
import type { GeneratedDemonstration } from './generate-demonstration.ts';

/** What is measured of a demonstration. */
export const STEPS = ['otr', 'dmr', 'weblinx', 'lint', 'page'] as const;
export type StepName = (typeof STEPS)[number];

/** Milliseconds of one demonstration: each step and plain JSON of the same bytes. */
export interface DemonstrationTimes {
  turns: number;
  json: number;
  steps: Record<StepName, number>;
  /** Of each prompt by itself. */
  prompts: number[];
  /** Of each format's validator, by the format's name. */
  warnings: Record<string, number>;
  /** Bytes of the page export over bytes of the archive. */
  page_over_archive: number;
}

/**
 * Each step as its users go through it, pages read from memory. A prompt is written with ten candidates
 * that were found before; finding and ranking them is no part of it.
 */
export async function measureDemonstration(
  { content, json }: GeneratedDemonstration,
  now: () => number,
): Promise<DemonstrationTimes> {
  const time = async (work: () => unknown): Promise<number> => {
    const from = now();
    await work();
    return now() - from;
  };
  const view = await openReplay(content);
  let pairs: DmrPair[][] = [];
  const dmr = await time(async () => {
    pairs = await listPairs(view);
  });
  const prompts: number[] = [];
  for (const [index, ofTurn] of pairs.entries()) {
    if (ofTurn.length === 0) continue;
    const html = (await view.readPage(index))?.html ?? null;
    const ranked = rankPairs(
      ofTurn,
      ofTurn.map((_, at) => (at * 7) % ofTurn.length),
    );
    const candidates = assignCandidates([index], ranked).get(index) ?? [];
    const given = { turns: view.turns, index, html, candidates };
    const from = now();
    writeOtrPrompt(readMaterial(given), approximateTokenizer);
    prompts.push(now() - from);
  }
  return {
    turns: content.turns.length,
    prompts,
    json: await time(() => JSON.stringify(JSON.parse(json))),
    steps: {
      ...{ otr: prompts.reduce((sum, ms) => sum + ms, 0), dmr },
      weblinx: await time(() => exportFiles(listWeblinxFiles(content))),
      lint: await time(() => lintAll(content)),
      page: await time(() => exportFiles(listPage(content))),
    },
    warnings: await countWarnings(content),
    page_over_archive: await comparePage(content),
  };
}

async function comparePage(content: DemonstrationContent): Promise<number> {
  const page = await exportFiles(listPage(content));
  let archive = 0;
  for await (const chunk of zipFiles(listArchiveFiles(content), {
    modifiedAt: content.demonstration.startedAt,
  })) {
    archive += chunk.length;
  }
  return page / archive;
}

async function* listPage(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  yield await Promise.resolve(packPage(listPageFiles(content)));
}

async function countWarnings(content: DemonstrationContent): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, list, check } of TRAJECTORY_FORMATS) {
    const files = await collectFiles(list(content));
    counts[name] = files.size === 0 ? 0 : check(files).length;
  }
  return counts;
}

async function listPairs(view: ReplayView): Promise<DmrPair[][]> {
  const pairs: DmrPair[][] = [];
  for (const index of view.turns.keys()) {
    const page = await view.readPage(index);
    pairs.push(page === null ? [] : listDmrPairs(view.name, view.turns, index, page));
  }
  return pairs;
}

async function lintAll(content: DemonstrationContent): Promise<number> {
  let findings = 0;
  for await (const finding of lintDemonstration(content))
    findings += finding.message === '' ? 0 : 1;
  return findings;
}

/** All files, unzipped: compressing is the zip library's. */
async function exportFiles(files: AsyncIterable<ExportFile>): Promise<number> {
  let bytes = 0;
  for await (const file of files) {
    for await (const chunk of file.read()) bytes += chunk.length;
  }
  return bytes;
}
