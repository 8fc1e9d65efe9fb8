import type { Candidate } from './candidate.ts';
import { FILLERS } from './lexicon/query-words.ts';
import { scanPlain } from './query/split-plain.ts';
import { foldWord, toKeys } from './query/tokenize.ts';
import type { FieldName } from './weights.ts';
import { FIELD_WEIGHTS } from './weights.ts';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
/** Marks a free slot. */
const FREE = -1;

/**
 * Numbers for the words of pages. A page repeats a few hundred words: a word is found by its letters within the text, so that
 * it is cut out, folded and looked up only once. Ranking a page by words takes two thirds of the time that strings take.
 */
export class KeyTable {
  /** What the numbers stand for: folded words, as `toKeys` gives them. */
  readonly keys: string[] = [];
  private readonly idOfKey = new Map<string, number>();
  private readonly words: string[] = [];
  /** By word: its key's number, and whether it is a filler. */
  private keyOf = new Int32Array(1024);
  private isFiller = new Uint8Array(1024);
  /** Open addressing: words by their hashes. */
  private slots = new Int32Array(4096).fill(FREE);

  get size(): number {
    return this.words.length;
  }

  /** The number of a key; undefined where no text held it. */
  find(key: string): number | undefined {
    return this.idOfKey.get(key);
  }

  /**
   * Appends the numbers of a text's keys, as `toKeys` gives them, to `out`; of the text between `from` and `to`.
   */
  read(text: string, from: number, to: number, out: KeyList): void {
    const start = out.length;
    const addWord = (begin: number, end: number): void => {
      out.push(this.findWord(text, begin, end));
    };
    if (scanPlain(text, from, to, addWord)) {
      this.keepDistinctive(start, out);
      return;
    }
    out.length = start;
    for (const key of toKeys(text.slice(from, to))) out.push(this.findKey(key));
  }

  /** Replaces words by their keys, without fillers unless there are no other words. */
  private keepDistinctive(start: number, out: KeyList): void {
    const { values, length } = out;
    let kept = start;
    for (let at = start; at < length; at++) {
      const word = values[at] ?? 0;
      if (this.isFiller[word] === 0) values[kept++] = this.keyOf[word] ?? 0;
    }
    if (kept > start) {
      out.length = kept;
      return;
    }
    for (let at = start; at < length; at++) values[at] = this.keyOf[values[at] ?? 0] ?? 0;
  }

  /** Returns the number of a word, compared without case. */
  private findWord(text: string, from: number, to: number): number {
    let state = OFFSET;
    for (let at = from; at < to; at++) {
      state = Math.imul(state ^ lowerCode(text.charCodeAt(at)), PRIME);
    }
    const { slots, words } = this;
    const mask = slots.length - 1;
    let slot = (state ^ (state >>> 15)) & mask;
    for (;;) {
      const word = slots[slot] ?? FREE;
      if (word === FREE) break;
      if (isSame(words[word] ?? '', text, from, to)) return word;
      slot = (slot + 1) & mask;
    }
    const word = this.add(lowerPlain(text, from, to));
    slots[slot] = word;
    if (2 * this.size > slots.length) this.growSlots();
    return word;
  }

  private add(word: string): number {
    const number = this.words.length;
    this.words.push(word);
    if (number >= this.keyOf.length) {
      this.keyOf = grow(this.keyOf, new Int32Array(2 * number));
      this.isFiller = grow(this.isFiller, new Uint8Array(2 * number));
    }
    this.keyOf[number] = this.findKey(foldWord(word));
    this.isFiller[number] = FILLERS.has(word) ? 1 : 0;
    return number;
  }

  private findKey(key: string): number {
    const known = this.idOfKey.get(key);
    if (known !== undefined) return known;
    this.idOfKey.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }

