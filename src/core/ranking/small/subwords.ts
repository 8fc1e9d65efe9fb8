import { tokenize } from '../tokenize.ts';

/** Shortest and longest stretch of letters that is looked at within a word, its ends marked. */
const SHORTEST = 3;
const LONGEST = 5;
/** Words longer than this are compared by their beginning. */
const WORD_LIMIT = 24;
/** Texts longer than this many words say no more by it. */
const WORDS_LIMIT = 40;

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The rows of the encoder's table that a text is made of: every word, the pairs of neighbouring
 * characters where a script has no spaces, and stretches of 3 to 5 letters, by which forms and
 * misspellings of a word meet (subword hashing as in Bojanowski et al. 2017, fastText). Each is hashed
 * (FNV-1a, 32 bit, over UTF-16 units) into `rows`, a power of two.
 */
export function listSubwords(text: string, rows: number): number[] {
  return listParts(text).flatMap((part) => listPartRows(part, rows));
}

/** Its words, and after a single character the pair it makes with the next one, marked by a space before it. */
export function listParts(text: string): string[] {
  const parts: string[] = [];
  const words = tokenize(text).slice(0, WORDS_LIMIT);
  for (const [at, word] of words.entries()) {
    parts.push(word);
    const next = words[at + 1];
    if (word.length === 1 && next?.length === 1) parts.push(` ${word}${next}`);
  }
  return parts;
}

/** The rows of one of `listParts`. */
export function listPartRows(part: string, rows: number): number[] {
  const mask = rows - 1;
  if (part.startsWith(' ')) return [hash(part, 1, part.length, 2) & mask];
  const marked = `<${part.slice(0, WORD_LIMIT)}>`;
  const found = [hash(marked, 0, marked.length, 1) & mask];
  if (part.length === 1) return found;
  for (let length = SHORTEST; length <= LONGEST; length++) {
    for (let start = 0; start + length <= marked.length; start++) {
      if (start === 0 && length === marked.length) continue;
      found.push(hash(marked, start, start + length, 3) & mask);
    }
  }
  return found;
}

function hash(text: string, start: number, end: number, kind: number): number {
  let state = Math.imul(OFFSET ^ kind, PRIME);
  for (let at = start; at < end; at++) state = Math.imul(state ^ text.charCodeAt(at), PRIME);
  // The low bits of FNV-1a alone are poor.
  return (state ^ (state >>> 15)) >>> 0;
}
