import type { Uid } from '../../action/action.ts';
import type { ReadContent } from '../content.ts';
import { decodeBoxes } from '../content.ts';
import type { Hash, StoredFrame } from '../demonstration.ts';
import type { LintPageFacts } from './page-bytes.ts';
import { readPageBytes } from './page-bytes.ts';
import { collectPageFacts } from './page-facts.ts';

/** Facts about a frame's content; null for content that is not in the store. */
export interface FrameReport {
  frameId: number;
  /** The html element's uid; null for the top frame, whose html element exporters don't write. */
  rootUid: Uid | null;
  html: HtmlReport | null;
  boxes: BoxesReport | null;
}

interface HtmlReport extends LintPageFacts {
  empty: boolean;
  /** Begins with a head, like every document that a browser has parsed. */
  headed: boolean;
}

interface BoxesReport {
  readable: boolean;
  /** How many boxes have a member that isn't a finite number. */
  broken: number;
}

/** Longer than `<head` with a byte order mark. */
const START_BYTES = 16;
const DECODER = new TextDecoder();

/** Turns in a row share most of their content. */
const MAX_REMEMBERED = 16;

/** Creates a reader of frames for one run of lint. */
export function createFrameReader(read: ReadContent) {
  const htmls = memoize(async (hash) => {
    const bytes = await read(hash);
    return bytes && reportHtml(bytes);
  });
  const boxes = memoize(async (hash) => {
    const bytes = await read(hash);
    return bytes && reportBoxes(bytes);
  });
  return async (frame: StoredFrame, isTop: boolean): Promise<FrameReport> => ({
    frameId: frame.frameId,
    rootUid: isTop ? null : (frame.root?.uid ?? null),
    html: await htmls(frame.html),
    boxes: await boxes(frame.boxes),
  });
}

function reportHtml(bytes: Uint8Array): HtmlReport {
  // The rules need only the beginning of the text.
  const start = DECODER.decode(bytes.subarray(0, START_BYTES));
  const html = start.startsWith('<') ? start : DECODER.decode(bytes);
  return {
    ...(readPageBytes(bytes) ?? readPageText(bytes)),
    empty: html.trim() === '',
    headed: /^<head[\s>]/i.test(html),
  };
}

function readPageText(bytes: Uint8Array): LintPageFacts {
  const { tags, repeated, exposed } = collectPageFacts(DECODER.decode(bytes));
  return {
    tagOf: (uid) => tags.get(uid),
    uids: () => tags.keys(),
    repeated: repeated.length,
    exposed: exposed.length,
  };
}

function reportBoxes(bytes: Uint8Array): BoxesReport {
  if (hasPlainBoxes(bytes)) return { readable: true, broken: 0 };
  const boxes = decodeBoxes(bytes);
  if (boxes === null) return { readable: false, broken: 0 };
  const broken = Object.values(boxes).filter(
    ({ x, y, width, height }) => ![x, y, width, height].every(Number.isFinite),
  );
  return { readable: true, broken: broken.length };
}

/** Remembers the most recent contents. */
export function memoize<T>(load: (hash: Hash) => Promise<T>): (hash: Hash) => Promise<T> {
  const known = new Map<Hash, Promise<T>>();
  return (hash) => {
    const loaded = known.get(hash) ?? load(hash);
    known.delete(hash);
    known.set(hash, loaded);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_REMEMBERED) break;
      known.delete(oldest);
    }
    return loaded;
  };
}

/** The bytes before each value of a box, in the order in which `encodeBoxes` writes them. */
const BEFORE_VALUES = ['{"x":', ',"y":', ',"width":', ',"height":'].map((text) =>
  new TextEncoder().encode(text),
);

const [QUOTE, COLON, COMMA, OPEN, CLOSE] = [0x22, 0x3a, 0x2c, 0x7b, 0x7d] as const;
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39] as const;
/** More digits than a finite number has. */
const TOO_LONG = 300;
const [FIRST_PRINTABLE, BACKSLASH, LAST_PRINTABLE] = [0x20, 0x5c, 0x7e] as const;

/**
 * Whether the bytes are exactly what `encodeBoxes` writes for finite numbers, so that they need no parser, which takes ten
 * times as long. False means that a parser must decide: blanks, escapes and exponents are not read here.
 */
export function hasPlainBoxes(bytes: Uint8Array): boolean {
  if (bytes[0] !== OPEN) return false;
  if (bytes[1] === CLOSE) return bytes.length === 2;
  let at = 0;
  do {
    at = skipBox(bytes, skipName(bytes, at + 1));
    if (at === -1) return false;
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE && at === bytes.length - 1;
}

/** Returns the index after `"name":`; the skip functions return -1 for anything else. */
function skipName(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return -1;
  for (let at = from + 1; ; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return bytes[at + 1] === COLON ? at + 2 : -1;
    if (byte < FIRST_PRINTABLE || byte > LAST_PRINTABLE || byte === BACKSLASH) return -1;
  }
}

function skipBox(bytes: Uint8Array, from: number): number {
  let at = from;
  for (const before of BEFORE_VALUES) {
    if (at === -1) return -1;
    for (const byte of before) if (bytes[at++] !== byte) return -1;
    at = skipNumber(bytes, at);
  }
  return bytes[at] === CLOSE ? at + 1 : -1;
}

function skipNumber(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  const whole = skipDigits(bytes, first);
  if (whole === first || whole > first + TOO_LONG) return -1;
  if (bytes[first] === ZERO && whole > first + 1) return -1;
  if (bytes[whole] !== POINT) return whole;
  const end = skipDigits(bytes, whole + 1);
  return end === whole + 1 ? -1 : end;
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[++at] ?? 0);
  return at;
}
