import type { Comparison, Difference } from '../compare.ts';
import { boundMeasure } from '../compare.ts';
import { pickMeasures, RECALL_AT } from '../summarize.ts';
import type { Summary } from '../summarize.ts';
import { escapeHtml, writeDifference, writeInterval, writeScore, writeTable } from './html.ts';
import type { Report, ReportRun } from './report.ts';

/** The figures of one run, or of two with their differences. */
export function writeFigures({ runs, comparison }: Report): string {
  const [first, second] = runs;
  const main = comparison && second ? writeCompared(comparison, first, second) : writeAlone(first);
  return main + runs.map((run) => writeTasks(run, runs.length === 2)).join('') + writeRecall(runs);
}

function writeAlone(run: ReportRun): string {
  const rows = pickMeasures(run.rows).map((measure) => {
    const { mean, count, interval } = boundMeasure(run.rows, measure);
    const bounds = writeInterval(interval, writeScore);
    return [escapeHtml(measure.label), writeScore(mean), bounds, String(count)];
  });
  const caption = 'Means over turns, with 95 % bootstrap intervals';
  return writeTable(caption, ['Figure', 'Mean', 'Interval', 'Turns'], rows);
}

function writeCompared(comparison: Comparison, first: ReportRun, second: ReportRun): string {
  const { differences, unit, turns } = comparison;
  const rows = differences.map((each) => [
    ...[escapeHtml(each.label), writeScore(each.a), writeScore(each.b)],
    writeDifference(each.difference),
    writeInterval(each.interval, writeDifference),
    ...[judge(each), each.counts.join(' / ')],
  ]);
  const caption = `Over the ${turns} turns that both runs judged, 95 % intervals of a paired bootstrap over ${unit}s`;
  const names = [`A: ${first.name}`, `B: ${second.name}`];
  const heads = ['Figure', ...names, 'B − A', 'Interval', 'So', 'Turns A / B'];
  const plot = drawDifferences('Differences B − A with their intervals', differences);
  return plot + writeTable(caption, heads, rows, [0, 5]);
}

/** In words, not by colour alone. */
function judge({ interval }: Difference): string {
  if (!interval) return 'not known';
  if (interval.low > 0) return '<span class="better">B is better</span>';
  return interval.high < 0 ? '<span class="worse">B is worse</span>' : 'no sure difference';
}

/** Figures of whole tasks: Mind2Web's and MMInA's. */
function writeTasks({ name, summary }: ReportRun, isNamed: boolean): string {
  const rows = listTaskFigures(summary);
  if (rows.length === 0) return '';
  const caption = `Tasks: a demonstration is one${isNamed ? ` (${name})` : ''}`;
  return writeTable(caption, ['Figure', 'Value'], rows);
}

function listTaskFigures(summary: Summary): string[][] {
  if (!('unconditional' in summary)) return [];
  const { mind2web, mmina, answers } = summary;
  const figures: [label: string, score: number | null | undefined][] = [
    ['Mind2Web task success', mind2web?.taskSuccess],
    ['Mind2Web step success, mean over tasks', mind2web?.macro.stepSuccess],
    ['Mind2Web element accuracy, mean over tasks', mind2web?.macro.elementAccuracy],
    ['Mind2Web operation F1, mean over tasks', mind2web?.macro.operationF1],
    ['MMInA hop success (as in the paper)', mmina?.strict.hopSuccess],
    ['MMInA task success (as in the paper)', mmina?.strict.taskSuccess],
    ['MMInA hop success (as published code counts)', mmina?.upstream.hopSuccess],
    ['MMInA task success (as published code counts)', mmina?.upstream.taskSuccess],
    [`Last answers that include what they must (of ${answers?.tasks})`, answers?.mustInclude],
    [`Last answers that the judge finds right (of ${answers?.judged})`, answers?.fuzzy],
    [
      `Last answers that meet all that their tasks say (of ${answers?.byHand})`,
      answers?.byHand ? answers.stringMatch : undefined,
    ],
  ];
  return figures.flatMap(([label, score]) =>
    score === undefined ? [] : [[label, writeScore(score)]],
  );
}

function writeRecall(runs: Report['runs']): string {
  const curves = runs.flatMap(({ summary }) =>
    'recall' in summary ? [RECALL_AT.map((k) => summary.recall[k] ?? null)] : [],
  );
  if (curves.length === 0) return '';
  return `<h3>Recall by the number of candidates</h3>${drawCurves('Recall at k', RECALL_AT, curves)}`;
}

/** A group with a figure of each run, 0 … 1. */
interface BarGroup {
  name: string;
  turns: number;
  values: readonly (number | null)[];
}

/** `b` is the accent: of one run alone, or of the second of two. */
const SERIES = { 1: ['b'], 2: ['a', 'b'] } as const;
const WIDTH = 720;
const LEFT = 170;
const RIGHT = 60;
const SPAN = WIDTH - LEFT - RIGHT;
const BAR = 14;
const GAP = 12;

