import { describe, expect, it } from 'vitest';
import type { Encoder, RankQuery } from './candidate.ts';
import type { Learned } from './learning/learn.ts';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { rankCandidates } from './rank.ts';
import { SHOP } from './score.fixture.ts';

const shop = listCandidates([buildPage(SHOP)], VIEWPORT);
const query: RankQuery = { text: 'Add to cart', intent: 'click' };
const now = (): number => 0;
const k = shop.length;

/** What is asked lies along the first axis, texts that hold `word` along the second, others nowhere near. */
function encoderFor(word: string): Encoder {
  const read = (text: string): Float32Array => {
    if (text === query.text) return new Float32Array([1, 0, 0]);
    return new Float32Array(text.includes(word) ? [0, 1, 0] : [0, 0, 1]);
  };
  return {
    ...{ name: 'Fake', dim: 3, weight: 0.3 },
    encode: (texts) => Promise.resolve(texts.map(read)),
  };
}

/** Turns the first axis most of the way into the second. */
const adapter = {
  ...{ dim: 3, rank: 1 },
  down: new Float32Array([1, 0, 0]),
  up: new Float32Array([0, 3, 0]),
};

describe('rankCandidates with what was learned', () => {
  it('multiplies the parts, which still add up to the score', async () => {
    const plain = await rankCandidates(query, shop, { k, now });
    const learned = new Map<string, Learned>([
      ['lexical', { factors: { words: 2, exact: 0.5 }, adapter: null }],
    ]);
    const { ranked, ranker } = await rankCandidates(query, shop, { k, now, learned });
    expect(ranker).toBe('lexical');
    for (const { candidate, score, parts, coverage } of ranked) {
      const before = plain.ranked.find((each) => each.candidate === candidate);
      expect(parts['words'] ?? 0).toBeCloseTo(2 * (before?.parts['words'] ?? 0));
      expect(parts['exact'] ?? 0).toBeCloseTo((before?.parts['exact'] ?? 0) / 2);
      expect(parts['role']).toBe(before?.parts['role']);
      expect(score).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0));
      expect(coverage).toBe(before?.coverage);
    }
  });

  it('leaves alone what another ranker orders', async () => {
    const learned = new Map<string, Learned>([
      ['lexical + small', { factors: { words: 4 }, adapter: null }],
      ['lexical + Other', { factors: { words: 4, encoder: 4 }, adapter }],
    ]);
    const encoder = encoderFor('Oak');
    const plain = await rankCandidates(query, shop, { k, now, encoder });
    const result = await rankCandidates(query, shop, { k, now, encoder, learned });
    expect(result).toEqual(plain);
  });

  it('moves what is asked before likeness, and weighs likeness', async () => {
    const encoder = encoderFor('Oak');
    const plain = await rankCandidates(query, shop, { k, now, encoder });
    expect(plain.ranked.every(({ parts }) => parts['encoder'] === undefined)).toBe(true);
    const learned = new Map<string, Learned>([
      ['lexical + Fake', { factors: { encoder: 2 }, adapter }],
    ]);
    const { ranked } = await rankCandidates(query, shop, { k, now, encoder, learned });
    expect(ranked[0]?.candidate.uid).toBe('add2');
    // cosine 3/√10, weight 0.3, factor 2.
    expect(ranked[0]?.parts['encoder']).toBeCloseTo((0.6 * 3) / Math.sqrt(10));
  });

  it('uses what words alone learned while the encoder is not there, and its own when it is', async () => {
    const learned = new Map<string, Learned>([
      ['lexical', { factors: { role: 3 }, adapter: null }],
      ['lexical + Fake', { factors: { role: 2 }, adapter: null }],
    ]);
    const plain = await rankCandidates(query, shop, { k, now });
    const role = plain.ranked[0]?.parts['role'] ?? 0;
    expect(role).not.toBe(0);
    const roles: (number | undefined)[] = [];
    const { ranked } = await rankCandidates(query, shop, {
      ...{ k, now, learned, encoder: encoderFor('nothing') },
      onStage: (staged) => roles.push(staged.ranked[0]?.parts['role']),
    });
    expect(roles[0]).toBeCloseTo(3 * role);
    expect(ranked[0]?.parts['role']).toBeCloseTo(2 * role);
  });
});
