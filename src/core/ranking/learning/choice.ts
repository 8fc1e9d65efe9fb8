import type { RankedCandidate } from '../candidate.ts';

/** What one candidate had to offer: its score's parts, as the ranker gives them before anything is learned. */
export type Parts = Readonly<Record<string, number>>;

/** One choice of a person's among the candidates of a page. */
export interface Choice {
  /** The demonstration or conversation it comes from: what is learned in one is tried on others. */
  group: string;
  candidates: readonly Parts[];
  /** Index of what was chosen. */
  chosen: number;
  /** Unit vectors of an encoder, when one took part. */
  vectors?: ChoiceVectors;
}

export interface ChoiceVectors {
  asked: Float32Array;
  /** One per candidate; null for those that were not encoded. */
  candidates: readonly (Float32Array | null)[];
}

/** Others beside the chosen one that are kept: further down nothing competes. */
const RIVALS = 40;

/**
 * A choice to learn from: the chosen candidate and the best ranked others. Null when the chosen one is
 * not among the candidates, or nothing else is.
 */
export function readChoice(
  group: string,
  ranked: readonly RankedCandidate[],
  chosenUid: string,
): Choice | null {
  const chosen = ranked.find(({ candidate }) => candidate.uid === chosenUid);
  if (!chosen) return null;
  const rivals = ranked.filter((entry) => entry !== chosen).slice(0, RIVALS);
  if (rivals.length === 0) return null;
  return { group, candidates: [chosen, ...rivals].map(({ parts }) => parts), chosen: 0 };
}

/** Mean of 1 / rank of what was chosen, with the worse place among equals; 0 without choices. */
export function measureMrr(
  choices: readonly Choice[],
  score: (choice: Choice) => ArrayLike<number>,
): number {
  if (choices.length === 0) return 0;
  let sum = 0;
  for (const choice of choices) {
    const scores = score(choice);
    const own = scores[choice.chosen] ?? -Infinity;
    let rank = 1;
    for (let at = 0; at < scores.length; at += 1) {
      if (at !== choice.chosen && (scores[at] ?? -Infinity) >= own) rank += 1;
    }
    sum += 1 / rank;
  }
  return sum / choices.length;
}

/** Scores this far apart are e times as likely to be chosen: about the margin that counts as clear. */
const TEMPERATURE = 0.08;

/**
 * The slope of the cross-entropy by each score: how likely softmax would choose it, less 1 for the one
 * that was chosen, all over the temperature.
 */
export function chooseSoftly(scores: ArrayLike<number>, chosen: number): Float64Array {
  const likely = Float64Array.from(scores, (score) => score / TEMPERATURE);
  const most = likely.reduce((best, value) => Math.max(best, value), -Infinity);
  let sum = 0;
  for (let at = 0; at < likely.length; at += 1) {
    const value = Math.exp((likely[at] ?? 0) - most);
    likely[at] = value;
    sum += value;
  }
  return likely.map((value, at) => (value / sum - (at === chosen ? 1 : 0)) / TEMPERATURE);
}

const MEMORY = 0.9;
const SQUARE_MEMORY = 0.999;
const TINY = 1e-8;

export interface Adam {
  /** Takes one step down the slopes, in place. */
  descend(values: Float64Array, slopes: Float64Array): void;
}

/** Adam (Kingma and Ba, 2015, algorithm 1) for `size` values at a rate. */
export function startAdam(size: number, rate: number): Adam {
  const means = new Float64Array(size);
  const squares = new Float64Array(size);
  let steps = 0;
  return {
    descend(values, slopes) {
      steps += 1;
      const scale = 1 / (1 - MEMORY ** steps);
      const squareScale = 1 / (1 - SQUARE_MEMORY ** steps);
      for (let at = 0; at < size; at += 1) {
        const slope = slopes[at] ?? 0;
        const mean = MEMORY * (means[at] ?? 0) + (1 - MEMORY) * slope;
        const square = SQUARE_MEMORY * (squares[at] ?? 0) + (1 - SQUARE_MEMORY) * slope * slope;
        means[at] = mean;
        squares[at] = square;
        const step = (rate * mean * scale) / (Math.sqrt(square * squareScale) + TINY);
        values[at] = (values[at] ?? 0) - step;
      }
    },
  };
}
