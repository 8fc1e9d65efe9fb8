import { describe, expect, it } from 'vitest';
import { formatCost, formatTokenUsage } from './format.ts';

describe('formatSpent', () => {
  it('marks what is estimated, and leaves out an unknown cost', () => {
    const spent = { promptTokens: 4000, completionTokens: 200, estimated: false, cost: 0.0123 };
    expect(formatTokenUsage(spent)).toBe('4.2k tokens · 0.0123');
    expect(formatTokenUsage({ ...spent, estimated: true })).toBe('≈4.2k tokens · ≈0.0123');
    expect(formatTokenUsage({ ...spent, cost: null })).toBe('4.2k tokens');
  });

  it.each([
    [0, '0'],
    [0.00001, '<0.0001'],
    [0.0031, '0.0031'],
    [0.425, '0.42'],
    [12.5, '12.50'],
  ])('writes %f as %s', (cost, text) => expect(formatCost(cost)).toBe(text));
});
