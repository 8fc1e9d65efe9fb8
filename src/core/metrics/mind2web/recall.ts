import { listReachable } from './candidate-rank.ts';
import type { Mind2WebReference } from './step.ts';

/**
 * Share of actions with any positive among the first `k` candidates, 0 … 1; null for no actions. The
 * paper reports k = 5, 10, 20 and 50.
 */
export function scoreCandidateRecall(
  references: readonly Pick<Mind2WebReference, 'positives' | 'ranks'>[],
  k: number,
): number | null {
  if (references.length === 0) return null;
  const found = references.filter(
    ({ positives, ranks }) => listReachable(positives, ranks, k).length > 0,
  );
  return found.length / references.length;
}
