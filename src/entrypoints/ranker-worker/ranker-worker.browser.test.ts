import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Candidate, RankQuery } from '../../core/ranking/candidate.ts';
import type { Ranker } from '../../platform/ranker-client.ts';
import { startRanker } from '../../platform/ranker-client.ts';

const query: RankQuery = { text: 'Add to cart', intent: 'click' };
const candidates = ['Add to cart', 'Privacy policy', 'Sign in'].map(makeButton);

function makeButton(name: string): Candidate {
  const empty = { text: '', label: '', placeholder: '', title: '', alt: '', value: '', key: '' };
  return {
    uid: name,
    frameId: 0,
    tag: 'button',
    role: 'button',
    fields: { name, ...empty, context: '' },
    options: [],
    box: { x: 0, y: 0, width: 10, height: 10 },
    inViewport: true,
    disabled: false,
    checked: null,
    href: null,
    xpath: '/html[1]/body[1]/button[1]',
    shadowPath: null,
  };
}

describe('the ranker’s worker', () => {
  const stop = new AbortController();
  const start = (modelBase: string): Ranker =>
    startRanker({
      signal: stop.signal,
      modelBase: new URL(modelBase, location.origin).href,
      createWorker: () =>
        new Worker(new URL('./ranker-worker.ts', import.meta.url), { type: 'module' }),
    });
  afterEach(() => {
    stop.abort();
  });

  it('runs the tiny model, then words alone where there is none', async () => {
    const ranker = start('/models/tiny/');
    await vi.waitUntil(() => ranker.status().state !== 'loading', { timeout: 20_000 });
    expect(ranker.status()).toMatchObject({ state: 'ready', name: 'tiny (untrained)' });
    const result = await ranker.rank(query, candidates, 2);
    expect(result).toMatchObject({ ranker: 'lexical + tiny (untrained)', notice: null });
    expect(result.stats.encoded).toBe(4);
    expect(result.ranked.map(({ candidate }) => candidate.uid)[0]).toBe('Add to cart');
    expect(result.ranked[0]?.parts['encoder']).toBeGreaterThan(0);

    const lost = start('/models/none/');
    await vi.waitUntil(() => lost.status().state !== 'loading', { timeout: 20_000 });
    const without = await lost.rank(query, candidates, 2);
    expect(without.ranker).toBe('lexical');
    expect(without.notice).toContain('words alone');
    expect(without.ranked[0]?.candidate.uid).toBe('Add to cart');
  });
});
