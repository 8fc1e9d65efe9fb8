import { foldWord } from './fold.ts';
import { toKeys } from './keys.ts';
import { FILLERS } from './lexicon/query-words.ts';
import { scanPlain } from './split-plain.ts';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
/** Of a slot that is free. */
const FREE = -1;

/**
 * The words of pages as numbers. A page says the same few hundred words over and over: a word is found by
 * its letters where it stands in the text, so that nothing is cut out, folded or looked up twice.
 */
export class KeyTable {
  /** What the numbers stand for: folded words, as `toKeys` gives them. */
  readonly keys: string[] = [];
  private readonly idOfKey = new Map<string, number>();
  private readonly words: string[] = [];
  /** By word: its key's number, and whether it says nothing. */
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
   * Writes the numbers of a text's keys, as `toKeys` gives them, behind what is in `out`. Words of `from`
   * up to, not including, `to`.
   */
  read(text: string, from: number, to: number, out: KeyList): void {
    const start = out.length;
    const hear = (begin: number, end: number): void => {
      out.push(this.findWord(text, begin, end));
    };
    if (scanPlain(text, from, to, hear)) {
      this.keepTelling(start, out);
      return;
    }
    out.length = start;
    for (const key of toKeys(text.slice(from, to))) out.push(this.findKey(key));
  }

  /** Words become keys; those that say nothing are left out, unless there are no others. */
  private keepTelling(start: number, out: KeyList): void {
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

  /** The number of a word, which is written in lower case here or in either case there. */
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

/** Numbers in a row; `length` may be set back. */
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
