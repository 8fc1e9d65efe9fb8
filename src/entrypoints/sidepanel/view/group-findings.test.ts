import { describe, expect, it } from 'vitest';
import type { TurnFinding } from '../panel-state.ts';
import { groupFindings } from '../panel-state.ts';

function find(turnId: string | null, message: string, over: Partial<TurnFinding> = {}) {
  return { code: 'x', severity: 'warning', message, turnId, ...over } as const;
}

describe('groupFindings', () => {
  it('tells once what was found in many turns, and where first', () => {
    const found = [find('a', 'Stale.'), find('b', 'Late.'), find('c', 'Stale.')];
    expect(groupFindings(found)).toEqual([
      { message: 'Stale.', turns: 2, first: 'a' },
      { message: 'Late.', turns: 1, first: 'b' },
    ]);
  });

  it('begins with errors', () => {
    const found = [find('a', 'Stale.'), find('b', 'Lost.', { severity: 'error' })];
    expect(groupFindings(found).map(({ message }) => message)).toEqual(['Lost.', 'Stale.']);
  });

  it('names no turn for what is about the whole', () => {
    expect(groupFindings([find(null, 'Empty.')])).toEqual([
      { message: 'Empty.', turns: 0, first: null },
    ]);
  });
});
