import { describe, expect, it } from 'vitest';
import { shareWord } from './words.ts';

describe('whether an instruction shares a word with a name', () => {
  it.each([
    ['sort by price', 'Sorted by distance', true],
    ['refuse the cookies', 'Continue without accepting', false],
    ['go to my list', 'Back to my page', false],
    ['put it in my cart', 'Add to bag', false],
    ['Théière', 'theieres', true],
    ['犬も一緒に泊まりたい', 'ペット可', false],
    ['車で行く', '駐車場無料', true],
    ['كشف حساب', 'الحساب', true],
    ['size 40', '40', true],
  ])('%s / %s: %s', (instruction, name, expected) => {
    expect(shareWord(instruction, name)).toBe(expected);
  });
});
