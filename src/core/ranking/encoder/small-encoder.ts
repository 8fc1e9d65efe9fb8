import { tokenize } from '../query/tokenize.ts';

/**
 * The small shipped encoder: a text's vector is the sum of its subwords' rows in a table, made a unit
 * vector. No order of words, no grammar: it knows what interfaces call things, and nothing else.
 */
export interface SmallEncoder {
  readonly dim: number;
  /** A unit vector; all zeros for a text without letters and digits. */
  encode: (text: string) => Float32Array;
}

/** `WSE1`, little-endian. */
const MAGIC = 0x31455357;
const HEADER_BYTES = 12;
/** Vectors are kept for as many texts: pages repeat themselves, and are ranked again after every step. */
const MOST_REMEMBERED = 20_000;
/** Vectors that share one piece of memory: made one by one they cost more than what is in them. */
const CHUNK = 1024;

/**
 * Reads the table: magic, rows (a power of two) and columns as uint32, a float32 scale for every row, then
 * the rows as int8; little-endian. Throws an error that says what is wrong with it.
 */
export function openSmallEncoder(bytes: Uint8Array<ArrayBuffer>): SmallEncoder {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
    throw new Error('The small encoder’s file is not one');
  }
  const rows = view.getUint32(4, true);
  const dim = view.getUint32(8, true);
  const isPowerOfTwo = rows > 0 && (rows & (rows - 1)) === 0;
  if (!isPowerOfTwo || bytes.byteLength !== HEADER_BYTES + rows * (4 + dim)) {
    throw new Error('The small encoder’s file is damaged');
  }
  const scales = Float32Array.from({ length: rows }, (_, row) =>
    view.getFloat32(HEADER_BYTES + row * 4, true),
  );
  const table = new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES + rows * 4, rows * dim);
  const remembered = new Map<string, Float32Array>();
  /** Sums of rows by word: a page says the same few hundred words over and over. */
  const parts = new Map<string, Float32Array>();

  let chunk = new Float32Array(0);
  let used = 0;

  function makeVector(): Float32Array {
    if (used === chunk.length) {
      chunk = new Float32Array(CHUNK * dim);
      used = 0;
    }
    used += dim;
    return chunk.subarray(used - dim, used);
  }

  function sumPart(part: string): Float32Array {
    const known = parts.get(part);
    if (known) return known;
    const sum = makeVector();
    for (const row of listPartRows(part, rows)) {
      const scale = scales[row] ?? 0;
      const start = row * dim;
      for (let at = 0; at < dim; at++) sum[at] = (sum[at] ?? 0) + scale * (table[start + at] ?? 0);
    }
    if (parts.size >= MOST_REMEMBERED) parts.clear();
    parts.set(part, sum);
    return sum;
  }

  function sumUp(text: string): Float32Array {
    const sum = makeVector();
    for (const part of listParts(text)) {
      const values = sumPart(part);
      for (let at = 0; at < dim; at++) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0);
    }
    return normalize(sum);
  }

  return {
    dim,
    encode(text) {
      const known = remembered.get(text);
      if (known) return known;
      const vector = sumUp(text);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(text, vector);
      return vector;
    },
  };
}

/** The file that `openSmallEncoder` reads, from float rows. */
export function packTable(rows: Float32Array, dim: number): Uint8Array<ArrayBuffer> {
  const count = rows.length / dim;
  const bytes = new Uint8Array(HEADER_BYTES + count * (4 + dim));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, count, true);
  view.setUint32(8, dim, true);
  for (let row = 0; row < count; row++) {
    const values = rows.subarray(row * dim, (row + 1) * dim);
    const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    view.setFloat32(HEADER_BYTES + row * 4, scale, true);
    const start = HEADER_BYTES + count * 4 + row * dim;
    values.forEach((value, at) => view.setInt8(start + at, scale && Math.round(value / scale)));
  }
  return bytes;
}

/** To length 1, in place. */
function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

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
function listParts(text: string): string[] {
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
function listPartRows(part: string, rows: number): number[] {
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
