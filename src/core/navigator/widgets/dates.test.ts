import { describe, expect, it } from 'vitest';
import { readDate, readTime } from './dates.ts';

describe('dates and times as people write them', () => {
  it.each([
    ['2031-3-5', '2031-03-05'],
    ['3/5/2031', '2031-03-05'],
    ['25/3/2031', '2031-03-25'],
    ['5.3.2031', '2031-03-05'],
    ['5th of March 2031', '2031-03-05'],
    ['March 5, 2031', '2031-03-05'],
    ['2/30/2031', null],
    ['March', null],
    ['5 Foo 2031', null],
  ])('%s', (said, value) => {
    expect(readDate(said)).toBe(value);
  });

  it.each([
    ['3:45 PM', '15:45'],
    ['12 am', '00:00'],
    ['9:05', '09:05'],
    ['25:00', null],
    ['7', null],
  ])('%s', (said, value) => {
    expect(readTime(said)).toBe(value);
  });
});
