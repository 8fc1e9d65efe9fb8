import type { Candidate, RankedCandidate } from './candidate.ts';

/** A candidate with its score: the sum of its parts; those that are zero are left out. */
export function addUp(
  candidate: Candidate,
  { parts, coverage, matched }: Pick<RankedCandidate, 'parts' | 'coverage' | 'matched'>,
): RankedCandidate {
  const kept: Record<string, number> = {};
  let score = 0;
  for (const name in parts) {
    const value = parts[name] ?? 0;
    if (value === 0) continue;
    kept[name] = value;
    score += value;
  }
  return { candidate, score, parts: kept, coverage, matched };
}

/** The same with another part in its score. */
export function addPart(
  entry: RankedCandidate,
  name: string,
  value: number,
  coverage = entry.coverage,
): RankedCandidate {
  const parts = { ...entry.parts, [name]: value };
  return addUp(entry.candidate, { ...entry, parts, coverage });
}
