import { expect, it } from 'vitest';
import { writeProgress } from './evaluate-command.ts';

it('says how far a run is, what it cost and how long it will take', () => {
  const headway = { inputs: 4, opened: 2, turns: 20, judged: 5, kept: 10, elapsed: 10_000 };
  expect(writeProgress(headway, 0.5)).toBe(
    '15 turns (10 from before) · 2 of 4 inputs · cost 0.5000 · about 50 s left',
  );
  expect(writeProgress({ ...headway, judged: 0 }, null)).toBe(
    '10 turns (10 from before) · 2 of 4 inputs · time left not known yet',
  );
});
