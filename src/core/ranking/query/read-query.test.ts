import { describe, expect, it } from 'vitest';
import { readQuery } from './relation.ts';
import { WORD_WEIGHTS } from '../weights.ts';

function weightOf(text: string, word: string): number | undefined {
  return readQuery({ text, intent: null }).words.find((each) => each.text === word)?.weight;
}

describe('readQuery', () => {
  it.each(['the post about science', 'more about pricing', 'info about user registrations'])(
    'takes the "about" of %s for no name',
    (text) => {
      expect(weightOf(text, 'about')).toBe(WORD_WEIGHTS.function);
    },
  );

  it.each(['about', 'open about us', 'read more about us'])('takes that of %s for one', (text) => {
    expect(weightOf(text, 'about')).toBe(WORD_WEIGHTS.content);
  });

  it.each([
    ['posted in the last week', null],
    ['the first name field', null],
    ['the second Edit button', 2],
  ])('counts only what can be counted: %s', (text, ordinal) => {
    expect(readQuery({ text, intent: null }).ordinal).toBe(ordinal);
  });

  it.each([
    ['write Hello there as message', true],
    ['write sunny into the search', true],
    ['write a new email', false],
    ['filter the table for Tokyo', true],
    ['filter by status', false],
  ])('looks for a field: %s, %s', (text, isField) => {
    expect(readQuery({ text, intent: null }).roles.includes('textbox')).toBe(isField);
  });

  it.each([
    ['select the first flight', 'select', 1],
    ['open the very last row', 'open', -1],
    ['delete the first row', null, 1],
  ])('knows the verb of an item: %s', (text, itemVerb, item) => {
    expect(readQuery({ text, intent: 'click' })).toMatchObject({ itemVerb, item });
  });

  it('counts no pages: the last one is a link called so', () => {
    expect(readQuery({ text: 'last page', intent: null })).toMatchObject({
      item: null,
      ordinal: null,
      bare: ['last'],
    });
  });
});
