import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes.ts';
import { decodeBoxes, encodeBoxes } from '../content.ts';
import { hasPlainBoxes } from './lint.ts';

const px = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
const box = fc.record({ x: px, y: px, width: px, height: px }, { noNullPrototype: true });
const boxes = fc.dictionary(fc.uuid(), box, { noNullPrototype: true });

describe('boxes as they are written', () => {
  it('are known at sight, unless a number has an exponent', () => {
    fc.assert(
      fc.property(boxes, (given) => {
        const text = new TextDecoder().decode(encodeBoxes(given));
        const numbers = text.replaceAll(/"[^"]*"/g, '');
        expect(hasPlainBoxes(text)).toBe(!numbers.includes('e'));
      }),
    );
  });

  it('are never said to be fine when a parser finds them broken', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      ',',
      ':',
      '0',
      '1e999',
      '-',
      '.',
      'null',
      '\\',
      '',
    );
    const spot = fc.tuple(fc.nat(400), fc.nat(3), piece);
    fc.assert(
      fc.property(boxes, fc.array(spot, { minLength: 1, maxLength: 2 }), (given, spots) => {
        let text = new TextDecoder().decode(encodeBoxes(given));
        for (const [at, length, by] of spots) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + by + text.slice(from + length);
        }
        if (!hasPlainBoxes(text)) return;
        const read = decodeBoxes(encodeText(text));
        expect(read).not.toBeNull();
        const members = Object.values(read ?? {}).flatMap(({ x, y, width, height }) => [
          ...[x, y, width, height],
        ]);
        expect(members.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    '',
    '{',
    '{}x',
    '{"a":{"x":1,"y":2,"width":3,"height":01}}',
    `{"a":{"x":${'9'.repeat(400)},"y":2,"width":3,"height":4}}`,
  ])('are not %j', (text) => {
    expect(hasPlainBoxes(text)).toBe(false);
  });
});
