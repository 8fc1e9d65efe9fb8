import { describe, expect, it } from 'vitest';
import { measureRanks } from './measure.ts';

const placed = [1, 2, 7, Infinity].map((rank, at) => ({ page: `page ${at}`, rank }));

describe('measureRanks', () => {
  it('counts what is within the first places and averages the reciprocal ranks', () => {
    const { n, r1, r5, r10, mrr } = measureRanks(placed);
    expect([n, r1.value, r5.value, r10.value]).toEqual([4, 0.25, 0.5, 0.75]);
    expect(mrr.value).toBeCloseTo((1 + 1 / 2 + 1 / 7) / 4);
  });

  it('gives intervals around the value, the same every time', () => {
    const { r5 } = measureRanks(placed);
    expect(r5.low).toBeLessThan(r5.value);
    expect(r5.high).toBeGreaterThan(r5.value);
    expect(measureRanks(placed)).toEqual(measureRanks(placed));
  });

  it('draws whole pages: one page leaves nothing to chance', () => {
    const { mrr } = measureRanks(placed.map((each) => ({ ...each, page: 'one' })));
    expect([mrr.low, mrr.high]).toEqual([mrr.value, mrr.value]);
  });
});
