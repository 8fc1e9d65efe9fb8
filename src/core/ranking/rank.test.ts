import { describe, expect, it } from 'vitest';
import type { Encoder, RankQuery } from './candidate.ts';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { rankCandidates } from './rank.ts';
import { ORDERS, SHOP } from './score.fixture.ts';

const shop = listCandidates([buildPage(SHOP)], VIEWPORT);
const query: RankQuery = { text: 'Add to cart', intent: 'click' };
const now = (): number => 0;

/** Likes texts that hold `word`: their vectors point where the query's does, which is read by itself. */
function encoderFor(word: string, weight: number, seen: string[] = []): Encoder {
  return {
    name: 'Fake',
    dim: 2,
    weight,
    encode: (texts) => {
      seen.push(...texts);
      return Promise.resolve(
        texts.map(
          (text) => new Float32Array(texts.length === 1 || text.includes(word) ? [1, 0] : [0, 1]),
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

  const rows = Array.from({ length: 400 }, (_, at) => `<button>Add to cart ${at}</button>`);
  const many = listCandidates([buildPage(rows.join('') + ORDERS)], VIEWPORT);
  const asked: RankQuery = { text: 'Add to cart, export', intent: 'click' };

  it('reads no more than it may, and keeps the best by a single part among them', async () => {
    const seen: string[] = [];
    const encoder = encoderFor('Oak', 0.1, seen);
    await rankCandidates(asked, many, { k: 5, now, encoder, limit: 200 });
    expect(seen).toHaveLength(201);
    expect(seen.some((text) => text.includes('Download invoice'))).toBe(true);
  });

  it('answers by words at once, better when the most promising are read, and then for good', async () => {
    const seen: string[] = [];
    const reported: [string, number][] = [];
    const result = await rankCandidates(asked, many, {
      k: 5,
      now,
      encoder: Promise.resolve(encoderFor('cart 399', 0.4, seen)),
      onStage: ({ stage, stats }) => reported.push([stage, stats.encoded]),
    });
    expect(reported).toEqual([
      ['lexical', 0],
      ['partial', 201],
    ]);
    expect(result.stage).toBe('final');
    expect(result.stats.encoded).toBe(new Set(seen).size);
    expect(result.stats.encoded).toBeGreaterThan(400);
    expect(result.ranked[0]?.candidate.fields.name).toBe('Add to cart 399');
  });

  it('answers with what has been read when that is enough', async () => {
    const enough = new AbortController();
    const read: string[] = [];
    const slow: Encoder = {
      ...encoderFor('Oak', 0.3),
      encode: async (texts, signal, onVector) => {
        const vectors = texts.map(() => new Float32Array([1, 0]));
        for (const [at, vector] of vectors.entries()) {
          await Promise.resolve();
          signal?.throwIfAborted();
          read.push(texts[at] ?? '');
          onVector?.(at, vector);
          if (read.length === 11) enough.abort(new Error('no time left'));
        }
        return vectors;
      },
    };
    const result = await rankCandidates(asked, many, {
      k: 500,
      now,
      encoder: slow,
      enough: enough.signal,
    });
    expect(result).toMatchObject({ stage: 'partial', notice: null, stats: { encoded: 11 } });
    const liked = result.ranked.filter(({ parts }) => parts['encoder'] !== undefined);
    expect(liked).toHaveLength(10);
  });

  it('answers by words when the encoder is not there in time', async () => {
    const enough = new AbortController();
    let give: (encoder: null) => void = () => undefined;
    const late = new Promise<null>((resolve) => (give = resolve));
    const ranking = rankCandidates(query, shop, {
      k: 3,
      now,
      encoder: late,
      enough: enough.signal,
    });
    enough.abort();
    give(null);
    expect(await ranking).toMatchObject({ stage: 'lexical', ranker: 'lexical' });
  });

  it('counts what the encoder remembers for every candidate', async () => {
    const encoder: Encoder = {
      ...encoderFor('cart 7', 0.3),
      recall: (texts) =>
        texts.map((text) => (text.includes('cart 399') ? new Float32Array([1, 0]) : null)),
    };
    const result = await rankCandidates(asked, many, { k: 500, now, encoder, limit: 5 });
    const liked = result.ranked.filter(({ parts }) => parts['encoder'] !== undefined);
    expect(liked.map(({ candidate }) => candidate.fields.name)).toContain('Add to cart 399');
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
