import { afterAll, describe, expect, it, vi } from 'vitest';
import { writeEncoder } from '../../../scripts/model/encoder-graph.ts';
import { makeTinyModel, makeTinyParts } from '../../../scripts/model/tiny-model.ts';
import type { Candidate, RankQuery } from '../../core/ranking/candidate.ts';
import { toCompactText } from '../../core/ranking/encoder/encoder-texts.ts';
import type { Choice } from '../../core/ranking/learning/choice.ts';
import { readChoice } from '../../core/ranking/learning/choice.ts';
import { learn } from '../../core/ranking/learning/learn.ts';
import { packLearned } from '../../core/ranking/learning/learned-record.ts';
import { forgetLearned, keepLearned } from '../../platform/encoder/learned-state.ts';
import { readModelFact } from '../../platform/encoder/models/model-store.ts';
import { removeModel } from '../../platform/encoder/models/model-store.ts';
import type { Ranker } from '../../platform/encoder/ranker-client.ts';
import { startRanker } from '../../platform/encoder/ranker-client.ts';
import type { FromInstaller, InstalledModel, ToInstaller } from '../../protocol/models.ts';
import type { Backend, FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';

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
function installTiny(model = toBlob('model.onnx')): Promise<FromInstaller> {
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
      weights: model,
      vocabulary: toBlob('vocab.txt'),
      config: toBlob('config.json'),
      format: 'compact',
    },
  };
  worker.postMessage(order);
  return ended.finally(() => worker.terminate());
}

/** Loads a model in a worker, without the client that starts the next worker where a backend fails. */
async function load(
  model: InstalledModel | null | undefined,
  avoid: Backend[],
): Promise<{ tried: Backend[]; end: FromRankerWorker }> {
  if (!model) throw new Error('no model is installed');
  const worker = new Worker(new URL('./ranker-worker.ts', import.meta.url), { type: 'module' });
  const tried: Backend[] = [];
  const ended = new Promise<FromRankerWorker>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromRankerWorker>) => {
      if (data.type === 'trying') tried.push(data.backend);
      else resolve(data);
    });
  });
  worker.postMessage({ type: 'init', model, avoid } satisfies ToRankerWorker);
  const end = await ended.finally(() => worker.terminate());
  return { tried, end };
}

