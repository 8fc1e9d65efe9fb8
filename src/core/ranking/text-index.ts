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
  postings: Map<string, Posting[]>;
  /** The keys that are single words, where typos are looked for. */
  words: Set<string>;
  /** Per candidate, the keys of each field that can be its whole name. */
  names: string[][][];
  /** Per candidate, the keys of each option. */
  options: string[][][];
}

const FIELD_NAMES = Object.keys(FIELD_WEIGHTS) as FieldName[];
const NAMING: readonly FieldName[] = ['name', 'label', 'text', 'placeholder', 'title', 'alt'];

/**
 * BM25F index over the fields of all candidates (Robertson, Zaragoza, Taylor 2004: frequencies are
 * weighted and normalised per field, then added, and saturated once). Neighbouring words are also
 * kept joined, so that "log in" and "login" meet.
 */
export function indexTexts(candidates: readonly Candidate[]): TextIndex {
  const docs = candidates.map(readDocument);
  const averages = averageLengths(docs);
  const index: TextIndex = {
    size: docs.length,
    postings: new Map(),
    words: new Set(),
    names: [],
    options: [],
  };
  docs.forEach((doc, candidate) => {
    const terms = new Map<string, Posting>();
    for (const [field, keys] of doc) {
      for (const key of keys) index.words.add(key);
      addField(terms, candidate, field, keys, averages);
    }
    for (const [key, posting] of terms) {
      const list = index.postings.get(key);
      if (list) list.push(posting);
      else index.postings.set(key, [posting]);
    }
    index.names.push(NAMING.map((field) => doc.get(field) ?? []).filter((keys) => keys.length > 0));
    index.options.push((candidates[candidate]?.options ?? []).map(toKeys));
  });
  return index;
}

/** Fields that only repeat another one are left out: said twice is not meant twice. */
function readDocument(candidate: Candidate): Map<FieldName, string[]> {
  const doc = new Map<FieldName, string[]>();
  const seen = new Set<string>();
  for (const field of FIELD_NAMES) {
    const text = field === 'options' ? candidate.options.join(' ') : candidate.fields[field];
    if (!text || seen.has(text)) continue;
    seen.add(text);
    const keys = toKeys(text);
    if (keys.length > 0) doc.set(field, keys);
  }
  return doc;
}

function addField(
  terms: Map<string, Posting>,
  candidate: number,
  field: FieldName,
  keys: readonly string[],
  averages: Map<FieldName, number>,
): void {
  const weight = FIELD_WEIGHTS[field];
  const norm = 1 - weight.b + (weight.b * keys.length) / (averages.get(field) ?? 1);
  const add = (key: string): void => {
    let posting = terms.get(key);
    if (!posting) {
      posting = { candidate, target: 0, place: 0, cover: 0, placeCover: 0 };
      terms.set(key, posting);
    }
    posting.target += weight.target / norm;
    posting.place += weight.place / norm;
    posting.cover = Math.max(posting.cover, weight.cover);
    posting.placeCover = Math.max(posting.placeCover, field === 'context' ? 1 : weight.cover * 0.8);
  };
  keys.forEach((key, at) => {
    add(key);
    const next = keys[at + 1];
    if (next !== undefined) add(key + next);
  });
}

function averageLengths(docs: readonly Map<FieldName, string[]>[]): Map<FieldName, number> {
  const sums = new Map<FieldName, { length: number; count: number }>();
  for (const doc of docs) {
    for (const [field, keys] of doc) {
      const sum = sums.get(field) ?? { length: 0, count: 0 };
      sums.set(field, { length: sum.length + keys.length, count: sum.count + 1 });
    }
  }
  return new Map([...sums].map(([field, { length, count }]) => [field, length / count]));
}
