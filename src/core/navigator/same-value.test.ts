import { describe, expect, it } from 'vitest';
import { isKindOf, listUnits, meansSame, readAmount } from './same-value.ts';

describe('the same in other words', () => {
  it.each([
    ['large', 'L'],
    ['L', 'Large'],
    ['extra large', 'XL'],
    ['size medium', 'M'],
    ['twenty dollars', '$20'],
    ['twenty dollars', '20'],
    ['fifty', '€50,00'],
    ['fifteen percent', '15 %'],
    ['1,200 euros', '€1,200'],
    ['German', 'Deutsch'],
    ['japanese', '日本語'],
    ['French', 'français'],
  ])('%s is %s', (said, shown) => {
    expect(meansSame(said, shown)).toBe(true);
  });

  it.each([
    ['large', 'XL'],
    ['large', 'Large print'],
    ['twenty dollars', '€20'],
    ['twenty dollars', '$200'],
    ['twenty', 'twenty-one'],
    ['German', 'English'],
    ['Germany', 'Deutsch'],
    ['constructor', ''],
    ['', ''],
  ])('%s is not %s', (said, shown) => {
    expect(meansSame(said, shown)).toBe(false);
  });

  it('knows the kinds of a language', () => {
    expect(isKindOf('Portuguese', 'Português (Brasil)')).toBe(true);
    expect(isKindOf('Chinese', '中文 (简体)')).toBe(true);
    expect(isKindOf('German', 'Deutschland')).toBe(false);
    expect(isKindOf('no language', 'no language at all')).toBe(false);
  });

  it('reads amounts, and nothing that says more', () => {
    expect(readAmount('one hundred and fifty euros')).toEqual({ number: 150, unit: 'euro' });
    expect(readAmount('230 dollars')).toEqual({ number: 230, unit: 'dollar' });
    expect(readAmount('$19.99')).toEqual({ number: 19.99, unit: 'dollar' });
    expect(readAmount('20 dollars off')).toBeNull();
    expect(readAmount('dollars')).toBeNull();
    expect(listUnits('Amount in € or £')).toEqual(['euro', 'pound']);
    expect(listUnits('Europe')).toEqual([]);
  });
});
