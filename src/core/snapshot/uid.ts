import type { Uid } from '../action/action.ts';

/** Numbers of elements in one document stay below this (28 bits). */
export const UID_LIMIT = 2 ** 28;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * The uid of element number `n` (0 … 2^28 − 1) of the document with this salt (32 bits): 8-4-4 hex
 * groups like the first 18 characters of a version 4 UUID. Three Feistel rounds, so that different
 * (salt, n) never give the same uid and neighbours do not look alike.
 */
export function formatUid(salt: number, n: number): Uid {
  let left = salt >>> 0;
  let right = n & (UID_LIMIT - 1);
  right ^= scramble(left ^ 0x9e3779b9) & (UID_LIMIT - 1);
  left = (left ^ scramble(right ^ 0x7f4a7c15)) >>> 0;
  right ^= scramble(left ^ 0x5bd1e995) & (UID_LIMIT - 1);
  const high = right >>> 12;
  const low = 0x4000 | (right & 0xfff);
  return `${hex(left >>> 24)}${hex(left >>> 16)}${hex(left >>> 8)}${hex(left)}-${hex(high >>> 8)}${hex(high)}-${hex(low >>> 8)}${hex(low)}`;
}

function hex(byte: number): string {
  return HEX[byte & 0xff] ?? '00';
}

/** Every input bit moves every output bit (two multiply and shift rounds). */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}
