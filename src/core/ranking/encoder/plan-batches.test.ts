import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches } from './plan-batches.ts';

describe('planBatches', () => {
  it('puts like lengths together', () => {
    expect(planBatches([9, 2, 8, 3], 20)).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });

  it('gives a text longer than the budget a batch of its own', () => {
    expect(planBatches([50, 5], 20)).toEqual([[1], [0]]);
  });

  it('holds every text once and keeps to the budget', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 128 })),
        fc.integer({ min: 1, max: 512 }),
        (lengths, budget) => {
          const batches = planBatches(lengths, budget);
          expect(batches.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, at) => at));
          for (const batch of batches) {
            const longest = Math.max(...batch.map((at) => lengths[at] ?? 0));
            expect(batch.length === 1 || batch.length * longest <= budget).toBe(true);
          }
        },
      ),
    );
  });
});
