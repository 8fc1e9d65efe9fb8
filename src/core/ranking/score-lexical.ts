import { addUp } from './add-up.ts';
import { applyItem } from './apply-item.ts';
import type { Candidate, RankedCandidate, RankQuery } from './candidate.ts';
import { createNameMatcher } from './match-name.ts';
import { matchWords } from './match-words.ts';
import { applyOrdinal } from './ordinal.ts';
import type { ReadQuery } from './read-query.ts';
import { readQuery } from './read-query.ts';
import { fitRole, isPossible } from './role-fit.ts';
import { indexTexts } from './text-index.ts';
import { PART_WEIGHTS } from './weights.ts';

const NO_MATCH = { exact: 0, phrase: 0 };

/**
 * Scores every candidate by words, names, roles and state, without any model. In the order given,
 * not sorted.
 */
export function scoreLexical(
  query: RankQuery,
  candidates: readonly Candidate[],
): RankedCandidate[] {
  const read = readQuery(query);
  const index = indexTexts(candidates);
  const matches = matchWords(read, index);
  const matchName = createNameMatcher(read);
  const hasWords = read.words.length > 0 && read.bare.length > 0;
  const scored = candidates.map((candidate, at) => {
    const match = matches[at];
    // A name that meets the phrase shares words with it.
    const isHit = match !== undefined && match.matched.length > 0;
    const { exact, phrase } = isHit ? matchName(index.namesOf(at), index.optionsOf(at)) : NO_MATCH;
    const fit = fitRole(read, candidate);
    const possible = isPossible(read, candidate);
    const coverage = hasWords ? (match?.coverage ?? 0) : read.item === null ? Math.max(0, fit) : 0;
    return addUp(candidate, {
      parts: {
        words: (match?.word ?? 0) * PART_WEIGHTS.text,
        concept: (match?.concept ?? 0) * PART_WEIGHTS.text,
        typo: (match?.typo ?? 0) * PART_WEIGHTS.text,
        context: (match?.context ?? 0) * PART_WEIGHTS.text,
        exact: exact * PART_WEIGHTS.exact,
        phrase: phrase * PART_WEIGHTS.phrase,
        role: fit * PART_WEIGHTS.role,
        impossible: possible ? 0 : PART_WEIGHTS.impossible,
        ...readState(candidate),
      },
      coverage: possible ? Math.min(1, coverage) : 0,
      matched: match?.matched ?? [],
    });
  });
  const inItem = applyItem(read, scored);
  return applyOrdinal(read, inItem, (at) => hasNamed(read, matches[at]?.named));
}

function readState(candidate: Candidate): Record<string, number> {
  return {
    offScreen: candidate.inViewport ? 0 : PART_WEIGHTS.offScreen,
    behind: candidate.behind ? PART_WEIGHTS.behind : 0,
    disabled: candidate.disabled ? PART_WEIGHTS.disabled : 0,
  };
}

function hasNamed(query: ReadQuery, named: ReadonlySet<string> | undefined): boolean {
  return query.ordinalWord !== null && (named?.has(query.ordinalWord) ?? false);
}
