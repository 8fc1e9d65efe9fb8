import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMiddle } from './format.ts';

describe('splitMiddle', () => {
  it('keeps the end of a long name apart', () => {
    expect(splitMiddle('Kettle House: search results for red kettle', 10)).toEqual({
      head: 'Kettle House: search results for ',
      tail: 'red kettle',
    });
  });

  it('begins the end with a word if one begins near by', () => {
    expect(splitMiddle('Click Add to cart of the Cherry kettle', 12).tail).toBe('Cherry kettle');
    expect(splitMiddle('a'.repeat(40), 12).tail).toHaveLength(12);
  });

  it('leaves a short name whole', () => {
    expect(splitMiddle('Add to cart', 8)).toEqual({ head: 'Add to cart', tail: '' });
    expect(splitMiddle('', 8)).toEqual({ head: '', tail: '' });
  });

  it('does not cut through a character a reader sees as one', () => {
    const family = '👩‍👩‍👧';
    const { head, tail } = splitMiddle(`${'a'.repeat(20)}${family}b`, 2);
    expect(head).toBe('a'.repeat(20));
    expect(tail).toBe(`${family}b`);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, n) => {
        const { head, tail } = splitMiddle(text, n);
        expect(head + tail).toBe(text);
      }),
    );
  });
});
