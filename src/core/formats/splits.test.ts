import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignSplits, SPLITS } from './splits.ts';

describe('assignSplits', () => {
  it('puts four fifths of many groups into train, and a tenth each into valid and test', () => {
    const groups = Array.from({ length: 1000 }, (_, at) => `site-${at}`);
    const splits = [...assignSplits(groups, 1).values()];
    expect(SPLITS.map((split) => splits.filter((each) => each === split).length)).toEqual([
      800, 100, 100,
    ]);
    expect(assignSplits(groups, 2)).not.toEqual(assignSplits(groups, 1));
  });

  it('does not depend on the order, and has every group in one split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (groups, seed) => {
          const splits = assignSplits(groups, seed);
          expect([...splits].sort()).toEqual([...assignSplits(groups.toReversed(), seed)].sort());
          expect(splits.size).toBe(new Set(groups).size);
        },
      ),
    );
  });

  it('trains on a single group', () => {
    expect([...assignSplits(['only', 'only'], 3).values()]).toEqual(['train']);
  });
});
