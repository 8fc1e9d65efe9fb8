import type { RankedCandidate } from './candidate.ts';

/** However sure a ranking is, so many are shown, and never more than the last. */
const LEAST = 4;
const MOST = 20;
/**
 * How far below the best one may score and still be meant: where all words were found in the best, and what
 * is added to it where none were. Learned on the learn halves of both grounding sets (decision 28).
 */
const SURE_MARGIN = 0.15;
const UNSURE_MARGIN = 0.25;

/**
 * How many of a ranking, best first, have to be shown so that the one that is meant is among them about as
 * often as among the best ten: few where the best stands out and holds all the words, more where it does not.
 */
export function countEnough(ranked: readonly RankedCandidate[]): number {
  const best = ranked[0];
  if (!best) return 0;
  const margin = SURE_MARGIN + UNSURE_MARGIN * (1 - best.coverage);
  const near = ranked.filter(({ score }) => score >= best.score - margin).length;
  return Math.min(ranked.length, Math.max(LEAST, Math.min(MOST, near)));
}
