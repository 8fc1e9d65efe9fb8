import { createRandom } from '../formats/training/random.ts';
import type { Measure } from './summarize.ts';
import { pickMeasures } from './summarize.ts';
import type { Row, TurnPlace } from './row.ts';
import { groupBy } from './row.ts';

/** A turn that both runs judged. */
export interface Pair<R extends Row & TurnPlace> {
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
  /** Of how many turns each figure is. */
  counts: [a: number, b: number];
}

export interface Interval {
  low: number;
  high: number;
}

export interface BootstrapOptions {
  resamples: number;
  /** The share of resamples inside the interval: .95. */
  level: number;
  seed: string;
}

const USUAL: BootstrapOptions = { resamples: 2000, level: 0.95, seed: 'wayscribe' };
/** With fewer demonstrations than this, turns are drawn one by one. */
const LEAST_CLUSTERS = 10;

/** The turns that both have: of the same demonstration, the same turn. */
export function pairRows<R extends Row & TurnPlace>(a: readonly R[], b: readonly R[]): Pair<R>[] {
  const others = new Map(b.map((row) => [nameTurn(row), row]));
  return a.flatMap((row) => {
    const other = others.get(nameTurn(row));
    return other ? [{ a: row, b: other }] : [];
  });
}

export function nameTurn({ demonstration, turn }: TurnPlace): string {
  return `${demonstration} ${turn}`;
}

export interface Comparison {
  /** What was drawn: whole demonstrations, whose turns hang together, or turns where they are few. */
  unit: 'demonstration' | 'turn';
  turns: number;
  differences: Difference[];
}

/**
 * Both runs' figures and the percentile intervals of their differences by a paired bootstrap (Efron and
 * Tibshirani 1993, §13.3; for paired systems Koehn 2004): units are drawn with replacement, and every
 * draw takes the turns of both runs. The same rows and seed give the same intervals.
 */
export function compareRuns<R extends Row & TurnPlace>(
  pairs: readonly Pair<R>[],
  options: Partial<BootstrapOptions> = {},
): Comparison {
  const settings = { ...USUAL, ...options };
  const clusters = [...groupBy(pairs, ({ a }) => a.demonstration).values()];
  const isClustered = clusters.length >= LEAST_CLUSTERS;
  const units = isClustered ? clusters : pairs.map((pair) => [pair]);
  const measures = pickMeasures(pairs.map(({ a }) => a));
  const sums = measures.map((measure) => units.map((unit) => addUnit(measure, unit)));
  const drawn = drawDifferences(sums, units.length, settings);
  return {
    unit: isClustered ? 'demonstration' : 'turn',
    turns: pairs.length,
    differences: measures.map(({ name, label }, at) => {
      const total = addSums(sums[at] ?? []);
      const [a, b] = [meanOf(total.a), meanOf(total.b)];
      const difference = a === null || b === null ? null : b - a;
      return {
        ...{ name, label, a, b, difference },
        interval: difference === null ? null : readInterval(drawn[at] ?? [], settings.level),
        counts: [total.a.count, total.b.count],
      };
    }),
  };
}

/** The interval of one run's mean, by the same draw. */
export function boundMean(
  units: readonly (readonly (number | null)[])[],
  options: Partial<BootstrapOptions> = {},
): Interval | null {
  const settings = { ...USUAL, ...options };
  const sums = units.map((values) => ({ a: addValues([]), b: addValues(values) }));
  const zero = sums.map(({ b }) => ({ a: { sum: 0, count: b.count }, b }));
  return readInterval(drawDifferences([zero], units.length, settings)[0] ?? [], settings.level);
}

interface Sum {
  sum: number;
  count: number;
}
interface Sums {
  a: Sum;
  b: Sum;
}

function addUnit<R extends Row & TurnPlace>(measure: Measure<Row>, unit: readonly Pair<R>[]): Sums {
  return {
    a: addValues(unit.map(({ a }) => measure.read(a))),
    b: addValues(unit.map(({ b }) => measure.read(b))),
  };
}

function addValues(values: readonly (number | null)[]): Sum {
  const known = values.filter((value) => value !== null);
  return { sum: known.reduce((sum, value) => sum + value, 0), count: known.length };
}

function addSums(sums: readonly Sums[]): Sums {
  const total: Sums = { a: { sum: 0, count: 0 }, b: { sum: 0, count: 0 } };
  for (const { a, b } of sums) {
    total.a.sum += a.sum;
    total.a.count += a.count;
    total.b.sum += b.sum;
    total.b.count += b.count;
  }
  return total;
}

/** For every measure the differences of the draws, the same draws for all of them. */
function drawDifferences(
  sums: readonly (readonly Sums[])[],
  unitCount: number,
  { resamples, seed }: BootstrapOptions,
): number[][] {
  const random = createRandom(seed);
  const drawn: number[][] = sums.map(() => []);
  if (unitCount === 0) return drawn;
  const chosen = new Uint32Array(unitCount);
  for (let n = 0; n < resamples; n++) {
    for (let at = 0; at < unitCount; at++) chosen[at] = Math.floor(random() * unitCount);
    for (const [at, ofMeasure] of sums.entries()) {
      const difference = measureDraw(ofMeasure, chosen);
      if (difference !== null) drawn[at]?.push(difference);
    }
  }
  return drawn;
}

function measureDraw(sums: readonly Sums[], chosen: Uint32Array): number | null {
  let [sumA, countA, sumB, countB] = [0, 0, 0, 0];
  for (const unit of chosen) {
    const sum = sums[unit];
    if (!sum) continue;
    sumA += sum.a.sum;
    countA += sum.a.count;
    sumB += sum.b.sum;
    countB += sum.b.count;
  }
  return countA === 0 || countB === 0 ? null : sumB / countB - sumA / countA;
}

function meanOf({ sum, count }: Sum): number | null {
  return count === 0 ? null : sum / count;
}

/** The middle `level` of the draws; null without draws. */
function readInterval(draws: readonly number[], level: number): Interval | null {
  const sorted = draws.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const low = sorted[Math.floor(((1 - level) / 2) * last)];
  const high = sorted[Math.ceil(((1 + level) / 2) * last)];
  return low === undefined || high === undefined ? null : { low, high };
}