// Loading the runtime takes seconds of CPU, and more on a busy machine.
describe('the ranker’s worker', { timeout: 180_000 }, () => {
  const stop = new AbortController();
  const start = async (model: InstalledModel | null): Promise<Ranker> => {
    const ranker = startRanker({
      signal: stop.signal,
      model,
      // A busy machine takes longer than people wait.
      loadTimeoutMs: 60_000,
      createWorker: () =>
        new Worker(new URL('./ranker-worker.ts', import.meta.url), { type: 'module' }),
    });
    await vi.waitUntil(() => ranker.status().state !== 'loading', { timeout: 90_000 });
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
    expect(await ranker.recall(['Add to cart'])).toEqual([]);
  });

  it('uses what was learned while that is on, unless it is asked plainly', async () => {
    const ranker = await start(null);
    const readWords = async (isPlain = false): Promise<number> => {
      const { ranked } = await ranker.rank(query, candidates, 1, undefined, { isPlain });
      return ranked[0]?.parts['words'] ?? 0;
    };
    const plain = await readWords();
    expect(plain).toBeGreaterThan(0);
    const record = {
      ...{ version: 1 as const, ranker: (await ranker.rank(query, candidates, 1)).ranker },
      ...{ factors: { words: 2 }, adapter: null, before: 0, after: 0, choices: 0, groups: 0 },
    };
    await keepLearned(record, true);
    ranker.relearn();
    expect(await readWords()).toBeCloseTo(2 * plain);
    expect(await readWords(true)).toBeCloseTo(plain);
    await keepLearned(record, false);
    ranker.relearn();
    expect(await readWords()).toBeCloseTo(plain);
    await forgetLearned(record.ranker);
  });

  it('ranks with the installed model, and measures it', async () => {
    expect(await installTiny()).toMatchObject({ type: 'done' });
    const model = await readModelFact('installed');
    expect(model).toMatchObject({ name: 'tiny (untrained)', dim: 32, maxTokens: 64 });
    const ranker = await start(model);
    expect(ranker.status()).toMatchObject({ state: 'ready', name: 'tiny (untrained)' });
    expect(ranker.status().tokensPerS).toBeGreaterThan(0);
    const result = await ranker.rank(query, candidates, 2);
    expect(result.ranker).toMatch(/^lexical.* \+ tiny \(untrained\)$/);
    expect(result).toMatchObject({ notice: null, stats: { encoded: 4 } });
    expect(result.ranked[0]?.parts['encoder']).toBeGreaterThan(0);
    const [asked, unread] = await ranker.recall([query.text, 'never read']);
    expect([asked?.length, unread]).toEqual([32, null]);
  });

  it('learns an adapter from choices made with the model, and ranks by it', async () => {
    const installed = await readModelFact('installed');
    if (!installed) throw new Error('no model is installed');
    const model = { ...installed, weight: 0.5 };
    const ranker = await start(model);
    const rank = (text: string, isPlain: boolean) =>
      ranker.rank({ text, intent: null }, candidates, 3, undefined, { isPlain, patienceMs: null });
    const wanted = new Map<string, string>();
    const choices: Choice[] = [];
    let name = '';
    for (const group of ['one', 'two', 'three', 'four']) {
      for (const text of ['legal stuff', 'who is there', 'things of mine']) {
        const { ranked, ranker: by } = await rank(text, true);
        name = by;
        // Whatever the ranker likes least is what this person means by it.
        const uid = ranked.at(-1)?.candidate.uid ?? '';
        wanted.set(text, uid);
        const choice = readChoice(group, ranked, uid);
        const shown = [...ranked.slice(-1), ...ranked.slice(0, -1)];
        const texts = shown.map(({ candidate }) => toCompactText(candidate));
        const [asked, ...known] = await ranker.recall([text, ...texts]);
        if (!choice || !asked) throw new Error('nothing to learn from');
        choices.push({ ...choice, vectors: { asked, candidates: known } });
      }
    }
    const lesson = learn(choices, { weight: model.weight });
    if (lesson.kind !== 'learned') throw new Error(`nothing was learned: ${lesson.kind}`);
    expect(lesson.learned.adapter).toMatchObject({ dim: 32, rank: 4 });
    const about = { ranker: name, before: 0, after: 1, choices: choices.length, groups: 4 };
    await keepLearned(packLearned(lesson.learned, about), true);
    ranker.relearn();
    for (const [text, uid] of wanted) {
      expect((await rank(text, false)).ranked[0]?.candidate.uid).toBe(uid);
      expect((await rank(text, true)).ranked.at(-1)?.candidate.uid).toBe(uid);
    }
    await forgetLearned(name);
  });

  it('reads the texts of DMR where that is what the model was trained on', async () => {
    const model = await readModelFact('installed');
    if (!model) throw new Error('no model is installed');
    const ranker = await start({ ...model, format: 'dmr-exact' });
    const document = '[[tag]] button\n[[xpath]] /html/body/button';
    const asked = 'Viewport(height=720, width=1280) ---- Instructor Utterances: ';
    const described = candidates.map((each, at) => ({ ...each, document: `${document}[${at}]` }));
    await ranker.rank({ ...query, asked }, described, 3, undefined, { patienceMs: null });
    const [state, element, words] = await ranker.recall([asked, `${document}[1]`, query.text]);
    expect([state?.length, element?.length, words]).toEqual([32, 32, null]);
  });

  it('answers by words first, then with the most promising read, then with all', async () => {
    const ranker = await start(await readModelFact('installed'));
    const many = Array.from({ length: 300 }, (_, at) => makeButton(`Choice ${at} of many`));
    const stages: string[] = [];
    const result = await ranker.rank(query, many, 3, undefined, {
      patienceMs: null,
      onStage: ({ stage, stats }) => stages.push(`${stage} ${stats.encoded}`),
    });
    expect(stages).toEqual(['lexical 0', 'partial 201']);
    expect(result).toMatchObject({ stage: 'final', notice: null, stats: { encoded: 301 } });
  });

  it('answers with what is known when the patience ends, and says what is missing', async () => {
    const ranker = await start(await readModelFact('installed'));
    const many = Array.from({ length: 300 }, (_, at) => makeButton(`Other ${at} of many`));
    const result = await ranker.rank(query, many, 3, undefined, { patienceMs: 0 });
    expect(result.stage).toBe('lexical');
    expect(result.notice).toContain('took no part');
    // Reads the remaining texts in idle time.
    await vi.waitFor(
      async () => {
        const later = await ranker.rank({ ...query, text: 'Go on' }, many, 3, undefined, {
          patienceMs: 150,
        });
        expect(later).toMatchObject({ notice: null, stats: { encoded: 301 } });
      },
      { timeout: 20_000, interval: 300 },
    );
  });

  it('goes down from backend to backend to the last', async () => {
    const model = await readModelFact('installed');
    const isSeveral = navigator.hardwareConcurrency > 1;
    const own = isSeveral ? 'kernel-pool' : 'kernel';
    const runtime = isSeveral ? 'wasm-pool' : 'wasm';
    const avoid: Backend[] = ['webgpu-fp32', 'wasm-threads'];
    expect((await load(model, avoid)).end).toMatchObject({ type: 'ready', backend: own });
    avoid.push(own);
    expect((await load(model, avoid)).end).toMatchObject({ type: 'ready', backend: runtime });
    avoid.push('wasm-pool', 'wasm');
    expect((await load(model, avoid)).end).toEqual({
      ...{ type: 'failed', backend: null, reason: 'no way of running it is left' },
    });
  });

  it('does not use a model whose values are not its own, or whose files are gone', async () => {
    const model = await readModelFact('installed');
    if (!model) throw new Error('no model is installed');
    const { texts, vectors } = model.golden;
    const golden = { texts, vectors: vectors.toReversed() };
    const { tried, end } = await load({ ...model, golden }, ['webgpu-fp32']);
    expect(tried).toHaveLength(1);
    expect(end).toMatchObject({ type: 'failed', backend: tried[0] });
    expect(end).toHaveProperty('reason', expect.stringContaining('not the expected'));
    const gone = await start({ ...model, hash: '00' });
    expect(gone.status().state).toBe('words only');
    expect(gone.status().notice).toContain('files are gone');
    const result = await gone.rank(query, candidates, 2);
    expect(result.notice).toContain('files are gone');
    expect(result.ranked[0]?.candidate.uid).toBe('Add to cart');
  });

  it('leaves a model that its own kernel does not compute to the runtime, without trying the kernel', async () => {
    const { shape, weights } = makeTinyParts();
    // Heads of four values do not fill the kernel's registers.
    const narrow = writeEncoder({ ...shape, heads: shape.hidden / 4 }, weights);
    expect(await installTiny(new Blob([narrow]))).toMatchObject({ type: 'done' });
    const model = await readModelFact('installed');
    // One worker holds the runtime; several are tested above.
    const { tried, end } = await load(model, ['webgpu-fp32', 'wasm-threads', 'wasm-pool']);
    expect(tried).toEqual(['wasm']);
    expect(end).toMatchObject({ type: 'ready', backend: 'wasm' });
  });
});
