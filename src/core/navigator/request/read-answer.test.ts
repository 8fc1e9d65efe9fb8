import { describe, expect, it } from 'vitest';
import { guessAnswer, readAnswer } from './read-answer.ts';

const LABELS = ['Edit (Order 1042)', 'Edit (Order 1043)', 'Edit all'];

describe('readAnswer', () => {
  it.each([
    ['Edit (Order 1043)', 1],
    ['edit all', 2],
    ['the second one', 1],
    ['second', 1],
    ['2', 1],
    ['#3', 2],
    ['number two', 1],
    ['option 1', 0],
    ['the 3rd', 2],
    ['the last one, please', 2],
    ['click the first one', 0],
    ['I mean Edit all', 2],
  ])('takes %j as option %i', (message, index) => {
    expect(readAnswer(message, LABELS)).toEqual({ kind: 'option', index });
  });

  it.each(['never mind', 'No, thanks', 'cancel', 'none of them', 'Forget it!'])(
    'takes %j as no',
    (message) => {
      expect(readAnswer(message, LABELS)).toEqual({ kind: 'cancel' });
    },
  );

  it.each(['the fourth one', '0', 'scroll down', 'yes', 'edit'])(
    'takes %j as no answer',
    (message) => {
      expect(readAnswer(message, LABELS)).toEqual({ kind: 'other' });
    },
  );

  it('takes a yes where there is one option', () => {
    expect(readAnswer('Yes, please', ['Save'])).toEqual({ kind: 'option', index: 0 });
  });
});

describe('guessAnswer', () => {
  it('finds the only label with these words', () => {
    expect(guessAnswer('1042', LABELS)).toBe(0);
    expect(guessAnswer('the one in order 1043', LABELS)).toBe(1);
    expect(guessAnswer('order', LABELS)).toBeNull();
    expect(guessAnswer('hm', LABELS)).toBeNull();
  });
});
