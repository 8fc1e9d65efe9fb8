import { addUp } from './add-up.ts';
import { applyItem } from './apply-item.ts';
import { applyCorner } from './corner.ts';
import { applyRelation } from './relation.ts';
import type { Candidate, RankedCandidate, RankQuery } from './candidate.ts';
import { createNameMatcher } from './match-name.ts';
import { matchWords } from './match-words.ts';
import { applyOrdinal } from './ordinal.ts';
import type { ReadQuery } from './read-query.ts';
import { readQuery } from './read-query.ts';
import { fitRole, isPossible } from './role-fit.ts';
import { createMeaning } from './small/score-meaning.ts';
import type { SmallEncoder } from './small/small-encoder.ts';
import { indexTexts } from './text-index.ts';
import { MEANING_COVERAGE, PART_WEIGHTS } from './weights.ts';

const NO_MATCH = { exact: 0, phrase: 0 };

/**
 * Scores every candidate by words, names, roles and state, and by likeness in meaning where there is
 * the small encoder. In the order given, not sorted.
 */
export function scoreLexical(
  query: RankQuery,
  candidates: readonly Candidate[],
  small: SmallEncoder | null = null,
): RankedCandidate[] {
  const read = readQuery(query);
  const index = indexTexts(candidates);
  const matches = matchWords(read, index);
  const matchName = createNameMatcher(read);
  const hasWords = read.words.length > 0 && read.bare.length > 0;
  const meaning = small && hasWords ? createMeaning(small, listNaming(read)) : null;
  const scored = candidates.map((candidate, at) => {
    const match = matches[at];
    // A name that meets the phrase shares words with it.
    const isHit = match !== undefined && match.matched.length > 0;
    const { exact, phrase } = isHit ? matchName(index.namesOf(at), index.optionsOf(at)) : NO_MATCH;
    const fit = fitRole(read, candidate);
    const possible = isPossible(read, candidate);
    const likeness = meaning?.(candidate, match?.around) ?? 0;
    const found = Math.max(match?.coverage ?? 0, likeness * MEANING_COVERAGE);
    // "Bar" names a kind of control, unless something is called just so.
    const isCalled = !hasWords && exact === 1;
    const coverage = isCalled ? 1 : hasWords ? found : read.item === null ? Math.max(0, fit) : 0;
    return addUp(candidate, {
      parts: {
        words: (match?.word ?? 0) * PART_WEIGHTS.words,
        concept: (match?.concept ?? 0) * PART_WEIGHTS.concept,
        typo: (match?.typo ?? 0) * PART_WEIGHTS.typo,
        context: (match?.context ?? 0) * PART_WEIGHTS.context,
        meaning: likeness * PART_WEIGHTS.meaning,
        exact: exact * PART_WEIGHTS.exact,
        phrase: phrase * PART_WEIGHTS.phrase,
        role: fit * PART_WEIGHTS.role,
        impossible: possible ? 0 : PART_WEIGHTS.impossible,
        offScreen: candidate.inViewport ? 0 : PART_WEIGHTS.offScreen,
        behind: candidate.behind ? PART_WEIGHTS.behind : 0,
        covered: candidate.covered ? PART_WEIGHTS.covered : 0,
        fresh: candidate.fresh ? PART_WEIGHTS.fresh : 0,
        disabled: candidate.disabled ? PART_WEIGHTS.disabled : 0,
      },
      coverage: possible ? Math.min(1, coverage) : 0,
      matched: match?.matched ?? [],
    });
  });
  const inItem = applyItem(read, scored);
  const counted = applyOrdinal(read, inItem, (at) => hasNamed(read, matches[at]?.named));
  const related = applyRelation(read, counted, (text) =>
    scoreLexical({ text, intent: null }, candidates, small),
  );
  return applyCorner(read, related);
}

/** What the target is called, without where it stands. */
function listNaming({ words }: ReadQuery): string[] {
  const named = words.filter(({ part }) => part !== 'place');
  return (named.length > 0 ? named : words).map(({ text }) => text);
}

function hasNamed(query: ReadQuery, named: readonly string[] = []): boolean {
  return query.ordinalWord !== null && named.includes(query.ordinalWord);
}
