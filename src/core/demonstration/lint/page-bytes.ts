import type { Uid } from '../../action/action.ts';
import { RAW_TAGS } from '../../snapshot/markup.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { collectPageFacts } from './page-facts.ts';

function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Compares four bytes at a time. */
function matchBytes(view: DataView, from: number, expected: DataView): boolean {
  const { byteLength } = expected;
  if (from + byteLength > view.byteLength) return false;
  let at = 0;
  for (; at + WORD <= byteLength; at += WORD) {
    if (view.getUint32(from + at) !== expected.getUint32(at)) return false;
  }
  for (; at < byteLength; at++) {
    if (view.getUint8(from + at) !== expected.getUint8(at)) return false;
  }
  return true;
}

/** What lint needs to know of a page's html. */
export interface LintPageFacts {
  /** The tag in lower case; for a repeated uid the first element's. */
  tagOf(uid: Uid): string | undefined;
  /** Every uid once. */
  uids(): Iterable<Uid>;
  /** How many uids more than one element has. */
  repeated: number;
  /** How many secret fields show their value. Those of imported pages may have no uid. */
  exposed: number;
}

const [SPACE, QUOTE, EQUALS, OPEN, CLOSE, SLASH] = [0x20, 0x22, 0x3d, 0x3c, 0x3e, 0x2f] as const;
const [BANG, DASH] = [0x21, 0x2d] as const;
const UID_NAME = viewBytes(new TextEncoder().encode(UID_ATTRIBUTE));
const WORD = 4;
const DECODER = new TextDecoder();
/** The bit of each of four bytes that ASCII characters don't have. */
const HIGH_BITS = 0x80808080;
/** First letters of tags that hold raw text or can hold a secret. */
const SPECIAL = new Set([...RAW_TAGS, 'input'].map((name) => name.charCodeAt(0)));

/**
 * Collects the same facts as `collectPageFacts` from a page's bytes, three times as fast as from its text. Returns null
 * where a uid is not ASCII: then the text has to be read.
 */
export function readPageBytes(bytes: Uint8Array): LintPageFacts | null {
  const table = new UidTable(bytes);
  const view = viewBytes(bytes);
  const names: number[] = [];
  let exposed = 0;
  /** Raw tags without a further end tag. */
  const endless = new Set<string>();
  let from = findByte(bytes, OPEN, 0);
  while (from < bytes.length) {
    let next = from + 1;
    if (isLetter(bytes[next])) {
      const tag = readStartTag(bytes, view, from);
      if (tag !== null) {
        next = tag.end;
        const isSpecial = SPECIAL.has((bytes[from + 1] ?? 0) | 0x20);
        const name = isSpecial
          ? DECODER.decode(bytes.subarray(from + 1, tag.nameEnd)).toLowerCase()
          : '';
        if (RAW_TAGS.has(name) && !endless.has(name)) {
          const end = findRawEnd(bytes, name, next);
          // Without an end tag the content is markup.
          if (end === -1) endless.add(name);
          else next = end;
        }
        if (name === 'input') {
          exposed += countExposed(DECODER.decode(bytes.subarray(from, tag.end)));
        }
        if (tag.uidFrom !== -1) {
          if (!isAscii(view, tag.uidFrom, tag.uidEnd)) return null;
          if (table.add(tag.uidFrom, tag.uidEnd) !== null) names.push(from + 1, tag.nameEnd);
        }
      }
    } else if (bytes[next] === BANG) next = skipComment(bytes, from);
    from = findByte(bytes, OPEN, next);
  }
  return {
    tagOf(uid) {
      const at = table.find(uid);
      if (at === null) return undefined;
      return DECODER.decode(bytes.subarray(names[2 * at], names[2 * at + 1])).toLowerCase();
    },
    uids: () => table.uids(),
    repeated: table.repeated,
    exposed,
  };
}

function countExposed(tag: string): number {
  return / value="[^"]/i.test(tag) ? collectPageFacts(tag).exposed : 0;
}

interface StartTag {
  nameEnd: number;
  /** -1 without a uid. */
  uidFrom: number;
  uidEnd: number;
  end: number;
}

/** Reused, since a page has thousands. */
const LAST_START_TAG: StartTag = { nameEnd: 0, uidFrom: -1, uidEnd: -1, end: 0 };

/** Reads the start tag at `from`; null when a browser didn't write it. Valid until the next call. */
function readStartTag(bytes: Uint8Array, view: DataView, from: number): StartTag | null {
  const { length } = bytes;
  let at = from + 1;
  while (at < length && bytes[at] !== SPACE && bytes[at] !== CLOSE) at++;
  LAST_START_TAG.nameEnd = at;
  LAST_START_TAG.uidFrom = -1;
  while (bytes[at] === SPACE) {
    // Checked first, since every element has it. The first character of a name may be `=`.
    const isUid = matchBytes(view, at + 1, UID_NAME);
    const equals = findEquals(bytes, isUid ? at + UID_NAME.byteLength : at + 1);
    if (equals < 0) return null;
    let quote = equals + 2;
    while (bytes[quote] !== QUOTE) if (++quote >= length) return null;
    if (isUid && LAST_START_TAG.uidFrom === -1 && equals === at + 1 + UID_NAME.byteLength) {
      LAST_START_TAG.uidFrom = equals + 2;
      LAST_START_TAG.uidEnd = quote;
    }
    at = quote + 1;
  }
  if (bytes[at] !== CLOSE) return null;
  LAST_START_TAG.end = at + 1;
  return LAST_START_TAG;
}

