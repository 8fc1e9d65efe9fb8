import { describe, expect, it } from 'vitest';
import { listPage } from './run.fixture.ts';
import { isLoop, isSameStep } from './perform-action.ts';
import type { PerformedStep } from './run-progress.ts';

const toStep = (call: string): PerformedStep => ({ call, among: [] });

describe('isLoop', () => {
  it.each([
    ['', 'a', false],
    ['aaaa', 'a', false],
    ['aaaaaaaa', 'a', false],
    ['aba', 'b', false],
    ['abab', 'a', true],
    ['abab', 'c', false],
    ['xyabab', 'a', true],
    ['abcabc', 'a', true],
    ['abcabd', 'a', false],
    ['abcdabcd', 'a', true],
  ])('after %s, going on with %s: %s', (trail, next, expected) => {
    expect(isLoop(trail.split('').map(toStep), toStep(next))).toBe(expected);
  });
});

describe('isSameStep', () => {
  it('tells pages apart by what their controls hold', () => {
    const empty = listPage('<input data-t="t" aria-label="Name">');
    const filled = listPage('<input data-t="t" aria-label="Name" value="Ada">');
    const back: PerformedStep = { call: 'back()', among: empty };
    expect(isSameStep(back, { call: 'back()', among: [...empty] })).toBe(true);
    expect(isSameStep(back, { call: 'back()', among: filled })).toBe(false);
    expect(isSameStep(back, { call: 'forward()', among: empty })).toBe(false);
  });
});
