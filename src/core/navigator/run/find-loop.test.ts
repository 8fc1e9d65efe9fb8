import { describe, expect, it } from 'vitest';
import { listPage } from './run.fixture.ts';
import { isLoop, stepKey } from './perform-action.ts';

const spell = (trail: string): string[] => trail.split('');

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
    expect(isLoop(spell(trail), next)).toBe(expected);
  });
});

describe('nameStep', () => {
  it('tells pages apart by what their controls hold', () => {
    const empty = listPage('<input data-t="t" aria-label="Name">');
    const filled = listPage('<input data-t="t" aria-label="Name" value="Ada">');
    expect(stepKey('back()', empty)).toBe(stepKey('back()', [...empty]));
    expect(stepKey('back()', filled)).not.toBe(stepKey('back()', empty));
    expect(stepKey('forward()', empty)).not.toBe(stepKey('back()', empty));
  });
});
