import { expect, it } from 'vitest';
import { measureAside } from './apply-task.ts';

const viewport = { width: 1000, height: 800 };

it.each([
  ['in view', 100, 200, 0],
  ['off to the right', 1350, 100, 900],
  ['off to the left', -300, 100, -750],
  ['cut at the right', 950, 100, 500],
  ['wider than the page', -50, 1200, 0],
])('scrolls to the side only to what is not in view: %s', (_, x, width, by) => {
  expect(measureAside({ x, y: 0, width, height: 20 }, viewport)).toBe(by);
});
