import { addUp } from './add-up.ts';
import type { RankedCandidate } from './candidate.ts';
import type { ReadQuery } from './read-query.ts';
import { PART_WEIGHTS } from './weights.ts';

/** Candidates this near to the best are the ones that are counted. */
const REACH = 0.1;

/**
 * "The second Edit": raises the one asked for among those that fit about equally well, counted in
 * document order. Where the ordinal is part of the best one's name ("First name") nothing is counted.
 */
export function applyOrdinal(
  query: ReadQuery,
  scored: RankedCandidate[],
  isNamed: (at: number) => boolean,
): RankedCandidate[] {
  if (query.ordinal === null) return scored;
  const best = scored.reduce((top, { score }) => Math.max(top, score), -Infinity);
  const isBare = query.bare.length === 0;
  const counted = scored.flatMap(({ score, matched }, at) =>
    score >= best - REACH && (matched.length > 0 || isBare) ? [at] : [],
  );
  if (counted.some(isNamed)) return scored;
  const chosen = counted.at(query.ordinal > 0 ? query.ordinal - 1 : query.ordinal);
  return scored.map((entry, at) =>
    at === chosen
      ? addUp(entry.candidate, {
          ...entry,
          parts: { ...entry.parts, ordinal: PART_WEIGHTS.ordinal },
        })
      : entry,
  );
}
