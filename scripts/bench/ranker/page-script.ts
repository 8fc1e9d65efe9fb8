/** In the measuring page: the ranker as the extension's offscreen document hosts it, and a clock. */
import type { Candidate, RankResult } from '../../../src/core/ranking/candidate.ts';
import { readModelFact } from '../../../src/platform/encoder/models/model-store.ts';
import { clearVectors } from '../../../src/platform/encoder/models/vector-store.ts';
import type { Ranker } from '../../../src/platform/encoder/ranker-client.ts';
import { startRanker } from '../../../src/platform/encoder/ranker-client.ts';
import type { FromInstaller, InstalledModel, ToInstaller } from '../../../src/protocol/models.ts';
import type { FromMeasuring, ToMeasuring } from './measure-script.ts';

/** When each order was there, ms after the question; `stats` are the worker's own. */
export interface TimedRanking {
  lexicalMs: number;
  partialMs: number | null;
  finalMs: number;
  /** What the first order by words took in the worker. */
  wordsMs: number;
  encoded: number;
  backend: string | null;
}

let ranker: Ranker | null = null;
/** Kept: the naive way is measured between all others. */
let naive: Worker | null = null;

const bench = {
  /** Installs the 8-bit model as a user's files are. */
  async install(): Promise<string> {
    const worker = new Worker(
      new URL('../../../src/entrypoints/ranker-worker/install-worker.ts', import.meta.url),
      { type: 'module' },
    );
    const take = async (name: string): Promise<Blob> => (await fetch(name)).blob();
    const order: ToInstaller = {
      type: 'install',
      order: {
        ...{ from: 'files', name: 'random', config: null, format: 'compact' },
        weights: await take('int8.onnx'),
        vocabulary: await take('vocab.txt'),
      },
    };
    worker.postMessage(order);
    const ended = await new Promise<FromInstaller>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromInstaller>) => {
        if (data.type !== 'progress') resolve(data);
      });
    });
    worker.terminate();
    return ended.type === 'failed' ? ended.reason : ended.type;
  },

  /** A new worker that remembers nothing, ready with the model, or without one. */
  async start(withModel: boolean): Promise<string | null> {
    await clearVectors();
    const model = withModel ? await readModelFact('installed') : null;
    if (ranker) ranker.use(model);
    else {
      ranker = startRanker({
        signal: new AbortController().signal,
        model,
        loadTimeoutMs: 120_000,
        createWorker: () =>
          new Worker(
            new URL('../../../src/entrypoints/ranker-worker/ranker-worker.ts', import.meta.url),
            { type: 'module' },
          ),
      });
    }
    const started = ranker;
    while (started.status().state === 'loading') await pause();
    const { state, backend, notice } = started.status();
    if (withModel && state !== 'ready') throw new Error(notice ?? state);
    return backend;
  },

  async rank(text: string, candidates: Candidate[]): Promise<TimedRanking> {
    if (!ranker) throw new Error('No ranker was started');
    const begun = performance.now();
    const times = new Map<string, number>();
    const stages: RankResult[] = [];
    const onStage = (result: RankResult): void => {
      times.set(result.stage, performance.now() - begun);
      stages.push(result);
    };
    const pace = { patienceMs: null, onStage };
    const result = await ranker.rank({ text, intent: 'click' }, candidates, 10, undefined, pace);
    const finalMs = performance.now() - begun;
    if (result.notice !== null) throw new Error(result.notice);
    return {
      lexicalMs: times.get('lexical') ?? finalMs,
      partialMs: times.get('partial') ?? null,
      finalMs,
      wordsMs: (stages[0] ?? result).stats.ms,
      encoded: result.stats.encoded,
      backend: ranker.status().backend,
    };
  },

  /** Orders of the measuring worker; each gets a new one, but for the naive way. */
  async measure(order: ToMeasuring): Promise<FromMeasuring> {
    const model: InstalledModel | null = await readModelFact('installed');
    const isNaive = order.type === 'naive';
    const worker =
      (isNaive ? naive : null) ??
      new Worker(new URL('./measure-script.ts', import.meta.url), { type: 'module' });
    if (isNaive) naive = worker;
    const reply = new Promise<FromMeasuring>((resolve, reject) => {
      const once = { once: true };
      const hear = ({ data }: MessageEvent<FromMeasuring>): void => {
        if (data.type === 'failed') reject(new Error(data.reason));
        else resolve(data);
      };
      worker.addEventListener('message', hear, once);
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    });
    worker.postMessage({ ...order, model });
    return isNaive ? reply : reply.finally(() => worker.terminate());
  },
};

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

export type RankerBench = typeof bench;

declare global {
  var rankerBench: RankerBench | undefined;
}

globalThis.rankerBench = bench;
