import type { Candidate } from './candidate.ts';
import { toKeys } from './query/tokenize.ts';
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

const FIELD_NAMES = Object.keys(FIELD_WEIGHTS) as FieldName[];
/** Fields that can hold a candidate's whole name. */
const NAMING = new Set<FieldName>(['name', 'label', 'text', 'placeholder', 'title', 'alt']);

/** A field that says something. */
interface Field {
  name: FieldName;
  keys: readonly string[];
}

/**
 * BM25F index over the fields of all candidates (Robertson, Zaragoza, Taylor 2004: frequencies are
 * weighted and normalised per field, then added, and saturated once). Only the keys a query asks for
 * are looked up: of a page's thousands of words it has a dozen.
 */
export function indexTexts(candidates: readonly Candidate[]): TextIndex {
  const page = candidates.map(readFields);
  const averages = averageLengths(page);
  return {
    size: page.length,
    find: (keys) => findKeys(page, averages, listStarts(keys)),
    listWords: () => new Set(page.flatMap((fields) => fields.flatMap(({ keys }) => keys))),
    namesOf: (candidate) =>
      (page[candidate] ?? []).flatMap(({ name, keys }) => (NAMING.has(name) ? [keys] : [])),
    optionsOf: (candidate) => (candidates[candidate]?.options ?? []).map(toKeys),
  };
}

/** Fields that only repeat another one are left out: said twice is not meant twice. */
function readFields({ fields, options }: Candidate): Field[] {
  const seen: string[] = [];
  const found: Field[] = [];
  for (const name of FIELD_NAMES) {
    const text = name === 'options' ? options.join(' ') : fields[name];
    if (text === '' || seen.includes(text)) continue;
    seen.push(text);
    // What is said in a line by itself counts, also where the others say more.
    const keys = name === 'context' ? text.split('\n').flatMap(toKeys) : toKeys(text);
    if (keys.length > 0) found.push({ name, keys });
  }
  return found;
}

function findKeys(
  page: readonly (readonly Field[])[],
  averages: Averages,
  starts: ReadonlyMap<string, Start>,
): Map<string, Posting[]> {
  const found = new Map<string, Posting[]>();
  for (const [candidate, fields] of page.entries()) {
    for (const field of fields) {
      const { keys } = field;
      for (let at = 0; at < keys.length; at++) {
        const start = starts.get(keys[at] ?? '');
        if (!start) continue;
        if (start.key !== null) add(found, start.key, candidate, field, averages);
        const joined = start.joined.get(keys[at + 1] ?? '');
        if (joined !== undefined) add(found, joined, candidate, field, averages);
      }
    }
  }
  return found;
}

interface Start {
  /** Set where it is a key that is looked for. */
  key: string | null;
  /** Keys that it makes with the word after it, by that word. */
  joined: Map<string, string>;
}

/** The words with which a key may begin on a page: itself, or the first of two neighbours. */
function listStarts(keys: Iterable<string>): Map<string, Start> {
  const starts = new Map<string, Start>();
  const startAt = (word: string): Start => {
    const start = starts.get(word) ?? { key: null, joined: new Map<string, string>() };
    starts.set(word, start);
    return start;
  };
  for (const key of keys) {
    startAt(key).key = key;
    for (let cut = 1; cut < key.length; cut++) {
      startAt(key.slice(0, cut)).joined.set(key.slice(cut), key);
    }
  }
  return starts;
}

function add(
  found: Map<string, Posting[]>,
  key: string,
  candidate: number,
  { name, keys }: Field,
  averages: Averages,
): void {
  const weight = FIELD_WEIGHTS[name];
  const list = found.get(key) ?? [];
  if (list.length === 0) found.set(key, list);
  let posting = list.at(-1);
  if (posting?.candidate !== candidate) {
    posting = { candidate, target: 0, place: 0, cover: 0, placeCover: 0 };
    list.push(posting);
  }
  const norm = 1 - weight.b + (weight.b * keys.length) / (averages[name] ?? 1);
  posting.target += weight.target / norm;
  posting.place += weight.place / norm;
  posting.cover = Math.max(posting.cover, weight.cover);
  posting.placeCover = Math.max(posting.placeCover, name === 'context' ? 1 : weight.cover * 0.8);
}

/** Mean number of keys by field, where it has any. */
type Averages = Partial<Record<FieldName, number>>;

function averageLengths(page: readonly (readonly Field[])[]): Averages {
  const sums: Averages = {};
  const counts: Averages = {};
  for (const fields of page) {
    for (const { name, keys } of fields) {
      sums[name] = (sums[name] ?? 0) + keys.length;
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  for (const name of FIELD_NAMES) sums[name] = (sums[name] ?? 0) / (counts[name] ?? 1);
  return sums;
}
