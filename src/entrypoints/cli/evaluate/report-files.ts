import { compareRuns, pairRows } from '../../../core/evaluation/compare.ts';
import { writeDifference, writeScore } from '../../../core/evaluation/report/html.ts';
import { isActionRow, isRankRow } from '../../../core/evaluation/row.ts';
import { readRun, SETTINGS_FILE, SHOTS_FOLDER, writeRows, writeWhole } from './run-folder.ts';
import type { Printer } from '../printer.ts';
import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { composeReport } from '../../../core/evaluation/report/report.ts';
import type { ReportRun } from '../../../core/evaluation/report/report.ts';
import { writeReportPage } from '../../../core/evaluation/report/page.ts';
import type { Row } from '../../../core/evaluation/row.ts';
import { summarizeRows } from '../../../core/evaluation/summarize.ts';
import type { RunSettings } from './run-folder.ts';

/** Pictures go into the page up to this much together, in bytes; the rest lie in a folder beside it. */
const MOST_EMBEDDED = 24 * 1024 * 1024;
const BESIDE = 'pictures';

const PLACE = ['input', 'demonstration', 'shortcode', 'turn', 'turnId', 'intent', 'site', 'split'];
const RANKS = [...PLACE, 'candidates', 'targetRank'];
const ACTIONS = [
  ...[...PLACE, 'predicted', 'intentMatch', 'exactMatch', 'iou', 'chrf', 'urlf', 'overall'],
  ...['step.element', 'step.operationF1', 'step.success', 'reference', 'output'],
  ...['usage.promptTokens', 'usage.completionTokens', 'usage.cost', 'usage.cached'],
];

/** Writes turns.jsonl, turns.csv, summary.json, summary.csv and report.html into the folder of a run. */
export async function writeFigures(
  folder: string,
  settings: RunSettings,
  rows: readonly Row[],
  summary: Record<string, unknown>,
): Promise<void> {
  await writeRows(folder, rows);
  const turns = rows.filter((row) => row.type === 'turn');
  const columns = turns.some(isRankRow) ? RANKS : ACTIONS;
  const lines = turns.map((row) => {
    const cells = new Map<string, unknown>([...Object.entries(row), ...flattenFigures(row)]);
    return writeCsvLine(columns.map((column) => cells.get(column)));
  });
  await writeWhole(path.join(folder, 'turns.csv'), writeCsvLine(columns) + lines.join(''));
  await writeWhole(path.join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  const figures = flattenFigures(summary).map((row) => writeCsvLine(row));
  const head = writeCsvLine(['figure', 'value']);
  await writeWhole(path.join(folder, 'summary.csv'), head + figures.join(''));
  const name = path.basename(path.resolve(folder));
  await writeReport(folder, await describeReportRun(folder, name, settings, rows), null, [folder]);
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

async function describeReportRun(
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
async function writeReport(
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

/** A line of CSV (RFC 4180, with a plain line feed); null is empty. */
function writeCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(writeCell).join(',')}\n`;
}

function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Nested figures as rows of dotted name and value. */
export function flattenFigures(figures: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(figures).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flattenFigures(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  );
}

/**
 * Holds two finished runs side by side: printed, and as a report where there is a folder for it. A string says why they
 * can't be compared.
 */
export async function compareFolders(
  folders: readonly string[],
  out: string | null,
  printer: Printer,
): Promise<string | null> {
  const [a, b] = folders;
  if (a === undefined || b === undefined || folders.length !== 2) {
    return '--compare takes the folders of two runs';
  }
  const [nameA, nameB] = nameRuns(a, b);
  const [first, second] = await Promise.all([loadRun(a, nameA), loadRun(b, nameB)]);
  if (!first || !second) return `${first ? b : a} is no folder of a finished run`;
  const kinds = [first, second].map(({ rows }) => rows.some(isRankRow));
  if (kinds[0] !== kinds[1]) return 'a ranker and a navigator have no figures in common';
  const pairs = pairRows(first.rows, second.rows);
  if (pairs.length === 0) return 'the runs have no turn in common';
  const comparison = compareRuns(pairs);
  if (out !== null) {
    await writeReport(out, first, second, [a, b]);
    const text = JSON.stringify({ a: first.name, b: second.name, ...comparison }, null, 2);
    await writeWhole(path.join(out, 'comparison.json'), `${text}\n`);
    const head = ['figure', 'a', 'b', 'difference', 'low', 'high', 'turnsA', 'turnsB'];
    const lines = comparison.differences.map((each) =>
      writeCsvLine([
        ...[each.name, each.a, each.b, each.difference],
        ...[each.interval?.low, each.interval?.high, ...each.counts],
      ]),
    );
    await writeWhole(path.join(out, 'comparison.csv'), writeCsvLine(head) + lines.join(''));
  }
  const lines = comparison.differences.map(
    ({ label, a: ofA, b: ofB, difference, interval }) =>
      `${label}: ${writeScore(ofA)} → ${writeScore(ofB)} (${writeDifference(difference)}${interval ? `, ${writeDifference(interval.low)} … ${writeDifference(interval.high)}` : ''})`,
  );
  const head = `${comparison.turns} turns in both, drawn by ${comparison.unit}`;
  printer.print([head, ...lines].join('\n'), { type: 'comparison', ...comparison });
  return null;
}

async function loadRun(folder: string, name: string) {
  const run = await readRun(folder);
  return run && (await describeReportRun(folder, name, run.settings, run.rows));
}

/** By their last folder; with the one around it where that is the same. */
function nameRuns(a: string, b: string): [string, string] {
  const [first, second] = [a, b].map((folder) => path.resolve(folder).split(path.sep));
  const name = (parts: string[] | undefined, count: number): string =>
    parts?.slice(-count).join('/') ?? '';
  const count = name(first, 1) === name(second, 1) ? 2 : 1;
  return [name(first, count), name(second, count)];
}
