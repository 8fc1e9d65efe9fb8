import type { Candidate, RankedCandidate } from './candidate.ts';

/** A candidate with its score: the sum of its parts; those that are zero are left out. */
export function addUp(
  candidate: Candidate,
  { parts, coverage, matched }: Pick<RankedCandidate, 'parts' | 'coverage' | 'matched'>,
): RankedCandidate {
  const kept = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== 0));
  const score = Object.values(kept).reduce((total, value) => total + value, 0);
  return { candidate, score, parts: kept, coverage, matched };
}
