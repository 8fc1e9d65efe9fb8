import type { Measure } from '../measures.ts';
import { pickMeasures } from '../measures.ts';
import type { Row } from '../row.ts';
import type { Grouping } from '../summarize.ts';
import { groupRows, GROUPINGS } from '../summarize.ts';
import { drawBars } from './charts.ts';
import { escapeHtml, writeScore, writeTable } from './html.ts';
import type { Report, TurnRow } from './report.ts';

const MOST_GROUPS = 30;
const TITLES: Record<Grouping, string> = {
  intent: 'By intent',
  site: 'By site',
  split: 'By split',
};

/** A plot and a table for each way to group the turns. */
export function writeGroups({ runs }: Report): string {
  const measures = pickMeasures(runs[0].rows);
  return GROUPINGS.map((by) => writeGrouping(by, runs, measures)).join('\n');
}

function writeGrouping(
  by: Grouping,
  runs: Report['runs'],
  measures: readonly Measure<Row>[],
): string {
  const [main] = measures;
  if (!main) return '';
  const grouped = runs.map(({ rows }) => new Map(groupRows(rows, by)));
  const names = [...new Set(grouped.flatMap((groups) => [...groups.keys()]))].sort();
  const most = names
    .toSorted((a, b) => countOf(grouped, b) - countOf(grouped, a))
    .slice(0, MOST_GROUPS);
  const label = (name: string): string => (name === '' ? '(unknown)' : name);
  const bars = most.map((name) => ({
    name: label(name),
    turns: countOf(grouped, name),
    values: grouped.map((groups) => average(groups.get(name) ?? [], main)),
  }));
  const rows = most.flatMap((name) =>
    grouped.map((groups, at) => {
      const some = groups.get(name) ?? [];
      const run = grouped.length === 2 ? ` · ${at === 0 ? 'A' : 'B'}` : '';
      const figures = measures.map((measure) => writeScore(average(some, measure)));
      return [escapeHtml(label(name) + run), String(some.length), ...figures];
    }),
  );
  const columns = measures.map((measure) => ({ head: measure.label, isFigure: true }));
  const left = names.length - most.length;
  const note =
    left > 0 ? `<p class="quiet">The ${left} smallest groups are in summary.json.</p>` : '';
  const runNames = runs.map(({ name }) => name);
  return `<section id="by-${by}" aria-labelledby="by-${by}-title"><h2 id="by-${by}-title">${TITLES[by]}</h2>
${writeKey(runNames)}<p class="quiet">${escapeHtml(main.label)}, and how many turns.</p>
${drawBars(`${main.label} ${TITLES[by].toLowerCase()}`, bars, runNames)}
${writeTable(`${TITLES[by]}: means over the turns where each figure applies`, [{ head: 'Group' }, { head: 'Turns', isFigure: true }, ...columns], rows)}${note}</section>`;
}

/** Which colour is which run; nothing for one run. */
export function writeKey(names: readonly string[]): string {
  const [a, b] = names;
  if (a === undefined || b === undefined) return '';
  return `<p><span class="key a"></span>A: ${escapeHtml(a)} &nbsp; <span class="key b"></span>B: ${escapeHtml(b)}</p>`;
}

function countOf(grouped: readonly ReadonlyMap<string, TurnRow[]>[], name: string): number {
  return Math.max(...grouped.map((groups) => groups.get(name)?.length ?? 0));
}

function average(rows: readonly TurnRow[], measure: Measure<Row>): number | null {
  const values = rows.map((row) => measure.read(row)).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