/** Bars from 0 to 1, one per run in each group. */
export function drawBars(
  title: string,
  groups: readonly BarGroup[],
  names: readonly string[],
): string {
  const runs = names.length === 2 ? 2 : 1;
  const height = runs * BAR + GAP;
  const bottom = groups.length * height + GAP;
  const rows = groups.map(({ name, turns, values }, at) => {
    const y = GAP + at * height;
    const bars = values.map((value, run) => {
      const top = y + run * BAR;
      const width = (value ?? 0) * SPAN;
      const label = `<text class="soft" x="${LEFT + width + 6}" y="${top + BAR - 3}">${writeScore(value)}</text>`;
      return `<rect class="bar ${SERIES[runs][run] ?? 'b'}" x="${LEFT}" y="${top}" width="${round(width)}" height="${BAR - 2}" rx="2" style="stroke:none"/>${label}`;
    });
    const middle = y + (runs * BAR) / 2 + 3;
    const text = `<text x="${LEFT - 8}" y="${middle}" text-anchor="end">${escapeHtml(shorten(name))} <tspan class="soft">${turns}</tspan></text>`;
    return text + bars.join('');
  });
  const spoken = groups.map(
    ({ name, values }) => `${name}: ${values.map(writeScore).join(' and ')}`,
  );
  const grid = drawGrid(bottom, [0, 0.25, 0.5, 0.75, 1], 0, 1);
  return draw(title, spoken, bottom + 20, grid + rows.join('\n'));
}

/** Each difference as a dot with its interval, around no difference. */
function drawDifferences(title: string, differences: readonly Difference[]): string {
  const known = differences.flatMap(({ label, difference, interval }) =>
    difference === null || interval === null ? [] : [{ label, difference, ...interval }],
  );
  const most = Math.max(0.05, ...known.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const end = Math.ceil(most * 20) / 20;
  const at = (value: number): number => round(LEFT + ((value + end) / (2 * end)) * SPAN);
  const bottom = known.length * 26 + GAP;
  const rows = known.map(({ label, difference, low, high }, row) => {
    const y = GAP + row * 26 + 12;
    return `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${escapeHtml(label)}</text><line class="b" x1="${at(low)}" x2="${at(high)}" y1="${y}" y2="${y}" stroke-width="2"/><circle class="dot b" cx="${at(difference)}" cy="${y}" r="4"/>`;
  });
  const spoken = known.map(
    ({ label, difference, low, high }) =>
      `${label}: ${writeDifference(difference)}, from ${writeDifference(low)} to ${writeDifference(high)}`,
  );
  const zero = `<line class="zero" x1="${at(0)}" x2="${at(0)}" y1="0" y2="${bottom}"/>`;
  const grid = drawGrid(bottom, [-end, -end / 2, 0, end / 2, end], -end, end);
  return draw(title, spoken, bottom + 20, grid + zero + rows.join('\n'));
}

/** Recall over the number of candidates, a curve per run; steps of equal width. */
function drawCurves(
  title: string,
  ks: readonly number[],
  curves: readonly (readonly (number | null)[])[],
): string {
  const height = 220;
  const x = (at: number): number =>
    round(LEFT / 3 + (at / Math.max(1, ks.length - 1)) * (WIDTH - LEFT));
  const y = (value: number): number => round(10 + (1 - value) * height);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line class="grid" x1="${x(0)}" x2="${x(ks.length - 1)}" y1="${y(value)}" y2="${y(value)}"/><text class="soft" x="${x(0) - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const ticks = ks.map(
    (k, at) =>
      `<text class="soft" x="${x(at)}" y="${height + 28}" text-anchor="middle">${k}</text>`,
  );
  const runs = curves.length === 2 ? 2 : 1;
  const lines = curves.map((curve, run) => {
    const series = SERIES[runs][run] ?? 'b';
    const points = curve.flatMap((value, at) => (value === null ? [] : [`${x(at)},${y(value)}`]));
    return `<polyline class="curve ${series}" points="${points.join(' ')}"/>`;
  });
  const spoken = curves.map((curve) =>
    ks.map((k, at) => `at ${k}: ${writeScore(curve[at] ?? null)}`).join(', '),
  );
  return draw(title, spoken, height + 36, [...grid, ...ticks, ...lines].join('\n'));
}

function drawGrid(bottom: number, values: readonly number[], from: number, to: number): string {
  return values
    .map((value) => {
      const x = round(LEFT + ((value - from) / (to - from)) * SPAN);
      const label = Number(value.toFixed(3));
      return `<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${bottom}"/><text class="soft" x="${x}" y="${bottom + 16}" text-anchor="middle">${label}</text>`;
    })
    .join('');
}

function draw(title: string, spoken: readonly string[], height: number, content: string): string {
  const label = escapeHtml(`${title}. ${spoken.join('; ')}`);
  return `<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(title)}"><svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${content}</svg></div>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const LONGEST = 20;

function shorten(name: string): string {
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, LONGEST / 2)}…${name.slice(1 - LONGEST / 2)}`;
}
