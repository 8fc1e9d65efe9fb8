import type { Interval } from './compare.ts';
import { boundMean } from './compare.ts';
import type { Measure } from './summarize.ts';
import type { Row, TurnPlace } from './row.ts';
import { groupBy } from './row.ts';

/** With fewer demonstrations than this, turns are drawn one by one, as in comparisons. */
const LEAST_CLUSTERS = 10;

/** A figure of one run: its mean, of how many turns, and a bootstrap interval. */
export function boundMeasure<R extends Row & TurnPlace>(
  rows: readonly R[],
  measure: Measure<Row>,
): { mean: number | null; count: number; interval: Interval | null } {
  const values = rows.map((row) => measure.read(row)).filter((value) => value !== null);
  const sum = values.reduce((all, value) => all + value, 0);
  const clusters = [...groupBy(rows, (row) => row.demonstration).values()];
  const units = clusters.length >= LEAST_CLUSTERS ? clusters : rows.map((row) => [row]);
  return {
    mean: values.length === 0 ? null : sum / values.length,
    count: values.length,
    interval: boundMean(units.map((unit) => unit.map((row) => measure.read(row)))),
  };
}
