import { addUp } from '../add-up.ts';
import type { RankedCandidate } from '../candidate.ts';
import type { Factors } from './factors.ts';
import { readFactor } from './factors.ts';

/** The same candidates, each part of their scores multiplied by its factor. */
export function weighScores(
  scored: readonly RankedCandidate[],
  factors: Factors,
): RankedCandidate[] {
  return scored.map(({ candidate, parts, coverage, matched }) => {
    const weighed: Record<string, number> = {};
    for (const name of Object.keys(parts)) {
      weighed[name] = (parts[name] ?? 0) * readFactor(factors, name);
    }
    return addUp(candidate, { parts: weighed, coverage, matched });
  });
}
