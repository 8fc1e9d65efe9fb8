import { describe, expect, it } from 'vitest';
import { dot, poolMean } from './vectors.ts';

describe('poolMean', () => {
  it('averages what the mask counts and scales to length 1', () => {
    const hidden = Float32Array.of(3, 0, 0, 4, 99, 99, 1, 1, 99, 99, 99, 99);
    const [first, second] = poolMean(hidden, [1n, 1n, 0n, 1n, 0n, 0n], 2, 3, 2);
    expect(Array.from(first ?? [])).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect(Array.from(second ?? [])).toEqual([
      expect.closeTo(Math.SQRT1_2),
      expect.closeTo(Math.SQRT1_2),
    ]);
  });

  it('gives zeros for a row without tokens', () => {
    expect(poolMean(Float32Array.of(1, 2), [0], 1, 1, 2)).toEqual([Float32Array.of(0, 0)]);
  });

  it('refuses an output of another shape', () => {
    expect(() => poolMean(new Float32Array(5), [1, 1, 1], 1, 3, 2)).toThrow('1×3×2');
  });
});

describe('dot', () => {
  it('is 1 for a unit vector with itself', () => {
    const vector = Float32Array.of(0.6, 0.8);
    expect(dot(vector, vector)).toBeCloseTo(1);
    expect(dot(vector, Float32Array.of(-0.8, 0.6))).toBeCloseTo(0);
  });
});
