import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import type { RankedCandidate } from './candidate.ts';
import { countEnough } from './judge-clarity.ts';

const [CANDIDATE] = listCandidates([buildPage('<body><button>Send</button></body>')], VIEWPORT);

function rank(scores: readonly number[], coverage: number): RankedCandidate[] {
  if (!CANDIDATE) throw new Error('a button is a candidate');
  return scores.map((score) => ({ candidate: CANDIDATE, score, parts: {}, coverage, matched: [] }));
}

const FADING = Array.from({ length: 30 }, (_, at) => 1 - at * 0.02);

describe('countEnough', () => {
  it('is few where the best stands out, more where others come near, and bounded', () => {
    expect(countEnough(rank([0.9, ...FADING.map((score) => score * 0.4)], 1))).toBe(4);
    expect(countEnough(rank(FADING, 1))).toBe(8);
    expect(countEnough(rank(FADING, 0))).toBe(20);
  });

  it('is more the fewer of the words were found in the best, and never more than there are', () => {
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(scores, share, share, (given, one, other) => {
        const sorted = given.toSorted((a, b) => b - a);
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const wide = countEnough(rank(sorted, less));
        expect(wide).toBeGreaterThanOrEqual(countEnough(rank(sorted, more)));
        expect(wide).toBeLessThanOrEqual(Math.min(20, sorted.length));
        expect(wide).toBeGreaterThanOrEqual(Math.min(4, sorted.length));
      }),
    );
  });
});