/** Like `findEquals` in core/snapshot/markup. */
function findEquals(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === SPACE || byte === CLOSE) return -1;
    if (at > from && byte === EQUALS && bytes[at + 1] === QUOTE) return at;
  }
  return -1;
}

function isAscii(view: DataView, from: number, end: number): boolean {
  let [bits, at] = [0, from];
  for (; at + WORD <= end; at += WORD) bits |= view.getUint32(at);
  for (; at < end; at++) bits |= view.getUint8(at);
  return (bits & HIGH_BITS) === 0;
}

function findRawEnd(bytes: Uint8Array, name: string, from: number): number {
  const end = new TextEncoder().encode(`</${name}>`);
  for (let at = bytes.indexOf(OPEN, from); at !== -1; at = bytes.indexOf(OPEN, at + 1)) {
    if (bytes[at + 1] === SLASH && end.every((byte, index) => bytes[at + index] === byte))
      return at;
  }
  return -1;
}

/** Returns the end of a comment, or of a `<!` that opens none. */
function skipComment(bytes: Uint8Array, open: number): number {
  if (bytes[open + 2] !== DASH || bytes[open + 3] !== DASH) return open + 1;
  for (let at = open + 4; at < bytes.length; at++) {
    if (bytes[at] === CLOSE && bytes[at - 1] === DASH && bytes[at - 2] === DASH && at >= open + 6)
      return at + 1;
  }
  return bytes.length;
}

function findByte(bytes: Uint8Array, byte: number, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== byte) at++;
  return at;
}

function isLetter(byte: number | undefined): boolean {
  const lower = (byte ?? 0) | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** FNV-1a, 32 bits, four bytes at a time. */
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193] as const;
const FIRST_SLOTS = 4096;
const EMPTY_SLOT = -1;

/** The uids of a page as places in its bytes: decoding thousands of uids would take longer than reading the page. */
class UidTable {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #froms: number[] = [];
  readonly #ends: number[] = [];
  /** Numbers of elements by the hash of their uid (linear probing). */
  #slots = new Int32Array(FIRST_SLOTS).fill(EMPTY_SLOT);
  readonly #repeated = new Set<number>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewBytes(bytes);
  }

  get repeated(): number {
    return this.#repeated.size;
  }

  /** Returns the element's number, from 0; null for a repeated uid. */
  add(from: number, end: number): number | null {
    if (this.#froms.length * 2 > this.#slots.length) this.#grow();
    const slot = this.#findSlot(this.#bytes, this.#view, from, end);
    const known = this.#slots[slot] ?? EMPTY_SLOT;
    if (known !== EMPTY_SLOT) {
      this.#repeated.add(known);
      return null;
    }
    this.#slots[slot] = this.#froms.length;
    this.#ends.push(end);
    return this.#froms.push(from) - 1;
  }

  /** Returns the number of the first element with this uid. */
  find(uid: Uid): number | null {
    const bytes = new TextEncoder().encode(uid);
    const slot = this.#findSlot(bytes, viewBytes(bytes), 0, bytes.length);
    const known = this.#slots[slot] ?? EMPTY_SLOT;
    return known === EMPTY_SLOT ? null : known;
  }

  *uids(): Generator<Uid> {
    const decoder = new TextDecoder();
    for (const [at, from] of this.#froms.entries()) {
      yield decoder.decode(this.#bytes.subarray(from, this.#ends[at]));
    }
  }

  /** Returns the slot where these bytes are or would be. */
  #findSlot(bytes: Uint8Array, view: DataView, from: number, end: number): number {
    const hash = hashBytes(view, from, end);
    const last = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      const known = this.#slots[slot] ?? EMPTY_SLOT;
      if (known === EMPTY_SLOT || this.#isAt(known, bytes, from, end)) return slot;
    }
  }

  #isAt(known: number, bytes: Uint8Array, from: number, end: number): boolean {
    const start = this.#froms[known] ?? 0;
    if ((this.#ends[known] ?? 0) - start !== end - from) return false;
    for (let at = from; at < end; at++) {
      if (bytes[at] !== this.#bytes[start + at - from]) return false;
    }
    return true;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY_SLOT);
    for (const [at, from] of this.#froms.entries()) {
      this.#slots[this.#findSlot(this.#bytes, this.#view, from, this.#ends[at] ?? from)] = at;
    }
  }
}

function hashBytes(view: DataView, from: number, end: number): number {
  let hash: number = FNV_OFFSET;
  let at = from;
  for (; at + WORD <= end; at += WORD) hash = Math.imul(hash ^ view.getUint32(at), FNV_PRIME);
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), FNV_PRIME);
  return hash;
}
