import { addUp } from './add-up.ts';
import type { RankedCandidate } from './candidate.ts';
import type { ReadQuery } from './read-query.ts';
import { PART_WEIGHTS } from './weights.ts';

/** Candidates this near to the best are the ones that are counted. */
const REACH = 0.1;
/** On pages of few words scores lie close together: then what was found of the words tells. */
const ALIKE = 0.6;

/**
 * "The second Edit": raises the one asked for among those that fit about equally well, counted in
 * document order. Where the ordinal is part of the best one's name ("First name") nothing is counted.
 */
export function applyOrdinal(
  query: ReadQuery,
  scored: RankedCandidate[],
  isNamed: (at: number) => boolean,
): RankedCandidate[] {
  const isInItem = scored.some(({ parts }) => parts['item'] !== undefined);
  // "the second result" where no lists are told is the second that fits.
  const ordinal = query.ordinal ?? (query.bare.length > 0 && !isInItem ? query.item : null);
  if (ordinal === null) return scored;
  const best = scored.reduce((top, { score }) => Math.max(top, score), -Infinity);
  const covered = scored.reduce((top, { coverage }) => Math.max(top, coverage), 0);
  const isBare = query.bare.length === 0;
  const counted = scored.flatMap(({ score, matched, coverage }, at) => {
    const isClose = score >= best - REACH && coverage >= covered * ALIKE;
    return isClose && (matched.length > 0 || isBare) ? [at] : [];
  });
  if (counted.some(isNamed)) return scored;
  const chosen = counted.at(ordinal > 0 ? ordinal - 1 : ordinal);
  return scored.map((entry, at) =>
    at === chosen
      ? addUp(entry.candidate, {
          ...entry,
          parts: { ...entry.parts, ordinal: PART_WEIGHTS.ordinal },
        })
      : entry,
  );
}
