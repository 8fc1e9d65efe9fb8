import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAsciiJson } from '../export-file.ts';

const anyText = fc.string({ unit: 'binary' });

describe('writeAsciiJson', () => {
  it.each([
    ['é', '"\\u00e9"'],
    ['\u007f', '"\\u007f"'],
    ['\u2028', '"\\u2028"'],
    ['🫖', '"\\ud83e\\uded6"'],
    ['half \ud83e of one', '"half \\ufffd of one"'],
    ['two \udc00\ud800 wrong way', '"two \\ufffd\\ufffd wrong way"'],
    ['written \\ud83e', '"written \\\\ud83e"'],
    ['"\n\t\\', '"\\"\\n\\t\\\\"'],
    [Number.NaN, 'null'],
    [Number.POSITIVE_INFINITY, 'null'],
  ])('writes %j', (value, json) => {
    expect(writeAsciiJson(value)).toBe(json);
  });

  it('is ASCII and reads back as it was, keys too', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
        const json = writeAsciiJson(value);
        expect(json).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.parse(json)).toEqual(value);
      }),
    );
  });

  it('never leaves half of a surrogate pair, whatever the text', () => {
    const units = fc.array(fc.constantFrom('\ud83e', '\uded6', '\\', 'u', 'a'), { maxLength: 12 });
    fc.assert(
      fc.property(units, (parts) => {
        const text = parts.join('');
        const json = writeAsciiJson({ [text]: text });
        const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd');
        expect(JSON.parse(json)).toEqual({ [wellFormed]: wellFormed });
      }),
    );
  });
});
