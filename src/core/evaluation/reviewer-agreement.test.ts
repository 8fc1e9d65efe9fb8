import { describe, expect, it } from 'vitest';
import type { Edit, EditCommand } from '../demonstration/edits/edit.ts';
import { compareReviewers, computeKappa } from './reviewer-agreement.ts';

function makePairs(counts: readonly (readonly [string, string, number])[]): [string, string][] {
  return counts.flatMap(([one, other, times]) =>
    Array.from({ length: times }, (): [string, string] => [one, other]),
  );
}

describe('computeKappa', () => {
  it.each([
    // 20 of 50 both yes, 15 both no: observed .7, expected .5.
    [
      makePairs([
        ['y', 'y', 20],
        ['y', 'n', 5],
        ['n', 'y', 10],
        ['n', 'n', 15],
      ]),
      0.4,
    ],
    [
      makePairs([
        ['y', 'y', 3],
        ['n', 'n', 2],
      ]),
      1,
    ],
    [
      makePairs([
        ['y', 'n', 1],
        ['n', 'y', 1],
      ]),
      -1,
    ],
    [makePairs([['y', 'y', 4]]), null],
    [[], null],
  ])('%#', (pairs, kappa) => {
    const computed = computeKappa(pairs);
    if (kappa === null) expect(computed).toBeNull();
    else expect(computed).toBeCloseTo(kappa, 10);
  });
});

describe('compareReviewers', () => {
  let at = 0;
  const edit = (by: string, command: EditCommand): Edit => ({
    id: `${(at += 1)}`,
    at,
    by,
    command,
  });
  const judge = (by: string, status: 'approved' | 'rejected'): Edit =>
    edit(by, { kind: 'judge', status, comment: '' });
  const turns = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

  it('compares the status of demonstrations and what became of their turns', () => {
    const noise = (by: string, turnId: string): Edit =>
      edit(by, { kind: 'noise', turnId, isNoise: true });
    const edits = [
      noise('Ada', 'a'),
      noise('Ben', 'a'),
      edit('Ben', { kind: 'remove', turnId: 'b' }),
      judge('Ada', 'approved'),
      judge('Ben', 'rejected'),
    ];
    expect(compareReviewers([{ id: 'demo', turns, edits }])).toEqual([
      { reviewers: ['Ada', 'Ben'], decision: 'status', items: 1, agreed: 0, kappa: 0 },
      { reviewers: ['Ada', 'Ben'], decision: 'kept', items: 4, agreed: 3, kappa: 0.5 },
      { reviewers: ['Ada', 'Ben'], decision: 'text', items: 4, agreed: 4, kappa: null },
      { reviewers: ['Ada', 'Ben'], decision: 'target', items: 4, agreed: 4, kappa: null },
    ]);
  });

  it('counts only demonstrations that both judged', () => {
    const one = { id: 'one', turns, edits: [judge('Ada', 'approved')] };
    const other = { id: 'other', turns, edits: [judge('Ben', 'approved'), judge('', 'approved')] };
    expect(compareReviewers([one, other])).toEqual([]);
  });
});
