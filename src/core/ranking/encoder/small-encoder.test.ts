import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot } from './vectors.ts';
import { openSmallEncoder, packTable, listSubwords } from './small-encoder.ts';

const shipped = openSmallEncoder(
  new Uint8Array(
    readFileSync(new URL('../../../../public/models/small/table.bin', import.meta.url)),
  ),
);
const alike = (one: string, other: string): number =>
  dot(shipped.encode(one), shipped.encode(other));

describe('listSubwords', () => {
  it('stays within the table, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const row of listSubwords(text, 512)) {
          expect(Number.isInteger(row) && row >= 0 && row < 512).toBe(true);
        }
      }),
    );
  });

  it('shares rows between forms and misspellings of a word, and none between strangers', () => {
    const share = (one: string, other: string): number => {
      const rows = new Set(listSubwords(one, 2 ** 20));
      return listSubwords(other, 2 ** 20).filter((row) => rows.has(row)).length;
    };
    expect(share('delivery', 'deliveries')).toBeGreaterThan(8);
    expect(share('calendar', 'calender')).toBeGreaterThan(6);
    expect(share('calendar', 'kettle')).toBe(0);
  });

  it('is the same for the same words in other writing', () => {
    expect(listSubwords('addToCart', 4096)).toEqual(listSubwords('Add to-cart', 4096));
    expect(listSubwords('  ', 4096)).toEqual([]);
  });
});

describe('the shipped small encoder', () => {
  it.each([
    ['get rid of it', 'Delete', 'Rename'],
    ['where is my parcel', 'Track order', 'Gift cards'],
    ['make the letters bigger', 'Increase font size', 'Dark mode'],
    ['log me in', 'Sign in', 'Sign out'],
    ['Warenkorb', 'Shopping cart', 'Settings'],
    ['rechercher', 'Search', 'Help'],
    ['設定', 'Settings', 'Search'],
  ])('finds “%s” more like “%s” than like “%s”', (asked, right, wrong) => {
    expect(alike(asked, right)).toBeGreaterThan(alike(asked, wrong) + 0.1);
  });

  it('gives unit vectors, zeros for a text without letters, and does not care about case', () => {
    const vector = shipped.encode('Add to cart');
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(shipped.encode('—').every((value) => value === 0)).toBe(true);
    expect(alike('ADD TO CART', 'add to cart')).toBeCloseTo(1, 5);
  });
});

describe('openSmallEncoder', () => {
  const rows = Float32Array.from({ length: 16 * 4 }, (_, at) => Math.sin(at));
  const packed = packTable(rows, 4);

  it('reads what packTable wrote, within the steps of int8', () => {
    const encoder = openSmallEncoder(packed);
    const exact = new Float32Array(4);
    for (const row of listSubwords('kettle', 16)) {
      for (let at = 0; at < 4; at++) exact[at] = (exact[at] ?? 0) + (rows[row * 4 + at] ?? 0);
    }
    const length = Math.hypot(...exact);
    const unit = exact.map((value) => value / length);
    expect(dot(encoder.encode('kettle'), unit)).toBeGreaterThan(0.999);
  });

  it.each([
    ['empty', new Uint8Array()],
    ['something else', new TextEncoder().encode('<!doctype html><title>404</title>')],
    ['cut', packed.slice(0, -1)],
  ])('refuses a file that is %s', (_what, bytes) => {
    expect(() => openSmallEncoder(bytes)).toThrow('The small encoder’s file is');
  });
});
