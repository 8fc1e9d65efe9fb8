import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUid, UID_LIMIT } from './snapshot.ts';

describe('formatUid', () => {
  it('looks like the beginning of a version 4 UUID', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(UID_LIMIT - 1), (salt, n) => {
        expect(formatUid(salt, n)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/);
      }),
    );
  });

  it('never gives two elements the same, in one document or in two', () => {
    const salts = [0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff];
    const numbers = [
      ...Array(2000).keys(),
      ...Array.from({ length: 2000 }, (_, n) => UID_LIMIT - 1 - n),
    ];
    const uids = new Set(salts.flatMap((salt) => numbers.map((n) => formatUid(salt, n))));
    expect(uids.size).toBe(salts.length * numbers.length);
  });

  it('gives the same again', () => {
    expect(formatUid(5, 6)).toBe(formatUid(5, 6));
    expect(formatUid(-1, 6)).toBe(formatUid(0xffffffff, 6));
  });
});
