import { expect, it } from 'vitest';
import { PART_WEIGHTS } from '../../core/ranking/weights.ts';
import { describeScoreParts } from './describe-details.ts';

it('tells what counts, largest first, in words', () => {
  const parts = { offScreen: -0.02, words: 0.31, exact: 0.001, meaning: 0.2 };
  expect(describeScoreParts(parts)).toBe('its words 0.31 · small encoder 0.20 · out of view −0.02');
});

it.each(Object.keys(PART_WEIGHTS))('has words for %s', (name) => {
  const named = describeScoreParts({ [name]: 1 }).replace(' 1.00', '');
  expect(named).toMatch(/^[a-z ]+$/);
  expect(named).not.toBe('');
});
