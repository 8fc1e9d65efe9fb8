import path from 'node:path';
import { compareRuns, pairRows } from '../../../core/evaluation/compare.ts';
import { writeDifference, writeScore } from '../../../core/evaluation/report/html.ts';
import { isRankRow } from '../../../core/evaluation/row.ts';
import { writeCsvLine } from '../csv.ts';
import type { Printer, Streams } from '../printer.ts';
import { describeReportRun, writeReport } from './report-files.ts';
import { readRun, writeWhole } from './run-folder.ts';

const WRONG_USAGE = 2;

/** Holds two finished runs side by side: printed, and as a report where there is a folder for it. */
export async function compareFolders(
  folders: readonly string[],
  out: string | null,
  printer: Printer,
  streams: Streams,
): Promise<number> {
  const fail = (reason: string): number => {
    streams.err(`error: ${reason}\n`);
    return WRONG_USAGE;
  };
  const [a, b] = folders;
  if (a === undefined || b === undefined || folders.length !== 2) {
    return fail('--compare takes the folders of two runs');
  }
  const [nameA, nameB] = nameRuns(a, b);
  const [first, second] = await Promise.all([loadRun(a, nameA), loadRun(b, nameB)]);
  if (!first || !second) return fail(`${first ? b : a} is no folder of a finished run`);
  const kinds = [first, second].map(({ rows }) => rows.some(isRankRow));
  if (kinds[0] !== kinds[1]) return fail('a ranker and a navigator have no figures in common');
  const pairs = pairRows(first.rows, second.rows);
  if (pairs.length === 0) return fail('the runs have no turn in common');
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
  return 0;
}

async function loadRun(folder: string, name: string) {
  const run = await readRun(folder);
  return run && (await describeReportRun(name, run.settings, run.rows));
}

/** By their last folder; with the one around it where that is the same. */
function nameRuns(a: string, b: string): [string, string] {
  const [first, second] = [a, b].map((folder) => path.resolve(folder).split(path.sep));
  const name = (parts: string[] | undefined, count: number): string =>
    parts?.slice(-count).join('/') ?? '';
  const count = name(first, 1) === name(second, 1) ? 2 : 1;
  return [name(first, count), name(second, count)];
}
