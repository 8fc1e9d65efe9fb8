import type { Candidate } from './candidate.ts';
import { toKeys } from './keys.ts';
import type { FieldName } from './weights.ts';
import { FIELD_WEIGHTS } from './weights.ts';

/** One key in one candidate, over all its fields. */
export interface Posting {
  candidate: number;
  /** Weighted, length-normalised frequency (BM25F) where the word names the target. */
  target: number;
  /** The same where it says the place. */
  place: number;
  /** How much of the word counts as found: in fields that name the element, and in its context. */
  cover: number;
  placeCover: number;
}

export interface TextIndex {
  size: number;
  /**
   * Where each of these keys occurs: as a word, or as two neighbours written as one, so that "log in"
   * and "login" meet. Keys that occur nowhere are left out.
   */
  find(keys: Iterable<string>): Map<string, Posting[]>;
  /** All single words, where typos are looked for. */
  listWords(): ReadonlySet<string>;
  /** Keys of each field of a candidate that can be its whole name. */
  namesOf(candidate: number): readonly (readonly string[])[];
  /** Keys of each of its options. */
  optionsOf(candidate: number): readonly (readonly string[])[];
}

interface Field {
  at: number;
  keys: readonly string[];
}

const FIELD_NAMES = Object.keys(FIELD_WEIGHTS) as FieldName[];
const WEIGHTS = FIELD_NAMES.map((name) => FIELD_WEIGHTS[name]);
const CONTEXT = FIELD_NAMES.indexOf('context');
const NAMING = new Set(
  (['name', 'label', 'text', 'placeholder', 'title', 'alt'] as const).map((name) =>
    FIELD_NAMES.indexOf(name),
  ),
);

/**
 * BM25F index over the fields of all candidates (Robertson, Zaragoza, Taylor 2004: frequencies are
 * weighted and normalised per field, then added, and saturated once). Only the keys a query asks for
 * are looked up: of a page's thousands of words it has a dozen.
 */
export function indexTexts(candidates: readonly Candidate[]): TextIndex {
  const docs = candidates.map(readDocument);
  const averages = averageLengths(docs);
  return {
    size: docs.length,
    find: (keys) => findKeys(docs, averages, keys),
    listWords: () => new Set(docs.flatMap((doc) => doc.flatMap(({ keys }) => keys))),
    namesOf: (candidate) =>
      (docs[candidate] ?? []).filter(({ at }) => NAMING.has(at)).map(({ keys }) => keys),
    optionsOf: (candidate) => (candidates[candidate]?.options ?? []).map(toKeys),
  };
}

/** Fields that only repeat another one are left out: said twice is not meant twice. */
function readDocument(candidate: Candidate): Field[] {
  const doc: Field[] = [];
  const seen: string[] = [];
  for (const [at, field] of FIELD_NAMES.entries()) {
    const text = field === 'options' ? candidate.options.join(' ') : candidate.fields[field];
    if (text === '' || seen.includes(text)) continue;
    seen.push(text);
    // Lines of a context are shared by many candidates, and their keys are remembered.
    const keys = at === CONTEXT ? readLines(text) : toKeys(text);
    if (keys.length > 0) doc.push({ at, keys });
  }
  return doc;
}

function readLines(text: string): string[] {
  const keys: string[] = [];
  for (const line of text.split('\n')) for (const key of toKeys(line)) keys.push(key);
  return keys;
}

function findKeys(
  docs: readonly Field[][],
  averages: readonly number[],
  wanted: Iterable<string>,
): Map<string, Posting[]> {
  const found = new Map<string, Posting[]>();
  const starts = listStarts(new Set(wanted));
  for (const [candidate, doc] of docs.entries()) {
    for (const { at, keys } of doc) {
      for (let place = 0; place < keys.length; place++) {
        const key = keys[place] ?? '';
        // Once per word of the page: nearly all of them are none of these.
        const start = starts.get(key);
        if (start === undefined) continue;
        if (start.isKey) add(found, key, candidate, at, keys.length, averages);
        const joined = start.joined?.get(keys[place + 1] ?? '');
        if (joined !== undefined) add(found, joined, candidate, at, keys.length, averages);
      }
    }
  }
  return found;
}

interface Start {
  /** It is a key that is looked for. */
  isKey: boolean;
  /** Keys that it makes with the word after it, by that word. */
  joined: Map<string, string> | null;
}

/** The words with which a key may begin on the page: itself, or the first of two neighbours. */
function listStarts(keys: ReadonlySet<string>): Map<string, Start> {
  const starts = new Map<string, Start>();
  const startAt = (word: string): Start => {
    const start = starts.get(word) ?? { isKey: false, joined: null };
    starts.set(word, start);
    return start;
  };
  for (const key of keys) {
    startAt(key).isKey = true;
    for (let cut = 1; cut < key.length; cut++) {
      const start = startAt(key.slice(0, cut));
      start.joined = (start.joined ?? new Map<string, string>()).set(key.slice(cut), key);
    }
  }
  return starts;
}

function add(
  found: Map<string, Posting[]>,
  key: string,
  candidate: number,
  at: number,
  length: number,
  averages: readonly number[],
): void {
  const weight = WEIGHTS[at];
  if (!weight) return;
  const list = found.get(key) ?? [];
  if (list.length === 0) found.set(key, list);
  let posting = list.at(-1);
  if (posting?.candidate !== candidate) {
    posting = { candidate, target: 0, place: 0, cover: 0, placeCover: 0 };
    list.push(posting);
  }
  const norm = 1 - weight.b + (weight.b * length) / (averages[at] ?? 1);
  posting.target += weight.target / norm;
  posting.place += weight.place / norm;
  posting.cover = Math.max(posting.cover, weight.cover);
  posting.placeCover = Math.max(posting.placeCover, at === CONTEXT ? 1 : weight.cover * 0.8);
}

function averageLengths(docs: readonly Field[][]): number[] {
  const lengths = FIELD_NAMES.map(() => 0);
  const counts = FIELD_NAMES.map(() => 0);
  for (const doc of docs) {
    for (const { at, keys } of doc) {
      lengths[at] = (lengths[at] ?? 0) + keys.length;
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return lengths.map((length, at) => length / (counts[at] || 1));
}
