import { describe, expect, it } from 'vitest';
import type { ZipEntry } from './write-zip.ts';
import { writeEnd, writeListing, writeLocalHeader } from './write-zip.ts';

const NAME = new TextEncoder().encode('video.mp4');
const GB = 1024 ** 3;

function makeEntry(part: Partial<ZipEntry> = {}): ZipEntry {
  return {
    ...{ name: NAME, modified: 0, deflated: true, streamed: false },
    ...{ offset: 0, crc: 7, size: 10, packed: 5, ...part },
  };
}

function view(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer);
}

describe('the records of a zip', () => {
  it('store numbers over 32 bits in the order of APPNOTE 4.5.3', () => {
    const listing = view(writeListing(makeEntry({ size: 5 * GB, offset: 6 * GB })));
    expect(listing.getUint16(6, true)).toBe(45);
    expect([20, 24, 42].map((at) => listing.getUint32(at, true))).toEqual([
      5, 0xffff_ffff, 0xffff_ffff,
    ]);
    const extra = 46 + NAME.length;
    expect([0, 2].map((at) => listing.getUint16(extra + at, true))).toEqual([1, 16]);
    expect([4, 12].map((at) => Number(listing.getBigUint64(extra + at, true)))).toEqual([
      5 * GB,
      6 * GB,
    ]);
  });

  it('are plain for small numbers', () => {
    expect(writeListing(makeEntry()).length).toBe(46 + NAME.length);
    expect(writeLocalHeader(makeEntry()).length).toBe(30 + NAME.length);
    expect(writeEnd(3, 100, 200).length).toBe(22);
  });

  it('end with both end records when one is too small', () => {
    for (const end of [writeEnd(70_000, 100, 200), writeEnd(3, 100, 5 * GB)]) {
      expect(end.length).toBe(56 + 20 + 22);
      expect(view(end).getUint32(0, true)).toBe(0x06064b50);
    }
    const end = view(writeEnd(70_000, 100, 5 * GB));
    expect(Number(end.getBigUint64(32, true))).toBe(70_000);
    expect(Number(end.getBigUint64(48, true))).toBe(5 * GB);
    // Where the first of them begins, for who finds the second one.
    expect(Number(end.getBigUint64(56 + 8, true))).toBe(5 * GB + 100);
  });
});
