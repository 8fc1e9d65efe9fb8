import { createRandom } from '../formats/training/random.ts';
import { meanOf } from '../metrics/mean.ts';
import type { Measure } from './summarize.ts';
import { pickMeasures, readValues } from './summarize.ts';
import type { Row, TurnPlace } from './row.ts';
import { groupBy } from './row.ts';

interface Pair<R> {
  a: R;
  b: R;
}

/** A figure of both runs over the turns that both judged, and how sure their difference is. */
export interface Difference {
  name: string;
  label: string;
  a: number | null;
  b: number | null;
  /** b − a, with its interval; null where either has no figure. */
  difference: number | null;
  interval: Interval | null;
  /** The number of turns in each figure. */
  counts: [a: number, b: number];
}

export interface Interval {
  low: number;
  high: number;
}

export interface Comparison {
  /** What is drawn: demonstrations, whose turns depend on each other, or turns where there are few demonstrations. */
  unit: 'demonstration' | 'turn';
  turns: number;
  differences: Difference[];
}

const RESAMPLES = 2000;
/** The share of resamples inside the interval. */
const LEVEL = 0.95;
/** With fewer demonstrations than this, turns are drawn one by one. */
const LEAST_CLUSTERS = 10;

/** Pairs the same turns of the same demonstrations. */
export function pairRows<R extends TurnPlace>(a: readonly R[], b: readonly R[]): Pair<R>[] {
  const others = new Map(b.map((row) => [nameTurn(row), row]));
  return a.flatMap((row) => {
    const other = others.get(nameTurn(row));
    return other ? [{ a: row, b: other }] : [];
  });
}

export function nameTurn({ demonstration, turn }: TurnPlace): string {
  return `${demonstration} ${turn}`;
}

/**
 * Returns both runs' figures and the percentile intervals of their differences by a paired bootstrap (Efron and
 * Tibshirani 1993, §13.3; for paired systems Koehn 2004): units are drawn with replacement, and every draw takes the turns
 * of both runs. The same rows give the same intervals.
 */
export function compareRuns<R extends Row & TurnPlace>(pairs: readonly Pair<R>[]): Comparison {
  const { units, isClustered } = groupUnits(pairs, ({ a }) => a.demonstration);
  const measures = pickMeasures(pairs.map(({ a }) => a));
  return {
    unit: isClustered ? 'demonstration' : 'turn',
    turns: pairs.length,
    differences: measures.map((measure) => {
      const read = (run: 'a' | 'b', unit: readonly Pair<R>[]): number[] =>
        readValues(
          unit.map((pair) => pair[run]),
          measure,
        );
      const sums = units.map((unit) => addValues(read('a', unit), read('b', unit)));
      const [sumA, countA, sumB, countB] = addSums(sums);
      const [a, b] = [divide(sumA, countA), divide(sumB, countB)];
      const difference = a === null || b === null ? null : b - a;
      return {
        ...{ name: measure.name, label: measure.label, a, b, difference },
        interval: difference === null ? null : boundDifference(sums),
        counts: [countA, countB],
      };
    }),
  };
}

/** Returns a figure of one run: its mean, its number of turns, and its interval by the same bootstrap. */
export function boundMeasure<R extends Row & TurnPlace>(
  rows: readonly R[],
  measure: Measure<Row>,
): { mean: number | null; count: number; interval: Interval | null } {
  const values = readValues(rows, measure);
  const { units } = groupUnits(rows, (row) => row.demonstration);
  const sums = units.map((unit): Sums => {
    const [, , sum, count] = addValues([], readValues(unit, measure));
    return [0, count, sum, count];
  });
  return { mean: meanOf(values), count: values.length, interval: boundDifference(sums) };
}

function groupUnits<T>(items: readonly T[], nameOf: (item: T) => string) {
  const clusters = [...groupBy(items, nameOf).values()];
  const isClustered = clusters.length >= LEAST_CLUSTERS;
  return { isClustered, units: isClustered ? clusters : items.map((item) => [item]) };
}

/** Of one unit: sums and numbers of the values of both runs. */
export type Sums = readonly [sumA: number, countA: number, sumB: number, countB: number];

function addValues(a: readonly number[], b: readonly number[]): Sums {
  const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return [add(a), a.length, add(b), b.length];
}

function addSums(units: Iterable<Sums>): Sums {
  let [sumA, countA, sumB, countB] = [0, 0, 0, 0];
  for (const unit of units) {
    sumA += unit[0];
    countA += unit[1];
    sumB += unit[2];
    countB += unit[3];
  }
  return [sumA, countA, sumB, countB];
}

function divide(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

/** Returns the middle 95 % of the differences b − a when units are drawn with replacement; null without any. */
export function boundDifference(units: readonly Sums[]): Interval | null {
  const random = createRandom('wayscribe');
  const draws: number[] = [];
  for (let n = 0; n < RESAMPLES; n++) {
    const [sumA, countA, sumB, countB] = addSums(drawAll(units, random));
    if (countA > 0 && countB > 0) draws.push(sumB / countB - sumA / countA);
  }
  const sorted = draws.sort((a, b) => a - b);
  const low = sorted[Math.floor(((1 - LEVEL) / 2) * (sorted.length - 1))];
  const high = sorted[Math.ceil(((1 + LEVEL) / 2) * (sorted.length - 1))];
  return low === undefined || high === undefined ? null : { low, high };
}

function* drawAll<T>(items: readonly T[], random: () => number): Generator<T> {
  for (let left = items.length; left > 0; left--) {
    const item = items[Math.floor(random() * items.length)];
    if (item !== undefined) yield item;
  }
}
