import type { SecretDigest } from './digest.ts';
import { HASH_MULTIPLIER, HASH_WINDOW, computeMac, hashText } from './digest.ts';

/** The encoding in which a value was found. */
export type SecretForm = 'plain' | 'base64' | EncodingLayer;

/** A place in UTF-16 units. */
export interface SecretMatch {
  from: number;
  to: number;
  form: SecretForm;
}

export interface SecretSearch {
  readonly isEmpty: boolean;
  /** Returns matches in order, overlapping ones joined. */
  find(text: string): SecretMatch[];
}

/** Weight of the unit that leaves the window. */
let leavingPower = 1;
for (let at = 0; at < HASH_WINDOW; at++) leavingPower = Math.imul(leavingPower, HASH_MULTIPLIER);
const LEAVING_POWER = leavingPower;

/** Creates a search for the values behind these digests, plain and encoded. */
export function createSecretSearch(digests: readonly SecretDigest[]): SecretSearch {
  const byStart = new Map<number, SecretDigest[]>();
  let reach = 4;
  // One of 65,536 places per digest: rejects nearly every window.
  const likely = new Uint8Array(1 << 16);
  for (const digest of digests) {
    byStart.set(digest.start, [...(byStart.get(digest.start) ?? []), digest]);
    likely[digest.start >>> 16] = 1;
    reach = Math.max(reach, digest.length + 4);
  }

  function* slide(text: string): Generator<{ from: number; to: number; isBase64: boolean }> {
    if (text.length < HASH_WINDOW) return;
    let hash = hashText(text, 0, HASH_WINDOW);
    for (let from = 0; ; from++) {
      if (likely[hash >>> 16] === 1) {
        for (const digest of byStart.get(hash) ?? []) {
          if (!isAt(text, from, digest)) continue;
          const { length, isBase64 } = digest;
          yield {
            ...(isBase64 ? extendBase64Match(text, from) : { from, to: from + length }),
            isBase64,
          };
        }
      }
      const next = from + HASH_WINDOW;
      if (next >= text.length) return;
      const kept =
        Math.imul(hash, HASH_MULTIPLIER) - Math.imul(text.charCodeAt(from), LEAVING_POWER);
      hash = (kept + text.charCodeAt(next)) >>> 0;
    }
  }

  function isAt(text: string, from: number, digest: SecretDigest): boolean {
    const { length, whole, salt, mac, isBase64 } = digest;
    const to = from + length;
    if (to > text.length || hashText(text, from, to) !== whole) return false;
    const value = text.slice(from, to);
    return computeMac(value, salt) === mac && (isBase64 || standsAlone(text, from, value));
  }

  return {
    isEmpty: digests.length === 0,
    find(text) {
      if (digests.length === 0) return [];
      const matches: SecretMatch[] = [];
      for (const view of listDecodedViews(text, reach)) {
        for (const { from, to, isBase64 } of slide(view.text)) {
          const form = isBase64 ? 'base64' : (view.layer ?? 'plain');
          matches.push({ ...view.locate(from, to), form });
        }
      }
      return mergeMatches(matches);
    },
  };
}

export function redactText(text: string, search: SecretSearch, mask: string): string {
  let redacted = '';
  let copied = 0;
  for (const { from, to } of search.find(text)) {
    redacted += text.slice(copied, from) + mask;
    copied = to;
  }
  return copied === 0 ? text : redacted + text.slice(copied);
}

/** Short values count only as separate words or numbers: six digits occur in many a number. */
function standsAlone(text: string, from: number, value: string): boolean {
  const isPlain = /^(?:\d+|\p{L}+)$/u.test(value);
  if (value.length >= (isPlain ? 12 : 8)) return true;
  const to = from + value.length;
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 2);
  return !/(?:[\p{L}\p{N}]|\d\.)$/u.test(before) && !/^(?:[\p{L}\p{N}]|\.\d)/u.test(after);
}

/** Extends a match to the base64 text around it, whose ends hold the rest of the value. */
function extendBase64Match(text: string, at: number): { from: number; to: number } {
  let from = at;
  let to = at;
  while (from > 0 && isBase64Digit(text, from - 1)) from--;
  while (to < text.length && isBase64Digit(text, to)) to++;
  return { from, to };
}

function isBase64Digit(text: string, at: number): boolean {
  return /[A-Za-z0-9+/_-]/.test(text.charAt(at));
}

/** The first of overlapping matches gives the form. */
function mergeMatches(matches: readonly SecretMatch[]): SecretMatch[] {
  const merged: SecretMatch[] = [];
  for (const match of matches.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && match.from < last.to) last.to = Math.max(last.to, match.to);
    else merged.push({ ...match });
  }
  return merged;
}

type EncodingLayer = 'json' | 'entities' | 'url' | 'utf-16';

/** A decoded text, and where its units are in the source. */
export interface DecodedView {
  /** The layer decoded last; null for the text itself. */
  layer: EncodingLayer | null;
  text: string;
  /** Returns the range of the source for a range of `text`. */
  locate(from: number, to: number): { from: number; to: number };
}

