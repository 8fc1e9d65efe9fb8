import type { Span } from './lexicon/find-synonyms.ts';
import { findSpans } from './lexicon/find-synonyms.ts';
import { BUTTON_VERBS, FUNCTION_WORDS } from './lexicon/query-words.ts';
import type { QueryWord, ReadQuery } from './query/relation.ts';
import type { Posting, TextIndex } from './text-index.ts';
import { MATCH_QUALITY, PLACE_COVERAGE, SATURATION } from './weights.ts';

type MatchKind = keyof typeof MATCH_QUALITY;
type Postings = ReadonlyMap<string, Posting[]>;

/** What the query's words found in one candidate. */
export interface WordMatches {
  /** Shares of the best possible sum, 0 … 1 together: words as they are, their concepts, typos, place. */
  word: number;
  concept: number;
  typo: number;
  context: number;
  coverage: number;
  /** Texts of the words found in it. */
  matched: string[];
  /** Keys of words found as they are in what names the element. */
  named: string[];
  /** Texts of the words that were found around it, not in what names it. */
  around: string[];
}

interface Hit {
  score: number;
  cover: number;
  kind: MatchKind;
  inPlace: boolean;
}

/**
 * Matches every word of a query against every candidate: BM25F with synonyms and typos as substitutes.
 * Undefined for those in which nothing was found.
 */
export function matchWords(
  query: ReadQuery,
  index: TextIndex,
): readonly (WordMatches | undefined)[] {
  const result = new Array<WordMatches | undefined>(index.size).fill(undefined);
  const keys = query.words.map((word) => word.key);
  const spans = findSpans(keys);
  const postings = index.find(listKeys(keys, spans));
  const weights = query.words.map(
    (word) => word.weight * inverseFrequency(postings.get(word.key)?.length ?? 0, index.size),
  );
  const scoreSum = sum(weights) || 1;
  const coverSum = sum(query.words.map(coverWeight)) || 1;
  findHits(query, spans, postings, index).forEach((hits, at) => {
    const word = query.words[at];
    if (!word) return;
    for (const [candidate, hit] of hits) {
      const matches = (result[candidate] ??= startMatches());
      matches[partOf(hit)] += (hit.score * (weights[at] ?? 0)) / scoreSum;
      matches.coverage += (hit.cover * coverWeight(word)) / coverSum;
      matches.matched.push(word.text);
      if (hit.kind === 'word' && !hit.inPlace && hit.cover === 1) matches.named.push(word.key);
      if (hit.inPlace) matches.around.push(word.text);
    }
  });
  return result;
}

/** All that is looked up for a query: its words, neighbours written as one, and their synonyms. */
function listKeys(keys: readonly string[], spans: readonly Span[]): Set<string> {
  const wanted = new Set(keys);
  const addPairs = (words: readonly string[]): void => {
    words.forEach((word, at) => {
      const next = words[at + 1];
      if (next !== undefined) wanted.add(word + next);
    });
  };
  addPairs(keys);
  for (const { synonyms } of spans) {
    for (const synonym of synonyms) {
      const [only] = synonym.keys;
      if (only !== undefined && synonym.keys.length === 1) wanted.add(only);
      addPairs(synonym.keys);
    }
  }
  return wanted;
}

/** Per word of the query: the best hit in each candidate that has one. */
function findHits(
  query: ReadQuery,
  spans: readonly Span[],
  postings: Postings,
  index: TextIndex,
): Map<number, Hit>[] {
  const hits = query.words.map(() => new Map<number, Hit>());
  const keys = query.words.map((word) => word.key);
  const add = (at: number, found: readonly Posting[] | undefined, kind: MatchKind): void =>
    merge(hits[at], query.words[at], found, kind);
  for (const [at, key] of keys.entries()) add(at, postings.get(key), 'word');
  for (let at = 0; at + 1 < keys.length; at++) {
    const joined = postings.get(`${keys[at] ?? ''}${keys[at + 1] ?? ''}`);
    for (const side of [at, at + 1]) add(side, joined, 'word');
  }
  for (const { start, end, synonyms } of spans) {
    for (const { keys: other, kind } of synonyms) {
      const found = findPhrase(other, postings);
      for (let at = start; at < end; at++) add(at, found, kind);
    }
  }
  const missing = query.words.filter(
    (word, at) =>
      !postings.has(word.key) && (hits[at]?.size ?? 0) === 0 && !CORRECT_WORDS.has(word.text),
  );
  if (missing.length > 0) mergeTypos(missing, query, hits, index);
  return hits;
}

/** Words that are no misspelling of another one: "rename" is not "name". */
const CORRECT_WORDS: ReadonlySet<string> = new Set([...FUNCTION_WORDS, ...BUTTON_VERBS]);

