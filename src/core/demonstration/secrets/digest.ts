import { BASE64_DIGITS, encodeText, joinBytes, readHex, writeHex } from '../../bytes.ts';
import { flag, number, objectWith, text } from '../../shape.ts';

/**
 * Finds a secret value again without revealing it: its length, two 32-bit hashes for a first look, and an HMAC that
 * decides. Short values can still be guessed from it (a card number has some 30 unknown bits), so it lives in memory
 * only, never in the store or an export (docs/decisions/0007-secrets.md).
 */
export interface SecretDigest {
  /** UTF-16 units. */
  length: number;
  /** `hashText` of the first HASH_WINDOW units. */
  start: number;
  /** `hashText` of all units. */
  whole: number;
  /** Key of the HMAC, hex. */
  salt: string;
  /** HMAC-SHA-256 of the text in UTF-8, hex. */
  mac: string;
  /** The text is the part of base64 that depends on the value alone. */
  isBase64: boolean;
}

/** Shorter values are masked in their field but not searched for: they occur by chance. */
const MIN_SECRET_LENGTH = 4;
const MAX_SECRET_LENGTH = 1000;
/** Base64 of UTF-16 is this much longer. */
const BASE64_GROWTH = 3;

export const HASH_WINDOW = MIN_SECRET_LENGTH;

/** Odd; the multiplier of PCG's 32-bit generator. */
export const HASH_MULTIPLIER = 747796405;

/**
 * Whether a value is unlikely to occur by chance: plain numbers and words from six characters on, mixed ones from four
 * on.
 */
export function isSearchable(value: string): boolean {
  if (value.length < MIN_SECRET_LENGTH || value.length > MAX_SECRET_LENGTH) return false;
  if (new Set(value).size < 3) return false;
  return value.length >= 6 || !/^(?:\d+|\p{L}+)$/u.test(value);
}

/** Lists the spellings in pages: trimmed, and a number with or without gaps. */
export function listSpellings(value: string): string[] {
  const variants = new Set([value, value.trim()]);
  const number = value.replace(/[\s-]/g, '');
  if (/^\d{6,}$/.test(number)) {
    variants.add(number);
    if (number.length >= 12) {
      const groups = number.match(/\d{1,4}/g) ?? [];
      variants.add(groups.join(' ')).add(groups.join('-'));
    }
  }
  return [...variants].filter(isSearchable);
}

/** Returns the digests of all spellings; empty for a value that could occur by chance. `salt`: 32 random hex digits. */
export function digestSecret(value: string, salt: string): SecretDigest[] {
  return listSpellings(value).flatMap((variant) => [
    digestText(variant, salt, false),
    ...listBase64(variant).map((core) => digestText(core, salt, true)),
  ]);
}

function digestText(text: string, salt: string, isBase64: boolean): SecretDigest {
  return {
    length: text.length,
    start: hashText(text, 0, HASH_WINDOW),
    whole: hashText(text, 0, text.length),
    salt,
    mac: computeMac(text, salt),
    isBase64,
  };
}

export function computeMac(text: string, salt: string): string {
  return writeHex(hmacSha256(readHex(salt), encodeText(text)));
}

/** Returns a polynomial in the units, mod 2^32, for a sliding window. Unsigned. */
export function hashText(text: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++)
    hash = (Math.imul(hash, HASH_MULTIPLIER) + text.charCodeAt(at)) | 0;
  return hash >>> 0;
}

const digestShape = objectWith({
  ...{ length: number, start: number, whole: number },
  ...{ salt: text, mac: text, isBase64: flag },
});

export function isSecretDigest(value: unknown): value is SecretDigest {
  if (digestShape(value, '') !== null) return false;
  const { length, start, whole, salt, mac } = value as SecretDigest;
  return (
    [length, start, whole].every(Number.isInteger) &&
    length >= MIN_SECRET_LENGTH &&
    length <= BASE64_GROWTH * MAX_SECRET_LENGTH &&
    /^[0-9a-f]{32}$/.test(salt) &&
    /^[0-9a-f]{64}$/.test(mac)
  );
}

