import { adaptQuery, learnAdapter } from './adapter.ts';
import type { Adapter } from './adapter.ts';
import { dot } from '../encoder/vectors.ts';
import type { Choice } from './choice.ts';
import { measureMrr } from './choice.ts';
import type { Factors } from './factors.ts';
import { learnFactors, weighParts } from './factors.ts';

/** What was learned from a person's choices, and how much better it orders choices it has not seen. */
export interface Learned {
  factors: Factors;
  /** For one encoder only; null without one, or where it does not help. */
  adapter: Adapter | null;
}

export type Lesson =
  | {
      kind: 'learned';
      learned: Learned;
      /** Mean reciprocal rank of held-out choices, 0 … 1. */
      before: number;
      after: number;
      choices: number;
      groups: number;
    }
  | { kind: 'no-better'; before: number; after: number; choices: number; groups: number }
  | { kind: 'too-few'; choices: number; groups: number };

/** With fewer nothing can be held out that means something. */
export const LEAST_CHOICES = 12;
export const LEAST_GROUPS = 3;
const FOLDS = 5;
/** A gain below this is luck. */
const LEAST_GAIN = 0.005;

/** The encoder's part of a score is its weight times its likeness. */
const ENCODER_PART = 'encoder';

export interface LearnOptions {
  /** Of the encoder whose vectors the choices carry; 0 without one. */
  weight: number;
  onProgress?: (share: number) => void;
}

/**
 * Learns from choices, and says whether it is worth using: the demonstrations are dealt into folds, each
 * fold is ordered by what was learned from the others, and only when the mean over all is better by more
 * than luck, all are learned from. First the factors of the parts, then an adapter on top where it helps
 * further. Deterministic.
 */
export function learn(choices: readonly Choice[], { weight, onProgress }: LearnOptions): Lesson {
  const folds = dealFolds(choices);
  const groups = new Set(choices.map(({ group }) => group)).size;
  const size = { choices: choices.length, groups };
  if (choices.length < LEAST_CHOICES || groups < LEAST_GROUPS) return { kind: 'too-few', ...size };
  const sums = { before: 0, factors: 0, both: 0 };
  for (const [at, held] of folds.entries()) {
    const others = folds.flatMap((fold, other) => (other === at ? [] : fold));
    const factors = learnFactors(others);
    const adapter = learnOnTop(others, factors, weight);
    const share = held.length / choices.length;
    sums.before += share * measure(held, { factors: {}, adapter: null }, weight);
    sums.factors += share * measure(held, { factors, adapter: null }, weight);
    sums.both += share * measure(held, { factors, adapter }, weight);
    onProgress?.((at + 1) / (folds.length + 1));
  }
  const isAdapted = sums.both > sums.factors + LEAST_GAIN;
  const [before, after] = [sums.before, isAdapted ? sums.both : sums.factors];
  if (after <= before + LEAST_GAIN) return { kind: 'no-better', before, after, ...size };
  const factors = learnFactors(choices);
  const adapter = isAdapted ? learnOnTop(choices, factors, weight) : null;
  onProgress?.(1);
  return { kind: 'learned', learned: { factors, adapter }, before, after, ...size };
}

function learnOnTop(choices: readonly Choice[], factors: Factors, weight: number): Adapter | null {
  return weight > 0
    ? learnAdapter(choices, (choice) => scoreOthers(choice, factors), weight * readEncoder(factors))
    : null;
}

function measure(choices: readonly Choice[], learned: Learned, weight: number): number {
  return measureMrr(choices, (choice) => scoreChoice(choice, learned, weight));
}

/** The scores of a choice's candidates by what was learned. */
function scoreChoice(choice: Choice, { factors, adapter }: Learned, weight: number): Float64Array {
  const { vectors } = choice;
  if (!vectors) return Float64Array.from(choice.candidates, (parts) => weighParts(parts, factors));
  const asked = adapter ? adaptQuery(vectors.asked, adapter) : vectors.asked;
  const share = weight * readEncoder(factors);
  return scoreOthers(choice, factors).map((score, at) => {
    const vector = vectors.candidates[at];
    return vector ? score + share * Math.max(0, dot(asked, vector)) : score;
  });
}

/** Without the encoder's part, for those whose likeness is known afresh. */
function scoreOthers({ candidates, vectors }: Choice, factors: Factors): Float64Array {
  const others = { ...factors, [ENCODER_PART]: 0 };
  return Float64Array.from(candidates, (parts, at) =>
    weighParts(parts, vectors?.candidates[at] ? others : factors),
  );
}

function readEncoder(factors: Factors): number {
  return factors[ENCODER_PART] ?? 1;
}

/** Whole demonstrations, the largest first, each into the fold that has the fewest choices. */
function dealFolds(choices: readonly Choice[]): Choice[][] {
  const byGroup = new Map<string, Choice[]>();
  for (const choice of choices) {
    const group = byGroup.get(choice.group);
    if (group) group.push(choice);
    else byGroup.set(choice.group, [choice]);
  }
  const count = Math.min(FOLDS, byGroup.size);
  const folds: Choice[][] = Array.from({ length: count }, () => []);
  const groups = [...byGroup].sort(
    ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
  );
  for (const [, group] of groups) {
    const smallest = folds.reduce((least, fold) => (fold.length < least.length ? fold : least));
    smallest.push(...group);
  }
  return folds;
}
