import { describe, expect, it } from 'vitest';
import { holdsText } from './field-value.ts';

describe('what a field holds', () => {
  it.each([
    ['(030) 123-45', '03012345'],
    ['12/05/2031', '12052031'],
    ['AB 12', 'ab12'],
    ['1234', '1.234'],
    ['-5', '-5'],
    ['4111 1111', '41111111'],
  ])('%s is %s, as a mask writes it', (value, text) => {
    expect(holdsText(value, text)).toBe(true);
  });

  it.each([
    ['15', '1.5'],
    ['5', '-5'],
    ['125', '12.5'],
    ['1.5', '15'],
    ['', '5'],
  ])('%s is not %s', (value, text) => {
    expect(holdsText(value, text)).toBe(false);
  });
});