  private growSlots(): void {
    const slots = new Int32Array(4 * this.slots.length).fill(FREE);
    const mask = slots.length - 1;
    for (const [number, word] of this.words.entries()) {
      let state = OFFSET;
      for (let at = 0; at < word.length; at++) {
        state = Math.imul(state ^ word.charCodeAt(at), PRIME);
      }
      let slot = (state ^ (state >>> 15)) & mask;
      while (slots[slot] !== FREE) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.slots = slots;
  }
}

/** A growing list of numbers; `length` may be reduced. */
export class KeyList {
  values = new Int32Array(4096);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      this.values = grow(this.values, new Int32Array(2 * this.length));
    }
    this.values[this.length++] = value;
  }
}

function lowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== lowerCode(text.charCodeAt(from + at))) return false;
  }
  return true;
}

function lowerPlain(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function grow<A extends Int32Array | Uint8Array>(before: A, after: A): A {
  after.set(before);
  return after;
}

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
const WEIGHTS = FIELD_NAMES.map((name) => FIELD_WEIGHTS[name]);
const CONTEXT = FIELD_NAMES.indexOf('context');
const NAMING = new Set(
  (['name', 'label', 'text', 'placeholder', 'title', 'alt'] as const).map((name) =>
    FIELD_NAMES.indexOf(name),
  ),
);

/** Words beyond which a new table is begun. */
const MOST_WORDS = 20_000;
let table = new KeyTable();

/** The keys of a page's fields, one after the other. */
interface Page {
  table: KeyTable;
  size: number;
  keys: KeyList;
  /** By field that says something: which it is, and where its keys begin; one more at the end. */
  names: KeyList;
  starts: KeyList;
  /** By candidate: its first field; one more at the end. */
  firsts: Int32Array;
}

/**
 * BM25F index over the fields of all candidates (Robertson, Zaragoza, Taylor 2004: frequencies are
 * weighted and normalised per field, then added, and saturated once). Only the keys a query asks for
 * are looked up: of a page's thousands of words it has a dozen.
 */
export function indexTexts(candidates: readonly Candidate[]): TextIndex {
  const known = indexes.get(candidates);
  if (known) return known;
  const index = makeIndex(candidates);
  indexes.set(candidates, index);
  return index;
}

/** By list, which is ranked again for parts of a request and for the next one. Lists are never changed. */
const indexes = new WeakMap<readonly Candidate[], TextIndex>();

function makeIndex(candidates: readonly Candidate[]): TextIndex {
  const page = readPage(candidates);
  const averages = averageLengths(page);
  return {
    size: page.size,
    find: (keys) => findKeys(page, averages, keys),
    listWords: () => listWords(page),
    namesOf: (candidate) => listNames(page, candidate),
    optionsOf: (candidate) => (candidates[candidate]?.options ?? []).map(toKeys),
  };
}

function readPage(candidates: readonly Candidate[]): Page {
  // What is under way keeps the table it began with.
  if (table.size > MOST_WORDS) table = new KeyTable();
  const page: Page = {
    table,
    size: candidates.length,
    keys: new KeyList(),
    names: new KeyList(),
    starts: new KeyList(),
    firsts: new Int32Array(candidates.length + 1),
  };
  for (const [at, candidate] of candidates.entries()) {
    page.firsts[at] = page.names.length;
    readFields(candidate, page);
  }
  page.firsts[candidates.length] = page.names.length;
  page.starts.push(page.keys.length);
  return page;
}

/** Fields that only repeat another one are left out: said twice is not meant twice. */
function readFields(candidate: Candidate, { table: known, keys, names, starts }: Page): void {
  const seen: string[] = [];
  for (const [at, field] of FIELD_NAMES.entries()) {
    const text = field === 'options' ? candidate.options.join(' ') : candidate.fields[field];
    if (text === '' || seen.includes(text)) continue;
    seen.push(text);
    const start = keys.length;
    if (at === CONTEXT) readLines(text, known, keys);
    else known.read(text, 0, text.length, keys);
    if (keys.length === start) continue;
    names.push(at);
    starts.push(start);
  }
}

/** What is said in a line by itself counts, also where the others say more. */
function readLines(text: string, known: KeyTable, keys: KeyList): void {
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    known.read(text, from, to, keys);
    from = to + 1;
  }
}

