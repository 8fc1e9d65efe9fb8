import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { composeReport } from '../../../core/evaluation/report/report.ts';
import type { ReportRun } from '../../../core/evaluation/report/report.ts';
import { writeReportPage } from '../../../core/evaluation/report/page.ts';
import type { Row } from '../../../core/evaluation/row.ts';
import { isActionRow } from '../../../core/evaluation/row.ts';
import { summarizeRows } from '../../../core/evaluation/summarize.ts';
import { SHOTS_FOLDER } from './keep-shot.ts';
import type { RunSettings } from './run-folder.ts';
import { SETTINGS_FILE, writeWhole } from './run-folder.ts';

/** Pictures go into the page up to this much together, in bytes; the rest lie in a folder beside it. */
const MOST_EMBEDDED = 24 * 1024 * 1024;
const BESIDE = 'pictures';

/** A finished run's own report: report.html in its folder. */
export async function writeRunReport(
  folder: string,
  settings: RunSettings,
  rows: readonly Row[],
): Promise<void> {
  const run = await describeReportRun(folder, path.basename(path.resolve(folder)), settings, rows);
  await writeReport(folder, run, null, [folder]);
}

const FACTS: Record<keyof RunSettings, string> = {
  version: 'Version of the evaluation',
  of: 'Judged',
  model: 'Model',
  strategy: 'Asked by the strategy',
  images: 'Shown the screen',
  unproven: 'Turns without a proven screenshot',
  tokenizer: 'Prompts cut by the tokenizer with SHA-256',
  predictions: 'SHA-256 of the predictions',
  splits: 'SHA-256 of the splits',
  tasks: 'SHA-256 of the tasks',
};

export async function describeReportRun(
  folder: string,
  name: string,
  settings: RunSettings,
  rows: readonly Row[],
): Promise<ReportRun> {
  const facts = Object.entries(settings).map(
    ([key, value]) =>
      [FACTS[key as keyof RunSettings], value === true ? 'yes' : String(value)] as const,
  );
  if (settings.model !== undefined && settings.tokenizer === undefined) {
    facts.push(['Prompts cut by', 'an approximation of four letters a token']);
  }
  facts.push(['Begun on', await readStart(folder)]);
  return {
    ...{ name, facts },
    rows: rows.filter((row) => row.type === 'turn'),
    summary: await summarizeRows(rows, settings.of === 'gold'),
  };
}

/** The day on which a run began, as YYYY-MM-DD. */
async function readStart(folder: string): Promise<string> {
  const { birthtime, mtime } = await stat(path.join(folder, SETTINGS_FILE));
  return (birthtime < mtime ? birthtime : mtime).toISOString().slice(0, 10);
}

/** Writes report.html into a folder; pictures are looked for in the folders of the runs. */
export async function writeReport(
  out: string,
  first: ReportRun,
  second: ReportRun | null,
  runFolders: readonly string[],
): Promise<void> {
  await mkdir(out, { recursive: true });
  const { pictures, beside } = await gatherPictures(out, [first, second], runFolders);
  const page = writeReportPage(composeReport(first, second, pictures, beside));
  await writeWhole(path.join(out, 'report.html'), page);
}

async function gatherPictures(
  out: string,
  runs: readonly (ReportRun | null)[],
  runFolders: readonly string[],
): Promise<{ pictures: Map<string, string>; beside: number }> {
  const rows = runs.flatMap((run) => run?.rows ?? []);
  const hashes = new Set(rows.flatMap((row) => (isActionRow(row) ? (row.shot?.hash ?? []) : [])));
  const pictures = new Map<string, string>();
  let [left, beside] = [MOST_EMBEDDED, 0];
  await rm(path.join(out, BESIDE), { recursive: true, force: true });
  for (const hash of hashes) {
    const file = await findShot(hash, runFolders);
    if (file === null) continue;
    const { size } = await stat(file);
    if (size <= left) {
      const bytes = await readFile(file);
      pictures.set(hash, `data:${readMime(bytes)};base64,${bytes.toString('base64')}`);
      left -= size;
      continue;
    }
    await mkdir(path.join(out, BESIDE), { recursive: true });
    await copyFile(file, path.join(out, BESIDE, hash));
    pictures.set(hash, `${BESIDE}/${hash}`);
    beside += 1;
  }
  return { pictures, beside };
}

async function findShot(hash: string, runFolders: readonly string[]): Promise<string | null> {
  for (const folder of runFolders) {
    const file = path.join(folder, SHOTS_FOLDER, hash);
    if ((await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/** By the first bytes: names do not tell. */
function readMime(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u00FF\u00D8')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : 'image/png';
}
