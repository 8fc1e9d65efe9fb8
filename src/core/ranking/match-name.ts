import { findSpans } from './lexicon/find-synonyms.ts';
import type { ReadQuery } from './read-query.ts';
import { OPTION_EXACT, SYNONYM_EXACT } from './weights.ts';

/** How the whole phrase meets the whole of a name; each 0 … 1, and only one of them above 0. */
export interface NameMatch {
  exact: number;
  phrase: number;
}

/** A matcher for one query: takes a candidate's names and options as lists of keys. */
export function createNameMatcher(
  query: ReadQuery,
): (names: readonly (readonly string[])[], options: readonly (readonly string[])[]) => NameMatch {
  const accepted = acceptedNames(query);
  const bare = query.bare;
  return (names, options) => {
    const exact = Math.max(
      0,
      ...names.map((keys) => accepted.get(keys.join('')) ?? 0),
      ...options.map((keys) => (accepted.get(keys.join('')) ?? 0) * OPTION_EXACT),
    );
    if (exact > 0 || bare.length === 0) return { exact, phrase: 0 };
    return { exact, phrase: Math.max(0, ...names.map((keys) => compare(keys, bare))) };
  };
}

/** The phrase with and without the word for the control, and what else it is called. */
function acceptedNames(query: ReadQuery): Map<string, number> {
  const accepted = new Map<string, number>();
  for (const span of findSpans(query.bare)) {
    if (span.start > 0 || span.end < query.bare.length) continue;
    for (const { keys, kind } of span.synonyms) {
      if (kind === 'same') accepted.set(keys.join(''), SYNONYM_EXACT);
    }
  }
  for (const keys of [query.bare, query.phrase])
    if (keys.length > 0) accepted.set(keys.join(''), 1);
  return accepted;
}

/**
 * The phrase within the name counts most at its start; the name within the phrase (in order, as in
 * "add the lamp to cart") by its share.
 */
function compare(name: readonly string[], phrase: readonly string[]): number {
  if (phrase.length > 1) {
    const at = findRun(name, phrase);
    if (at >= 0) return at === 0 ? 1 : 0.7;
  }
  return name.length < phrase.length && isWithin(phrase, name)
    ? (0.8 * name.length) / phrase.length
    : 0;
}

function findRun(keys: readonly string[], run: readonly string[]): number {
  if (run.length === 0) return -1;
  for (let start = 0; start + run.length <= keys.length; start++) {
    if (run.every((key, offset) => keys[start + offset] === key)) return start;
  }
  return -1;
}

/** True when all of `part` occurs in `keys` in order, with or without others between. */
function isWithin(keys: readonly string[], part: readonly string[]): boolean {
  let at = 0;
  for (const key of keys) if (key === part[at]) at++;
  return part.length > 0 && at === part.length;
}