function mergeTypos(
  missing: readonly QueryWord[],
  query: ReadQuery,
  hits: Map<number, Hit>[],
  index: TextIndex,
): void {
  const words = index.listWords();
  const meant = new Map(missing.map((word) => [word, findTypos(word.key, words)]));
  const postings = index.find([...meant.values()].flatMap((others) => [...others.keys()]));
  query.words.forEach((word, at) => {
    for (const [other, likeness] of meant.get(word) ?? []) {
      merge(hits[at], word, postings.get(other), 'typo', likeness);
    }
  });
}

function merge(
  hits: Map<number, Hit> | undefined,
  word: QueryWord | undefined,
  postings: readonly Posting[] | undefined,
  kind: MatchKind,
  likeness = 1,
): void {
  if (!hits || !word || !postings) return;
  for (const posting of postings) {
    const hit = judge(posting, word, kind, likeness);
    const known = hits.get(posting.candidate);
    if (!known || known.score < hit.score) hits.set(posting.candidate, hit);
  }
}

function judge(posting: Posting, word: QueryWord, kind: MatchKind, likeness: number): Hit {
  const quality = MATCH_QUALITY[kind];
  const place = word.part === 'target' ? 0 : posting.place;
  const target = word.part === 'place' ? 0 : posting.target;
  const inPlace = place > target;
  const frequency = Math.max(place, target);
  const cover = {
    target: posting.cover,
    place: posting.placeCover,
    either: Math.max(posting.cover, posting.placeCover),
  }[word.part];
  return {
    score: quality.score * likeness * (frequency / (SATURATION + frequency)),
    cover: quality.cover * likeness * cover,
    kind,
    inPlace,
  };
}

/** Candidates that hold a phrase; of three words and more every neighbouring pair of it. */
function findPhrase(keys: readonly string[], postings: Postings): Posting[] | undefined {
  const [first, second] = keys;
  if (first === undefined) return undefined;
  if (second === undefined) return postings.get(first);
  const pairs = keys.slice(1).map((key, at) => postings.get((keys[at] ?? '') + key) ?? []);
  // A pair may stand as one word on the page.
  const [start = [], ...rest] = pairs;
  return start.filter((posting) =>
    rest.every((pair) => pair.some((other) => other.candidate === posting.candidate)),
  );
}

/** BM25's idf. A word found nowhere counts like a word found once: it is missing everywhere alike. */
function inverseFrequency(count: number, size: number): number {
  const found = Math.max(1, count);
  return Math.log(1 + (size - found + 0.5) / (found + 0.5));
}

function coverWeight(word: QueryWord): number {
  return word.part === 'place' ? word.weight * PLACE_COVERAGE : word.weight;
}

function partOf(hit: Hit): 'word' | 'concept' | 'typo' | 'context' {
  if (hit.inPlace) return 'context';
  return hit.kind === 'same' || hit.kind === 'near' ? 'concept' : hit.kind;
}

/** A literal, since engines make slow objects of spread ones, and a page has thousands. */
function startMatches(): WordMatches {
  return {
    word: 0,
    concept: 0,
    typo: 0,
    context: 0,
    coverage: 0,
    matched: [],
    named: [],
    around: [],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const SHORTEST = 4;
const TRIGRAM_GATE = 0.3;

/**
 * Words of a vocabulary that a mistyped or shortened word may mean, with a likeness 0 … 1. Character
 * 3-grams (Dice, padded) sort out most; what passes must be within one edit (two from eight letters
 * on, transpositions count as one) or be continued by the vocabulary's word.
 */
function findTypos(word: string, vocabulary: Iterable<string>): Map<string, number> {
  const found = new Map<string, number>();
  if (word.length < SHORTEST || /\p{N}/u.test(word)) return found;
  const allowed = word.length >= 8 ? 2 : 1;
  const grams = trigrams(word);
  for (const other of vocabulary) {
    if (other.length < SHORTEST - 1 || other === word) continue;
    if (other.length > word.length + allowed) {
      if (other.startsWith(word)) found.set(other, Math.max(0.5, word.length / other.length));
      continue;
    }
    // Nearly all words share no trigram, so sets are made only for those that do.
    if (other.length < word.length - allowed || !sharesGram(grams, other)) continue;
    if (dice(grams, trigrams(other)) < TRIGRAM_GATE) continue;
    const edits = countEdits(word, other, allowed);
    if (edits <= allowed) found.set(other, 1 - (edits * 1.5) / word.length);
  }
  return found;
}

function sharesGram(grams: ReadonlySet<string>, other: string): boolean {
  const padded = `^${other}$`;
  for (const gram of grams) if (padded.includes(gram)) return true;
  return false;
}

/** Dice coefficient of two sets of 3-grams. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return (2 * shared) / (a.size + b.size);
}

function trigrams(word: string): Set<string> {
  const padded = `^${word}$`;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3));
  return grams;
}

/** Optimal string alignment distance, or `limit + 1` as soon as it is certain to be more. */
function countEdits(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (previous[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swap ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