/** 36 bits; fewer digits occur by chance. */
const MIN_DIGITS = 6;

/**
 * Lists the digits in base64 (RFC 4648, both alphabets) that depend on the value alone, for the three places in a group
 * of bytes at which it can begin, in UTF-8 and UTF-16.
 */
function listBase64(value: string): string[] {
  const cores = new Set<string>();
  for (const bytes of [encodeText(value), encodeUtf16(value)]) {
    for (let skip = 0; skip < 3; skip++) {
      const core = encodeCore(bytes, skip);
      if (core.length < MIN_DIGITS) continue;
      cores.add(core).add(core.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...cores];
}

/** Returns the digits whose six bits all come from the bytes, after `skip` other bytes. */
function encodeCore(bytes: Uint8Array, skip: number): string {
  let core = '';
  const first = Math.ceil((8 * skip) / 6);
  const end = Math.floor((8 * (skip + bytes.length)) / 6);
  for (let digit = first; digit < end; digit++) {
    const bit = 6 * digit - 8 * skip;
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    core += BASE64_DIGITS.charAt((pair >> (10 - (bit & 7))) & 63);
  }
  return core;
}

/** Little endian. */
function encodeUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at++) {
    bytes[2 * at] = text.charCodeAt(at) & 0xff;
    bytes[2 * at + 1] = text.charCodeAt(at) >> 8;
  }
  return bytes;
}

/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), synchronous for page unload, and for pages without https, where
 * `crypto.subtle` is missing.
 */

const BLOCK = 64;

const ROUND_CONSTANTS = readFractions(64, 1 / 3);
const INITIAL_STATE = readFractions(8, 1 / 2);

/** Returns the first 32 bits of the fractions of roots of the first primes (FIPS 180-4). */
function readFractions(count: number, power: number): Uint32Array {
  const fractions = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    if (!isPrime(candidate)) continue;
    const root = candidate ** power;
    fractions[found++] = Math.floor((root - Math.floor(root)) * 2 ** 32);
  }
  return fractions;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joinBytes([padded.map((byte) => byte ^ 0x36), message]));
  return sha256(joinBytes([padded.map((byte) => byte ^ 0x5c), inner]));
}

export function sha256(message: Uint8Array): Uint8Array {
  const hash = new Sha256();
  hash.update(message);
  return hash.finish();
}

/** SHA-256 of what comes piece by piece: `crypto.subtle` takes only what is whole in memory. */
export class Sha256 {
  private readonly state = INITIAL_STATE.slice();
  private readonly words = new Uint32Array(64);
  private held = new Uint8Array(0);
  private length = 0;

  update(bytes: Uint8Array): void {
    this.length += bytes.length;
    const all = this.held.length === 0 ? bytes : joinBytes([this.held, bytes]);
    const end = all.length - (all.length % BLOCK);
    this.compress(all, end);
    this.held = new Uint8Array(all.subarray(end));
  }

  /** Returns the hash; nothing may be added afterwards. */
  finish(): Uint8Array {
    const padded = new Uint8Array(Math.ceil((this.held.length + 9) / BLOCK) * BLOCK);
    padded.set(this.held);
    padded[this.held.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(this.length / 2 ** 29));
    view.setUint32(padded.length - 4, this.length << 3);
    this.compress(padded, padded.length);
    const digest = new Uint8Array(32);
    const out = new DataView(digest.buffer);
    for (let word = 0; word < 8; word++) out.setUint32(4 * word, this.state[word] ?? 0);
    return digest;
  }

  private compress(bytes: Uint8Array, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < end; at += BLOCK) {
      for (let word = 0; word < 16; word++) this.words[word] = view.getUint32(at + 4 * word);
      compressBlock(this.state, this.words);
    }
  }
}

function compressBlock(state: Uint32Array, words: Uint32Array): void {
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const low = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const high = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + low + (words[at - 7] ?? 0) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const spread = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = (h + spread + choice + (ROUND_CONSTANTS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const second = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) {
    state[at] = (state[at] ?? 0) + value;
  }
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
