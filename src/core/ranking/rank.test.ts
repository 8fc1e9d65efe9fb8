import { describe, expect, it } from 'vitest';
import type { Encoder, RankQuery } from './candidate.ts';
import { listCandidates } from './list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { rankCandidates } from './rank.ts';
import { ORDERS, SHOP } from './score.fixture.ts';

const shop = listCandidates([buildPage(SHOP)], VIEWPORT);
const query: RankQuery = { text: 'Add to cart', intent: 'click' };
const now = (): number => 0;

/** Likes texts that hold `word`: their vectors point where the query's does. */
function encoderFor(word: string, weight: number, seen: string[] = []): Encoder {
  return {
    name: 'Fake',
    dim: 2,
    weight,
    encode: (texts) => {
      seen.push(...texts);
      return Promise.resolve(
        texts.map(
          (text, at) => new Float32Array(at === 0 || text.includes(word) ? [1, 0] : [0, 1]),
        ),
      );
    },
  };
}

describe('rankCandidates', () => {
  it('ranks by words alone without an encoder', async () => {
    const result = await rankCandidates(query, shop, { k: 3, now });
    expect(result.ranked).toHaveLength(3);
    expect(result).toMatchObject({ ranker: 'lexical', notice: null, stats: { encoded: 0 } });
    expect(result.ranked[0]?.candidate.uid).toBe('add1');
  });

  it('adds an encoder’s likeness as a part of its weight', async () => {
    const result = await rankCandidates(query, shop, {
      k: 50,
      now,
      encoder: encoderFor('Oak', 0.3),
    });
    expect(result.ranker).toBe('lexical + Fake');
    expect(result.ranked[0]?.candidate.uid).toBe('add2');
    expect(result.ranked[0]?.parts['encoder']).toBeCloseTo(0.3);
    for (const { score, parts } of result.ranked) {
      expect(score).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0));
    }
  });

  it('encodes equal texts once', async () => {
    const seen: string[] = [];
    const twice = [...shop, ...shop];
    const encoder = encoderFor('Oak', 0.1, seen);
    const result = await rankCandidates(query, twice, { k: 1, now, encoder });
    expect(new Set(seen).size).toBe(seen.length);
    expect(result.stats.encoded).toBe(seen.length);
    expect(seen.length).toBeLessThanOrEqual(shop.length + 1);
  });

  it('looks at no more than two hundred, and keeps the best by a single part among them', async () => {
    const seen: string[] = [];
    const rows = Array.from({ length: 400 }, (_, at) => `<button>Add to cart ${at}</button>`);
    const many = listCandidates([buildPage(rows.join('') + ORDERS)], VIEWPORT);
    await rankCandidates({ text: 'Add to cart, export', intent: 'click' }, many, {
      k: 5,
      now,
      encoder: encoderFor('Oak', 0.1, seen),
    });
    expect(seen).toHaveLength(201);
    expect(seen.some((text) => text.includes('Download invoice'))).toBe(true);
  });

  it('keeps the lexical result when the encoder fails, and says so', async () => {
    const encoder: Encoder = {
      name: 'Fake',
      dim: 2,
      weight: 0.5,
      encode: () => Promise.reject(new Error('out of memory')),
    };
    const result = await rankCandidates(query, shop, { k: 3, now, encoder });
    expect(result.ranker).toBe('lexical');
    expect(result.notice).toContain('out of memory');
    expect(result.ranked[0]?.candidate.uid).toBe('add1');
  });

  it.each([
    ['too few vectors', () => []],
    [
      'what is not a number',
      (texts: readonly string[]) => texts.map(() => new Float32Array([NaN, 0])),
    ],
  ])('does not use %s', async (_, answer) => {
    const encode = (texts: readonly string[]): Promise<Float32Array[]> =>
      Promise.resolve(answer(texts));
    const encoder: Encoder = { name: 'Fake', dim: 2, weight: 0.5, encode };
    const result = await rankCandidates(query, shop, { k: 3, now, encoder });
    expect(result).toMatchObject({ ranker: 'lexical' });
    expect(result.notice).toMatch(/vectors|numbers/);
  });

  it('rejects when it is stopped', async () => {
    const stop = new AbortController();
    const encoder: Encoder = {
      name: 'Fake',
      dim: 2,
      weight: 0.5,
      encode: (_, signal) => {
        stop.abort(new Error('stopped'));
        signal?.throwIfAborted();
        return Promise.resolve([]);
      },
    };
    const ranking = rankCandidates(query, shop, { k: 3, now, encoder, signal: stop.signal });
    await expect(ranking).rejects.toThrow('stopped');
  });

  it('ranks an empty page', async () => {
    const result = await rankCandidates(query, [], { k: 3, now, encoder: encoderFor('Oak', 0.1) });
    expect(result.ranked).toEqual([]);
  });
});
