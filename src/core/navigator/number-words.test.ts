import { expect, it } from 'vitest';
import { readNumber } from './same-value.ts';

it.each([
  ['230', 230],
  ['1,200.50', 1200.5],
  ['0', 0],
  ['seven', 7],
  ['Twenty', 20],
  ['twenty-five', 25],
  ['a hundred', 100],
  ['one hundred and fifty', 150],
  ['two thousand three hundred', 2300],
  ['one million two hundred thousand and one', 1200001],
])('%s is %d', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

it.each([
  '',
  'a',
  'and',
  'two three',
  'twenty eleven',
  'ten twenty',
  '1,2',
  'hundred and',
  'one hundred and',
  'large',
  '2 adults',
  '12.05.2031',
])('%j is no number', (text) => {
  expect(readNumber(text)).toBeNull();
});
