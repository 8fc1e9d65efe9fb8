import type { Choice, Parts } from './choice.ts';
import { chooseSoftly, startAdam } from './choice.ts';

/** What each part of a score is multiplied with; 1 where nothing is said. */
export type Factors = Readonly<Record<string, number>>;

/** A part is never turned round, and never drowns all others. */
export const FACTOR_LIMIT = 4;

const STEPS = 200;
const RATE = 0.03;
/** Pull towards what was set by hand, for each part, in units of one choice. */
const PRIOR = 5;

/** Sum of the parts, each with its factor. */
export function weighParts(parts: Parts, factors: Factors): number {
  let sum = 0;
  for (const name of Object.keys(parts)) sum += (parts[name] ?? 0) * readFactor(factors, name);
  return sum;
}

export function readFactor(factors: Factors, name: string): number {
  return Object.hasOwn(factors, name) ? (factors[name] ?? 1) : 1;
}

/**
 * Learns factors that put the chosen candidates first: softmax cross-entropy over each page's scores,
 * with the logarithms of the factors drawn to 0 (a Gaussian prior), by Adam. The same choices give the
 * same factors. `prior` is the pull towards 1 for each part, in units of one choice.
 */
export function learnFactors(choices: readonly Choice[], prior = PRIOR): Factors {
  const names = listNames(choices);
  const logs = new Float64Array(names.length);
  if (choices.length === 0 || names.length === 0) return {};
  const adam = startAdam(names.length, RATE);
  const limit = Math.log(FACTOR_LIMIT);
  const columns = choices.map((choice) => toColumns(choice, names));
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = logs.map((log) => (prior * log) / choices.length);
    const factors = logs.map(Math.exp);
    for (const [at, choice] of choices.entries()) {
      addSlopes(slopes, columns[at] ?? [], factors, choice.chosen, choices.length);
    }
    adam.descend(logs, slopes);
    for (let at = 0; at < logs.length; at += 1) {
      logs[at] = Math.min(limit, Math.max(-limit, logs[at] ?? 0));
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, round(Math.exp(logs[at] ?? 0))]));
}

function addSlopes(
  slopes: Float64Array,
  columns: readonly Float64Array[],
  factors: Float64Array,
  chosen: number,
  count: number,
): void {
  const size = columns[0]?.length ?? 0;
  const scores = new Float64Array(size);
  for (const [part, column] of columns.entries()) {
    const factor = factors[part] ?? 1;
    for (let at = 0; at < size; at += 1)
      scores[at] = (scores[at] ?? 0) + (column[at] ?? 0) * factor;
  }
  const errors = chooseSoftly(scores, chosen);
  for (const [part, column] of columns.entries()) {
    let slope = 0;
    for (let at = 0; at < size; at += 1) slope += (errors[at] ?? 0) * (column[at] ?? 0);
    // By the logarithm: d factor / d log = factor.
    slopes[part] = (slopes[part] ?? 0) + (slope * (factors[part] ?? 1)) / count;
  }
}

function listNames(choices: readonly Choice[]): string[] {
  const names = new Set(
    choices.flatMap(({ candidates }) => candidates.flatMap((parts) => Object.keys(parts))),
  );
  return [...names].sort();
}

function toColumns({ candidates }: Choice, names: readonly string[]): Float64Array[] {
  return names.map((name) => Float64Array.from(candidates, (parts) => parts[name] ?? 0));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
