import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPlain } from './split-plain.ts';
import { tokenize } from './tokenize.ts';

describe('tokenize', () => {
  it.each([
    ['Add to cart', ['add', 'to', 'cart']],
    ['addToCart HTMLElement', ['add', 'to', 'cart', 'html', 'element']],
    ['$1,299.00 (12:30)', ['1,299.00', '12:30']],
    ['v1.2beta x12.5', ['v1', '2beta', 'x12', '5']],
    ["Don’t, don't", ['dont', 'dont']],
    ['Über Größe', ['uber', 'große']],
    ['設定 5', ['設', '定', '5']],
    ['×', ['close']],
    ['', []],
  ])('%j → %j', (text, words) => {
    expect(tokenize(text)).toEqual(expect.arrayContaining(words));
    if (text !== '×') expect(tokenize(text)).toEqual(words);
  });

  it('makes the same of plain text, the fast way and the thorough one', () => {
    // An ideograph is a word by itself and sends the whole text the thorough way.
    const thorough = (text: string): string[] => tokenize(`${text} 設`).slice(0, -1);
    const plain = fc.string({
      unit: fc.constantFrom(...Array.from('abzABZ019.,:-_ /$…·\u00a0—×€™é²')),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(plain, (text) => {
        const fast = splitPlain(text);
        fc.pre(fast !== null);
        expect(fast).toEqual(thorough(text));
      }),
      { numRuns: 3000 },
    );
  });
});
