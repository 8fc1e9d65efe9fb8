import { afterAll, describe, expect, it, vi } from 'vitest';
import { makeTinyModel } from '../../../scripts/model/tiny-model.ts';
import type { Candidate, RankQuery } from '../../core/ranking/candidate.ts';
import { readInstalled } from '../../platform/models/model-state.ts';
import { removeModel } from '../../platform/models/remove-model.ts';
import type { Ranker } from '../../platform/ranker-client.ts';
import { startRanker } from '../../platform/ranker-client.ts';
import type { FromInstaller, InstalledModel, ToInstaller } from '../../protocol/models.ts';

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

const tiny = makeTinyModel();
const toBlob = (name: string): Blob => new Blob([new Uint8Array(tiny.get(name) ?? [])]);

/** Installs the seeded model as a user's files are: through the installer's worker. */
function installTiny(): Promise<FromInstaller> {
  const worker = new Worker(new URL('./install-worker.ts', import.meta.url), { type: 'module' });
  const ended = new Promise<FromInstaller>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromInstaller>) => {
      if (data.type !== 'progress') resolve(data);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  });
  const order: ToInstaller = {
    type: 'install',
    order: {
      from: 'files',
      name: 'tiny',
      weights: toBlob('model.onnx'),
      vocabulary: toBlob('vocab.txt'),
      config: toBlob('config.json'),
      format: 'compact',
    },
  };
  worker.postMessage(order);
  return ended.finally(() => worker.terminate());
}

describe('the ranker’s worker', () => {
  const stop = new AbortController();
  const start = async (model: InstalledModel | null): Promise<Ranker> => {
    const ranker = startRanker({
      signal: stop.signal,
      model,
      createWorker: () =>
        new Worker(new URL('./ranker-worker.ts', import.meta.url), { type: 'module' }),
    });
    await vi.waitUntil(() => ranker.status().state !== 'loading', { timeout: 20_000 });
    return ranker;
  };
  afterAll(async () => {
    stop.abort();
    await removeModel();
  });

  it('answers without an encoder where no model is installed', async () => {
    const ranker = await start(null);
    expect(ranker.status().state).toBe('no model');
    const result = await ranker.rank(query, candidates, 2);
    expect(result).toMatchObject({ notice: null, stats: { encoded: 0 } });
    expect(result.ranked[0]?.candidate.uid).toBe('Add to cart');
  });

  it('ranks with the installed model, and measures it', async () => {
    expect(await installTiny()).toMatchObject({ type: 'done' });
    const model = await readInstalled();
    expect(model).toMatchObject({ name: 'tiny (untrained)', dim: 32, maxTokens: 64 });
    const ranker = await start(model);
    expect(ranker.status()).toMatchObject({ state: 'ready', name: 'tiny (untrained)' });
    expect(ranker.status().tokensPerS).toBeGreaterThan(0);
    const result = await ranker.rank(query, candidates, 2);
    expect(result.ranker).toMatch(/^lexical.* \+ tiny \(untrained\)$/);
    expect(result).toMatchObject({ notice: null, stats: { encoded: 4 } });
    expect(result.ranked[0]?.parts['encoder']).toBeGreaterThan(0);
  });

  it('does not use a model whose values are not its own, or whose files are gone', async () => {
    const model = await readInstalled();
    if (!model) throw new Error('no model is installed');
    const { texts, vectors } = model.golden;
    const golden = { texts, vectors: vectors.toReversed() };
    const wrong = await start({ ...model, golden });
    expect(wrong.status().state).toBe('words only');
    expect(wrong.status().notice).toContain('not the expected');
    const gone = await start({ ...model, hash: '00' });
    expect(gone.status().notice).toContain('files are gone');
    const result = await gone.rank(query, candidates, 2);
    expect(result.notice).toContain('files are gone');
    expect(result.ranked[0]?.candidate.uid).toBe('Add to cart');
  });
});
