import { describe, expect, it } from 'vitest';
import { listPage } from './round.fixture.ts';
import { isLoop, nameStep } from './find-loop.ts';

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
    expect(nameStep('back()', empty)).toBe(nameStep('back()', [...empty]));
    expect(nameStep('back()', filled)).not.toBe(nameStep('back()', empty));
    expect(nameStep('forward()', empty)).not.toBe(nameStep('back()', empty));
  });
});
