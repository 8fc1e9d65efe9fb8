import type { Uid } from '../../action/action.ts';
import { viewBytes } from './match-bytes.ts';

/** As of FNV-1a, 32 bits: where the hash begins, and what it is multiplied by; four bytes at a time. */
const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193] as const;
const WORD = 4;
const FIRST_SLOTS = 4096;
const EMPTY = -1;

/**
 * The uids of a page, kept as places in its bytes: making texts of thousands of uids, of which lint asks
 * for one, takes longer than reading the page. Uids are ASCII.
 */
export class UidTable {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #froms: number[] = [];
  readonly #ends: number[] = [];
  /** Numbers of elements by the hash of their uid, with free places behind each (linear probing). */
  #slots = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  readonly #repeated = new Set<number>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewBytes(bytes);
  }

  /** How many uids more than one element has. */
  get repeated(): number {
    return this.#repeated.size;
  }

  /** The number of the element whose uid stands from `from` to `end`, from 0 on; null of a repeated one. */
  add(from: number, end: number): number | null {
    if (this.#froms.length * 2 > this.#slots.length) this.#grow();
    const slot = this.#findSlot(this.#bytes, this.#view, from, end);
    const known = this.#slots[slot] ?? EMPTY;
    if (known !== EMPTY) {
      this.#repeated.add(known);
      return null;
    }
    this.#slots[slot] = this.#froms.length;
    this.#ends.push(end);
    return this.#froms.push(from) - 1;
  }

  /** The number of the first element with this uid; null when there is none. */
  find(uid: Uid): number | null {
    const bytes = new TextEncoder().encode(uid);
    const slot = this.#findSlot(bytes, viewBytes(bytes), 0, bytes.length);
    const known = this.#slots[slot] ?? EMPTY;
    return known === EMPTY ? null : known;
  }

  /** Every uid once. */
  *uids(): Generator<Uid> {
    const decoder = new TextDecoder();
    for (const [at, from] of this.#froms.entries()) {
      yield decoder.decode(this.#bytes.subarray(from, this.#ends[at]));
    }
  }

  /** Where these bytes are, or would be. */
  #findSlot(bytes: Uint8Array, view: DataView, from: number, end: number): number {
    const hash = hashBytes(view, from, end);
    const last = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      const known = this.#slots[slot] ?? EMPTY;
      if (known === EMPTY || this.#isAt(known, bytes, from, end)) return slot;
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
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    for (const [at, from] of this.#froms.entries()) {
      this.#slots[this.#findSlot(this.#bytes, this.#view, from, this.#ends[at] ?? from)] = at;
    }
  }
}

function hashBytes(view: DataView, from: number, end: number): number {
  let hash: number = OFFSET;
  let at = from;
  for (; at + WORD <= end; at += WORD) hash = Math.imul(hash ^ view.getUint32(at), PRIME);
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), PRIME);
  return hash;
}
