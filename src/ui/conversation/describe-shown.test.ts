import { expect, it } from 'vitest';
import { describePrompt } from './describe-details.ts';

it('tells how much a model was shown, and what there was no room for', () => {
  expect(describePrompt({ tokens: 1540, cuts: [] })).toEqual([
    'About 1.5k tokens; everything fit.',
  ]);
  const elements = { shown: 4, of: 57 };
  expect(describePrompt({ tokens: 700, cuts: [], elements, wider: true })).toEqual([
    'About 700 tokens; everything fit.',
    'The best 4 of 57 elements.',
    'Asked again with more, because something was missing.',
  ]);
  const cuts = [
    { part: 'page', kept: 12, of: 30 },
    { part: 'text', kept: 80, of: 100 },
  ] as const;
  expect(describePrompt({ tokens: 940, cuts })).toEqual([
    'About 940 tokens.',
    '12 of 30 page elements fit.',
    'Page text was shortened to 80 %.',
  ]);
});