function listWords({ table: known, keys: { values, length } }: Page): Set<string> {
  const words = new Set<string>();
  const isSeen = new Uint8Array(known.keys.length);
  for (let at = 0; at < length; at++) {
    const id = values[at] ?? 0;
    if (isSeen[id] === 1) continue;
    isSeen[id] = 1;
    words.add(known.keys[id] ?? '');
  }
  return words;
}

function listNames(page: Page, candidate: number): string[][] {
  const { table: known, keys, names, starts, firsts } = page;
  const found: string[][] = [];
  for (let field = firsts[candidate] ?? 0; field < (firsts[candidate + 1] ?? 0); field++) {
    if (!NAMING.has(names.values[field] ?? -1)) continue;
    const name: string[] = [];
    const end = starts.values[field + 1] ?? 0;
    for (let at = starts.values[field] ?? 0; at < end; at++) {
      name.push(known.keys[keys.values[at] ?? 0] ?? '');
    }
    found.push(name);
  }
  return found;
}

function findKeys(
  page: Page,
  averages: readonly number[],
  wanted: Iterable<string>,
): Map<string, Posting[]> {
  const { table: known, size, firsts } = page;
  const found = new Map<string, Posting[]>();
  const starts = listStarts(new Set(wanted), known);
  // Nearly all of a page's words are none of these: a look in an array says so.
  const isStart = new Uint8Array(known.keys.length);
  for (const id of starts.keys()) isStart[id] = 1;
  const keys = page.keys.values;
  for (let candidate = 0; candidate < size; candidate++) {
    const end = firsts[candidate + 1] ?? 0;
    for (let field = firsts[candidate] ?? 0; field < end; field++) {
      const from = page.starts.values[field] ?? 0;
      const to = page.starts.values[field + 1] ?? 0;
      for (let place = from; place < to; place++) {
        const id = keys[place] ?? 0;
        if (isStart[id] !== 1) continue;
        const at = page.names.values[field] ?? 0;
        const { key, joined } = starts.get(id) ?? { key: null, joined: null };
        if (key !== null) add(found, key, candidate, at, to - from, averages);
        const both = place + 1 < to ? joined?.get(keys[place + 1] ?? 0) : undefined;
        if (both !== undefined) add(found, both, candidate, at, to - from, averages);
      }
    }
  }
  return found;
}

interface Start {
  /** Set where it is a key that is looked for. */
  key: string | null;
  /** Keys that it makes with the word after it, by that word. */
  joined: Map<number, string> | null;
}

/** The words with which a key may begin on the page: itself, or the first of two neighbours. */
function listStarts(keys: ReadonlySet<string>, known: KeyTable): Map<number, Start> {
  const starts = new Map<number, Start>();
  const startAt = (id: number): Start => {
    const start = starts.get(id) ?? { key: null, joined: null };
    starts.set(id, start);
    return start;
  };
  for (const key of keys) {
    const whole = known.find(key);
    if (whole !== undefined) startAt(whole).key = key;
    for (let cut = 1; cut < key.length; cut++) {
      const [first, second] = [known.find(key.slice(0, cut)), known.find(key.slice(cut))];
      if (first === undefined || second === undefined) continue;
      const start = startAt(first);
      start.joined = (start.joined ?? new Map<number, string>()).set(second, key);
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

function averageLengths({ names, starts }: Page): number[] {
  const lengths = FIELD_NAMES.map(() => 0);
  const counts = FIELD_NAMES.map(() => 0);
  for (let field = 0; field < names.length; field++) {
    const at = names.values[field] ?? 0;
    const length = (starts.values[field + 1] ?? 0) - (starts.values[field] ?? 0);
    lengths[at] = (lengths[at] ?? 0) + length;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return lengths.map((length, at) => length / (counts[at] || 1));
}
