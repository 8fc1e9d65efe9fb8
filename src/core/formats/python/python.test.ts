import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  writeFloat,
  writeFloat1,
  roundHalfEven,
  readFloat,
  isPrintable,
  writeDictRepr,
  writeRepr,
  countCodePoints,
  takeFirst,
  takeLast,
  replaceSpaceRuns,
  splitAtSpace,
  stripSpace,
  splitUrl,
} from './python.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const text = fc.string({ unit: 'binary' });

describe('repr', () => {
  it('can be read back, whatever the text', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(readRepr(writeRepr(value))).toBe(value);
      }),
    );
  });

  it('holds printable characters only', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(Array.from(writeRepr(value)).every(isPrintable)).toBe(true);
      }),
    );
  });

  it('of a dict has both sides in repr', () => {
    expect(writeDictRepr({ 'a b': "it's", c: '\n' })).toBe(`{'a b': "it's", 'c': '\\n'}`);
    expect(writeDictRepr({})).toBe('{}');
  });

  it('escapes no-break spaces and unassigned characters, but not plain spaces', () => {
    expect([' ', 'é', '😀', '\u00a0', '\u00ad', '\u0378', '\n'].map(isPrintable)).toEqual([
      ...[true, true, true],
      ...[false, false, false, false],
    ]);
  });
});

/** What Python's parser makes of a string literal without a prefix. */
function readRepr(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(
      /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gs,
      (_, x: string | undefined, u: string | undefined, U: string | undefined, plain: string) => {
        const hex = x ?? u ?? U;
        if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
        return { n: '\n', r: '\r', t: '\t' }[plain] ?? plain;
      },
    );
}

describe('rounding', () => {
  it('stays within half a unit and is even on exact ties', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        expect(Math.abs(roundHalfEven(value, 2) - value)).toBeLessThanOrEqual(0.005000001);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), (n) => {
        // n + 1/4 and n + 3/4 are exact ties with one decimal.
        expect(Math.abs(Math.round(roundHalfEven(n + 0.25, 1) * 10) % 2)).toBe(0);
        expect(Math.abs(Math.round(roundHalfEven(n + 0.75, 1) * 10) % 2)).toBe(0);
      }),
    );
  });

  it('is symmetrical around zero and keeps rounded values', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 6 }), (value, digits) => {
        const rounded = roundHalfEven(value, digits);
        expect(roundHalfEven(-value, digits)).toBe(-rounded);
        expect(roundHalfEven(rounded, digits)).toBe(rounded);
      }),
    );
  });

  it.each([
    [0.5, 0, 0],
    [1.5, 0, 2],
    [2.675, 2, 2.67],
    [0.125, 2, 0.12],
    [0.375, 2, 0.38],
    [1e22, 1, 1e22],
  ])('%d to %d digits is %d', (value, digits, expected) => {
    expect(roundHalfEven(value, digits)).toBe(expected);
  });
});

describe('floats', () => {
  it('read back as the same number', () => {
    fc.assert(
      fc.property(number, (value) => {
        expect(readFloat(writeFloat(value))).toBe(value);
        expect(writeFloat(value)).toMatch(/^-?\d+(\.\d+)?(e[+-]\d{2,})?$/);
      }),
    );
  });

  it.each([
    [402, '402.0'],
    [1e16, '1e+16'],
    [123456789012345680, '1.2345678901234568e+17'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-0, '-0.0'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ])('%d is %s', (value, expected) => {
    expect(writeFloat(value)).toBe(expected);
  });

  it('round before they are written', () => {
    expect(writeFloat1(-0.04)).toBe('-0.0');
  });

  it.each([
    [' 1_000.5 ', 1000.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1__0.0', null],
    ['1.2.3', null],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['', null],
  ])('%j reads as %d', (written, expected) => {
    expect(readFloat(written)).toBe(expected);
  });
});

describe('slices', () => {
  it('count and cut by code points', () => {
    fc.assert(
      fc.property(text, fc.nat(12), (value, n) => {
        const characters = Array.from(value);
        expect(countCodePoints(value)).toBe(characters.length);
        expect(takeFirst(value, n)).toBe(characters.slice(0, n).join(''));
        expect(takeLast(value, n)).toBe(n === 0 ? '' : characters.slice(-n).join(''));
      }),
    );
  });
});

describe('white space', () => {
  it('is the same as in Python', () => {
    expect(stripSpace('\u001c\u0085 a\ufeff \u3000')).toBe('a\ufeff');
    expect(splitAtSpace(' a\u00a0b\n\nc ')).toEqual(['a', 'b', 'c']);
    expect(splitAtSpace(' \n')).toEqual([]);
    expect(replaceSpaceRuns('a\u00a0 \nb', ' ')).toBe('a b');
  });
});

describe('URLs', () => {
  it.each([
    ['https://a.example:8/x;p?q#f', { netloc: 'a.example:8', path: '/x' }],
    ['a.example/x', { netloc: '', path: 'a.example/x' }],
    ['//u@a.example', { netloc: 'u@a.example', path: '' }],
    ['mailto:x;y', { netloc: '', path: 'x;y' }],
    ['https://a.example/x;1/y;2', { netloc: 'a.example', path: '/x;1/y' }],
    [' https://a.ex\nample/ ', { netloc: 'a.example', path: '/ ' }],
    ['https://[::1', null],
    ['https://a\u2100b.example/', null],
  ])('%j splits into %j', (url, expected) => {
    expect(splitUrl(url)).toEqual(expected);
  });
});
