/** A layer that can be undone. */
export type Layer = 'json' | 'entities' | 'url' | 'utf-16';

/** A text as it reads once undone, and where its units stand in the text it was made from. */
export interface View {
  /** The layer undone last; null for the text itself. */
  layer: Layer | null;
  text: string;
  /** The range of the source that the units from `from` until `to` of `text` were read from. */
  locate(from: number, to: number): { from: number; to: number };
}

/** From `at` on, units of a view that stand for `length` units of its source from `source` on. */
interface Piece {
  at: number;
  source: number;
  length: number;
  isDecoded: boolean;
}

interface Decoder {
  layer: Layer;
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

const ENTITY_DECODER: Decoder = {
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
 * The orders in which layers are undone. What is a layer to one decoder may be part of the value to
 * another (a backslash in a value that stands in html), so each comes first once.
 */
const ORDERS: readonly (readonly Decoder[])[] = [
  [JSON_DECODER, ENTITY_DECODER, URL_DECODER, JSON_DECODER, URL_DECODER],
  [ENTITY_DECODER, URL_DECODER, ENTITY_DECODER, JSON_DECODER],
  [URL_DECODER, ENTITY_DECODER, JSON_DECODER, URL_DECODER],
  [UTF_16_DECODER],
];

/** Stands where text was left out of a view: in no value. */
const GAP = '\uffff';

/**
 * The text itself, and what its layers read as when undone. A layer that is not there costs one look;
 * of one that is, only what lies within `reach` units of something undone is in its view, since the
 * rest reads as before.
 */
export function* listViews(text: string, reach: number): Generator<View> {
  const plain: View = { layer: null, text, locate: (from, to) => ({ from, to }) };
  yield plain;
  const known = new Set<string>();
  for (const order of ORDERS) {
    let view = plain;
    let path = '';
    for (const decoder of order) {
      const undone = undo(view, decoder, reach);
      if (undone === null) continue;
      view = undone;
      path += `${decoder.layer} `;
      if (known.has(path)) continue;
      known.add(path);
      yield view;
    }
  }
}

function undo(view: View, { layer, mark, pattern, decode }: Decoder, reach: number): View | null {
  if (!mark.test(view.text)) return null;
  const pieces: Piece[] = [];
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
      const first = locateUnit(pieces, from);
      const last = locateUnit(pieces, to - 1);
      return view.locate(first.from, last.to);
    },
  };
}

function locateUnit(pieces: readonly Piece[], unit: number): { from: number; to: number } {
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
