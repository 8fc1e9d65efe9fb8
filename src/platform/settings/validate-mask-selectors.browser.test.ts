import { describe, expect, it } from 'vitest';
import { validateMaskSelectors } from './validate-mask-selectors.ts';

describe('validateMaskSelectors', () => {
  it('reads one selector per line, each once', () => {
    expect(validateMaskSelectors(' .a > b \n\n#c, [d="e"]\n.a > b')).toEqual({
      ok: true,
      selectors: ['.a > b', '#c, [d="e"]'],
    });
    expect(validateMaskSelectors('')).toEqual({ ok: true, selectors: [] });
  });

  it.each([
    ['div:not(', '“div:not(” is not a CSS selector'],
    ['p\nBODY', '“BODY” would mask every whole page'],
    [`.${'a'.repeat(600)}`, 'longer than 500 characters'],
    [Array.from({ length: 101 }, (_, at) => `.c${at}`).join('\n'), 'there are 101'],
  ])('says what is wrong with %j', (text, reason) => {
    expect(validateMaskSelectors(text)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason) as string,
    });
  });
});
