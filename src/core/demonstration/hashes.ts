import type { Hash } from './demonstration.ts';

const HASH = /^[0-9a-f]{64}$/;

export function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && HASH.test(value);
}

/**
 * Every content hash that a stored record names, each once, in order of appearance. A field declares
 * content by nothing more than holding its hash as a text of its own, at any depth, in an object or a
 * list. A text that merely looks like one (somebody copied a checksum) is listed too: the store has
 * nothing under it.
 */
export function* listHashes(record: unknown, seen = new Set<Hash>()): Generator<Hash> {
  const waiting: unknown[] = [record];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isHash(value)) {
      if (!seen.has(value)) yield value;
      seen.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value).reverse()) waiting.push(member);
    }
  }
}
