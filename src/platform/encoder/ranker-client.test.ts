import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Candidate, RankQuery, RankResult } from '../../core/ranking/candidate.ts';
import { buildPage, VIEWPORT } from '../../core/ranking/page.fixture.ts';
import { listCandidates } from '../../core/ranking/page/list-candidates.ts';
import { WrittenList, writeCandidates } from '../../core/ranking/written-list.ts';
import type { InstalledModel } from '../../protocol/models.ts';
import type { FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';
import type { Ranker, RankerOptions } from './ranker-client.ts';
import { startRanker } from './ranker-client.ts';

const query: RankQuery = { text: 'Save', intent: 'click' };
const candidates: Candidate[] = [];
const answer: RankResult = {
  ranked: [],
  stage: 'final',
  ranker: 'lexical + Fake',
  notice: null,
  stats: { candidates: 0, encoded: 1, ms: 1 },
};

const model: InstalledModel = {
  hash: 'aa',
  vocabularyHash: 'bb',
  name: 'Fake',
  host: null,
  trust: 'first use',
  bytes: 1,
  dim: 2,
  maxTokens: 8,
  weight: 0.1,
  precision: 'int8',
  format: 'compact',
  golden: { texts: [], vectors: [] },
};

/** A worker whose other side is the test. */
class FakeWorker extends EventTarget {
  readonly got: ToRankerWorker[] = [];
  ended = false;
  postMessage(message: ToRankerWorker): void {
    this.got.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(...messages: FromRankerWorker[]): void {
    for (const data of messages) this.dispatchEvent(new MessageEvent('message', { data }));
  }
  fail(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  }
  get lastId(): number {
    const last = this.got.findLast((message) => message.type === 'rank');
    return last?.type === 'rank' ? last.id : -1;
  }
}

function open(options: Partial<RankerOptions> = {}): {
  ranker: Ranker;
  workers: FakeWorker[];
  stop: AbortController;
  latest: () => FakeWorker;
} {
  const workers: FakeWorker[] = [];
  const stop = new AbortController();
  const ranker = startRanker({
    signal: stop.signal,
    model: null,
    createWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    ...options,
  });
  const latest = (): FakeWorker => {
    const worker = workers.at(-1);
    if (!worker) throw new Error('no worker was made');
    return worker;
  };
  return { ranker, workers, stop, latest };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('startRanker', () => {
  it('passes a request on and its result back', async () => {
    const { ranker, latest } = open();
    latest().say({ type: 'ready', name: 'Fake', backend: 'wasm', tokensPerS: 900 });
    const ranking = ranker.rank(query, candidates, 5);
    latest().say({ type: 'ranked', id: latest().lastId, result: answer });
    await expect(ranking).resolves.toEqual(answer);
    expect(latest().got[0]).toEqual({ type: 'init', model: null, avoid: [] });
    expect(ranker.status()).toMatchObject({ state: 'ready', name: 'Fake', backend: 'wasm' });
  });

  it('goes from backend to backend, each in a new worker, and ends with words alone', async () => {
    const { ranker, workers, latest } = open();
    const backends = ['webgpu-fp16', 'kernel-pool', 'wasm-threads', 'wasm-pool', 'wasm'] as const;
    for (const backend of backends) {
      latest().say(
        { type: 'trying', backend },
        { type: 'failed', backend, reason: `no ${backend}` },
      );
    }
    expect(workers.map(({ ended }) => ended)).toEqual(backends.map(() => true));
    latest().say({ type: 'failed', backend: null, reason: 'none left' });
    expect(ranker.status().state).toBe('words only');
    const ranking = ranker.rank(query, candidates, 5);
    latest().say({ type: 'ranked', id: latest().lastId, result: { ...answer, ranker: 'lexical' } });
    expect((await ranking).notice).toContain('no wasm');
  });

  it('says that it goes on without its own kernel, where that computes wrongly', () => {
    const { ranker, latest } = open();
    const reason = 'The model runs, but its values are not the expected ones';
    latest().say({ type: 'trying', backend: 'kernel-pool' });
    latest().say({ type: 'failed', backend: 'kernel-pool', reason });
    expect(latest().got[0]).toMatchObject({ avoid: ['kernel-pool'] });
    latest().say({ type: 'ready', name: 'Fake', backend: 'wasm-pool', tokensPerS: 900 });
    expect(ranker.status()).toMatchObject({
      backend: 'wasm-pool',
      notice: `The model does not run on Wayscribe’s own kernel here (${reason}); it goes on more slowly.`,
    });
  });

  it('avoids a backend whose start hangs', () => {
    vi.useFakeTimers();
    const { latest } = open({ loadTimeoutMs: 100 });
    latest().say({ type: 'trying', backend: 'wasm-threads' });
    vi.advanceTimersByTime(101);
    expect(latest().got[0]).toMatchObject({ avoid: ['wasm-threads'] });
  });

  it('ranks by words when the worker dies, and starts another', async () => {
    const { ranker, workers, latest } = open();
    const ranking = ranker.rank(query, candidates, 5);
    latest().fail();
    const result = await ranking;
    expect(result.ranker).toBe('lexical');
    expect(result.notice).toContain('out of memory');
    expect(workers).toHaveLength(2);
  });

  it('stops starting workers that only die', async () => {
    const { ranker, workers, latest } = open();
    for (let at = 0; at < 10; at++) latest().fail();
    expect(workers).toHaveLength(5);
    expect((await ranker.rank(query, candidates, 5)).notice).toContain('out of memory');
  });

  it('ranks by words when no answer comes in time', async () => {
    vi.useFakeTimers();
    const { ranker, workers } = open({ answerTimeoutMs: 50 });
    const ranking = ranker.rank(query, candidates, 5);
    vi.advanceTimersByTime(51);
    expect((await ranking).notice).toContain('in time');
    expect(workers[0]?.ended).toBe(true);
  });

  it('ranks by words when the worker refuses', async () => {
    const { ranker, latest } = open();
    const ranking = ranker.rank(query, candidates, 5);
    latest().say({ type: 'refused', id: latest().lastId, error: 'a bug' });
    expect((await ranking).notice).toContain('a bug');
  });

  it('reports each stage, and returns the best reported so far when the worker dies', async () => {
    const { ranker, workers, latest } = open();
    const stages: string[] = [];
    const onStage = ({ stage }: RankResult): void => void stages.push(stage);
    const ranking = ranker.rank(query, candidates, 5, undefined, { patienceMs: 700, onStage });
    expect(latest().got.at(-1)).toMatchObject({ type: 'rank', patienceMs: 700 });
    const id = latest().lastId;
    const partial = { ...answer, stage: 'partial', ranker: 'lexical + small + Fake' } as const;
    latest().say(
      { type: 'staged', id, result: { ...answer, stage: 'lexical' } },
      { type: 'staged', id, result: partial },
    );
    latest().fail();
    const { notice, ...result } = await ranking;
    expect({ ...result, notice: null }).toEqual(partial);
    expect(notice).toContain('out of memory');
    expect(stages).toEqual(['lexical', 'partial']);
    expect(workers).toHaveLength(2);
  });

  it('has texts prepared only where a model is ready', () => {
    const { ranker, latest } = open();
    ranker.prepare(candidates);
    latest().say({ type: 'no model' });
    ranker.prepare(candidates);
    expect(latest().got.map(({ type }) => type)).toEqual(['init']);
    latest().say({ type: 'ready', name: 'Fake', backend: 'wasm', tokensPerS: 900 });
    ranker.prepare(candidates);
    expect(latest().got.at(-1)).toEqual({ type: 'prepare', candidates });
  });

  it('cancels a request that is given up', async () => {
    const { ranker, latest } = open();
    const giveUp = new AbortController();
    const ranking = ranker.rank(query, candidates, 5, giveUp.signal);
    giveUp.abort(new Error('given up'));
    await expect(ranking).rejects.toThrow('given up');
    expect(latest().got.at(-1)).toEqual({ type: 'cancel', id: latest().lastId });
  });

  it('leaves a backend that fails at work, and says so', () => {
    const { ranker, workers, latest } = open();
    latest().say({ type: 'ready', name: 'Fake', backend: 'webgpu-fp32', tokensPerS: 9000 });
    latest().say({ type: 'failed', backend: 'webgpu-fp32', reason: 'device lost' });
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    expect(latest().got[0]).toMatchObject({ avoid: ['webgpu-fp32'] });
    latest().say({ type: 'ready', name: 'Fake', backend: 'wasm', tokensPerS: 900 });
    expect(ranker.status()).toMatchObject({ state: 'ready', backend: 'wasm' });
    expect(ranker.status().notice).toContain('device lost');
  });

  it('leaves a graphics card that hangs', () => {
    vi.useFakeTimers();
    const { ranker, latest } = open({ answerTimeoutMs: 50 });
    latest().say({ type: 'ready', name: 'Fake', backend: 'webgpu-fp32', tokensPerS: 9000 });
    void ranker.rank(query, candidates, 5);
    vi.advanceTimersByTime(51);
    expect(latest().got[0]).toMatchObject({ avoid: ['webgpu-fp32'] });
  });

  it('takes another model after what it was asked is answered', async () => {
    const { ranker, workers, latest } = open();
    latest().say({ type: 'ready', name: 'Fake', backend: 'wasm', tokensPerS: 900 });
    const ranking = ranker.rank(query, candidates, 5);
    ranker.use(model);
    expect(workers).toHaveLength(1);
    latest().say({ type: 'ranked', id: latest().lastId, result: answer });
    await expect(ranking).resolves.toEqual(answer);
    await expect.poll(() => workers.length).toBe(2);
    expect(latest().got[0]).toEqual({ type: 'init', model, avoid: [] });
    ranker.use(null);
    latest().say({ type: 'no model' });
    expect(ranker.status().state).toBe('no model');
  });

  it('ends with its signal', async () => {
    const { ranker, workers, stop } = open();
    const ranking = ranker.rank(query, candidates, 5);
    stop.abort(new Error('closed'));
    await expect(ranking).rejects.toThrow('closed');
    await expect(ranker.rank(query, candidates, 5)).rejects.toThrow('closed');
    expect(workers.map(({ ended }) => ended)).toEqual([true]);
  });
});

describe('the list that is ranked', () => {
  const list = (worker: FakeWorker): unknown[] =>
    worker.got.flatMap((message) =>
      message.type === 'rank' || message.type === 'hold' ? [message.candidates] : [],
    );

  it('is sent once, ahead or with the first request', async () => {
    const { ranker, latest } = open();
    const one: Candidate[] = [];
    const other: Candidate[] = [];
    ranker.hold(one);
    for (const candidates of [one, other, other]) {
      const ranking = ranker.rank(query, candidates, 5);
      latest().say({ type: 'ranked', id: latest().lastId, result: answer });
      await ranking;
    }
    ranker.hold(other);
    expect(list(latest())).toEqual([one, null, other, null]);
  });

  it('is passed on as the text that it came as, and read only to rank without a worker', async () => {
    const { ranker, latest } = open();
    const page = buildPage('<body><button>Save</button></body>');
    const written = new WrittenList(writeCandidates(listCandidates([page], VIEWPORT)));
    ranker.hold(written);
    const ranking = ranker.rank(query, written, 5);
    expect(list(latest())).toEqual([written.json, null]);
    latest().fail();
    expect((await ranking).ranked[0]?.candidate.fields.name).toBe('Save');
  });

  it('is sent again to a worker that replaces another', async () => {
    const { ranker, latest } = open();
    ranker.hold(candidates);
    latest().fail();
    const ranking = ranker.rank(query, candidates, 5);
    latest().say({ type: 'ranked', id: latest().lastId, result: answer });
    await ranking;
    expect(list(latest())).toEqual([candidates]);
  });
});