/** Units of a view from `at` on stand for `length` units of the source from `source` on. */
interface ViewSegment {
  at: number;
  source: number;
  length: number;
  isDecoded: boolean;
}

interface Decoder {
  layer: EncodingLayer;
  mark: RegExp;
  pattern: RegExp;
  decode(written: string): string;
}

const JSON_DECODER: Decoder = {
  layer: 'json',
  mark: /\\/,
  pattern: /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|["'\\/bfnrtv0])/gi,
  decode(written) {
    const kind = written.charAt(1);
    if (kind === 'u' || kind === 'x') return readUnit(written.slice(2), 16);
    return SHORT_ESCAPES[kind] ?? kind;
  },
};

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
};

export const ENTITY_DECODER: Decoder = {
  layer: 'entities',
  mark: /&/,
  pattern: /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos|nbsp);/gi,
  decode(written) {
    const name = written.slice(1, -1).toLowerCase();
    if (name.startsWith('#x')) return readUnit(name.slice(2), 16);
    return name.startsWith('#') ? readUnit(name.slice(1), 10) : (ENTITIES[name] ?? written);
  },
};

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const URL_DECODER: Decoder = {
  layer: 'url',
  mark: /[%+]/,
  pattern: /\+|(?:%[0-9a-f]{2})+/gi,
  decode(written) {
    if (written === '+') return ' ';
    const bytes = written
      .slice(1)
      .split('%')
      .map((hex) => Number.parseInt(hex, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  },
};

const UTF_16_DECODER: Decoder = {
  layer: 'utf-16',
  mark: /\0/,
  pattern: /\0/g,
  decode: () => '',
};

/**
 * Orders of decoding. What one decoder reads as encoding may be part of the value for another (a backslash in html), so
 * each comes first once.
 */
export const DECODING_ORDERS: readonly (readonly Decoder[])[] = [
  [JSON_DECODER, ENTITY_DECODER, URL_DECODER, JSON_DECODER, URL_DECODER],
  [ENTITY_DECODER, URL_DECODER, ENTITY_DECODER, JSON_DECODER],
  [URL_DECODER, ENTITY_DECODER, JSON_DECODER, URL_DECODER],
  [UTF_16_DECODER],
];

/** Stands for dropped text; occurs in no value. */
const GAP = '\uffff';

/**
 * Yields the text itself and its decoded views. A view contains only what is within `reach` units of something decoded,
 * since the rest is the same as before.
 */
export function* listDecodedViews(
  text: string,
  reach: number,
  orders = DECODING_ORDERS,
): Generator<DecodedView> {
  const plain: DecodedView = { layer: null, text, locate: (from, to) => ({ from, to }) };
  yield plain;
  const known = new Set<string>();
  for (const order of orders) {
    let view = plain;
    let path = '';
    for (const decoder of order) {
      const undone = decodeLayer(view, decoder, reach);
      if (undone === null) continue;
      view = undone;
      path += `${decoder.layer} `;
      if (known.has(path)) continue;
      known.add(path);
      yield view;
    }
  }
}

function decodeLayer(
  view: DecodedView,
  { layer, mark, pattern, decode }: Decoder,
  reach: number,
): DecodedView | null {
  if (!mark.test(view.text)) return null;
  const pieces: ViewSegment[] = [];
  const parts: string[] = [];
  let at = 0;
  let copied = 0;
  const add = (text: string, source: number, length: number, isDecoded: boolean): void => {
    if (text === '') return;
    pieces.push({ at, source, length, isDecoded });
    parts.push(text);
    at += text.length;
  };
  const copy = (from: number, to: number): void => {
    if (to - from <= 2 * reach) {
      add(view.text.slice(from, to), from, to - from, false);
      return;
    }
    add(view.text.slice(from, from + reach), from, reach, false);
    add(GAP, from + reach, 0, true);
    add(view.text.slice(to - reach, to), to - reach, reach, false);
  };
  for (const match of view.text.matchAll(pattern)) {
    const [written] = match;
    copy(copied, match.index);
    add(decode(written), match.index, written.length, true);
    copied = match.index + written.length;
  }
  if (copied === 0) return null;
  copy(copied, view.text.length);
  return {
    layer,
    text: parts.join(''),
    locate(from, to) {
      const first = locateInSource(pieces, from);
      const last = locateInSource(pieces, to - 1);
      return view.locate(first.from, last.to);
    },
  };
}

function locateInSource(
  pieces: readonly ViewSegment[],
  unit: number,
): { from: number; to: number } {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= unit) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined) return { from: 0, to: 0 };
  const { source, length, isDecoded } = piece;
  if (isDecoded) return { from: source, to: source + length };
  return { from: source + unit - piece.at, to: source + unit - piece.at + 1 };
}

function readUnit(digits: string, radix: number): string {
  const point = Number.parseInt(digits, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
