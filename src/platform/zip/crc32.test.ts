import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToCrc32 } from './write-zip.ts';

describe('addToCrc32', () => {
  it('gives what zlib gives, in one piece or several, wherever they lie in memory', () => {
    const bytes = fc.uint8Array({ maxLength: 100 });
    fc.assert(
      fc.property(bytes, bytes, fc.nat(7), (first, second, shift) => {
        const memory = new Uint8Array(shift + second.length);
        memory.set(second, shift);
        const crc = addToCrc32(addToCrc32(0, first), memory.subarray(shift));
        expect(crc).toBe(crc32(second, crc32(first)));
      }),
    );
  });
});
