import { listBase64 } from './base64.ts';
import { signBytes } from './sha256.ts';

/**
 * What is remembered of a secret value, so that it can be found again but not read: how long it is,
 * two 32-bit hashes that say where it is worth looking, and an HMAC that decides. Whoever has it can
 * still try out short values (a card number has some 30 unknown bits), so it lives in memory only and
 * never in the store or an export (docs/decisions/0007-secrets.md).
 */
export interface SecretDigest {
  /** UTF-16 units. */
  length: number;
  /** `hashText` of the first WINDOW units. */
  start: number;
  /** `hashText` of all units. */
  whole: number;
  /** Key of the HMAC, hex; random. */
  salt: string;
  /** HMAC-SHA-256 of the text in UTF-8, hex. */
  mac: string;
  /** The text is not the value itself but what surely stands in a base64 text that holds it. */
  isBase64: boolean;
}

/** Shorter values are masked where they were typed, but not looked for: they are found in anything. */
const SHORTEST = 4;
const LONGEST = 1000;
/** Base64 of UTF-16 is this much longer. */
const GROWTH = 3;

/** Units hashed for a first look. */
export const WINDOW = SHORTEST;

/** Odd; the multiplier of PCG's 32-bit generator. */
export const MULTIPLIER = 747796405;

/**
 * Whether a value can be looked for elsewhere without finding it by chance: plain numbers and plain
 * words from six characters on, what mixes letters, digits and signs from four on.
 */
export function isTelling(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST) return false;
  if (new Set(value).size < 3) return false;
  return value.length >= 6 || !/^(?:\d+|\p{L}+)$/u.test(value);
}

/** The value and the other ways in which pages write it: trimmed, a number without or with its gaps. */
export function listVariants(value: string): string[] {
  const variants = new Set([value, value.trim()]);
  const number = value.replace(/[\s-]/g, '');
  if (/^\d{6,}$/.test(number)) {
    variants.add(number);
    if (number.length >= 12) {
      const groups = number.match(/\d{1,4}/g) ?? [];
      variants.add(groups.join(' ')).add(groups.join('-'));
    }
  }
  return [...variants].filter(isTelling);
}

/** All that is looked for of one value; nothing when it is not telling. `salt`: 32 hex digits by chance. */
export function digestSecret(value: string, salt: string): SecretDigest[] {
  return listVariants(value).flatMap((variant) => [
    digestText(variant, salt, false),
    ...listBase64(variant).map((core) => digestText(core, salt, true)),
  ]);
}

function digestText(text: string, salt: string, isBase64: boolean): SecretDigest {
  return {
    length: text.length,
    start: hashText(text, 0, WINDOW),
    whole: hashText(text, 0, text.length),
    salt,
    mac: signText(text, salt),
    isBase64,
  };
}

export function signText(text: string, salt: string): string {
  return writeHex(signBytes(readHex(salt), new TextEncoder().encode(text)));
}

/** A polynomial in the units, mod 2^32: `WINDOW` units can be slid along a text. Unsigned. */
export function hashText(text: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, MULTIPLIER) + text.charCodeAt(at)) | 0;
  return hash >>> 0;
}

/** Checks what came from elsewhere. */
export function isSecretDigest(value: unknown): value is SecretDigest {
  if (typeof value !== 'object' || value === null) return false;
  const { length, start, whole, salt, mac, isBase64 } = value as Record<string, unknown>;
  const isLength = Number.isInteger(length) && Number(length) >= SHORTEST;
  return (
    isLength &&
    Number(length) <= GROWTH * LONGEST &&
    typeof isBase64 === 'boolean' &&
    Number.isInteger(start) &&
    Number.isInteger(whole) &&
    isHex(salt, 32) &&
    isHex(mac, 64)
  );
}

function isHex(value: unknown, digits: number): boolean {
  return typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value);
}

function readHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function writeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
