import { describe, expect, it } from 'vitest';
import { countKinds, sumCounts } from './kinds.ts';

describe('countKinds', () => {
  it('counts rules of a kind together, and unknown ones as about turns', () => {
    const rules = ['screenshot-stale', 'screenshot-missing', 'no-target', 'of-tomorrow'];
    const counts = countKinds(rules.map((rule) => ({ rule })));
    expect(counts).toEqual({ screenshot: 2, target: 1, order: 1 });
    expect(sumCounts(counts)).toBe(4);
  });
});
