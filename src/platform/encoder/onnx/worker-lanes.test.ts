import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FromEncoderWorker, ToEncoderWorker } from '../../../protocol/encoder-worker.ts';
import type { BatchRunner, TokenBatch } from './open-session.ts';
import { openLanes } from './worker-lanes.ts';

/** A worker whose other side is the test. */
class FakeWorker extends EventTarget {
  readonly got: ToEncoderWorker[] = [];
  ended = false;
  postMessage(message: ToEncoderWorker): void {
    this.got.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromEncoderWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
  get runs(): Extract<ToEncoderWorker, { type: 'run' }>[] {
    return this.got.filter((message) => message.type === 'run');
  }
  /** Answers the last run with vectors of two values, all `value`. */
  answer(value: number): void {
    const run = this.runs.at(-1);
    if (!run) throw new Error('nothing was asked');
    const vectors = new Float32Array(2 * run.lengths.length).fill(value);
    this.say({ type: 'ran', id: run.id, vectors });
  }
}

const batch = (rows: number): TokenBatch => ({
  ids: new Int32Array(rows * 3),
  lengths: Array.from({ length: rows }, () => 3),
  width: 3,
});

function open(
  count: number,
  hangMs = 1000,
): { opening: Promise<BatchRunner>; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const opening = openLanes({
    createWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    ...{ count, hangMs },
    load: { type: 'load', hash: 'aa', backend: 'wasm-pool', threads: 1 },
  });
  return { opening, workers };
}

async function openLoaded(count: number, hangMs?: number) {
  const { opening, workers } = open(count, hangMs);
  for (const worker of workers) worker.say({ type: 'loaded' });
  return { runner: await opening, workers };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('openLanes', () => {
  it('runs batches side by side, and keeps the others until a worker is free', async () => {
    const { runner, workers } = await openLoaded(2);
    expect(workers.map(({ got }) => got[0])).toEqual([
      { type: 'load', hash: 'aa', backend: 'wasm-pool', threads: 1 },
      { type: 'load', hash: 'aa', backend: 'wasm-pool', threads: 1 },
    ]);
    const runs = [1, 2, 3].map((rows) => runner.run(batch(rows)));
    expect(workers.map((worker) => worker.runs.length)).toEqual([1, 1]);
    workers[1]?.answer(2);
    expect(await runs[1]).toEqual([Float32Array.of(2, 2), Float32Array.of(2, 2)]);
    await expect.poll(() => workers[1]?.runs.length).toBe(2);
    workers[1]?.answer(3);
    expect(await runs[2]).toHaveLength(3);
    workers[0]?.answer(1);
    expect(await runs[0]).toEqual([Float32Array.of(1, 1)]);
  });

  it('loads in all workers or in none', async () => {
    const { opening, workers } = open(3);
    workers[0]?.say({ type: 'loaded' });
    workers[1]?.say({ type: 'failed', reason: 'out of memory' });
    workers[2]?.say({ type: 'loaded' });
    await expect(opening).rejects.toThrow('out of memory');
    expect(workers.map(({ ended }) => ended)).toEqual([true, true, true]);
  });

  it('gives up a batch that hangs, its worker, and what comes to it later', async () => {
    const { runner, workers } = await openLoaded(1, 50);
    vi.useFakeTimers();
    const first = runner.run(batch(1));
    const second = runner.run(batch(1));
    const failed = Promise.all([
      expect(first).rejects.toThrow('it hung'),
      expect(second).rejects.toThrow('it hung'),
    ]);
    await vi.advanceTimersByTimeAsync(51);
    await failed;
    expect(workers[0]?.ended).toBe(true);
    expect(workers[0]?.runs).toHaveLength(1);
  });

  it('says why when a worker breaks off or refuses, and goes on after a refusal', async () => {
    const { runner, workers } = await openLoaded(1);
    const refused = runner.run(batch(1));
    workers[0]?.say({ type: 'refused', id: 1, error: 'no such operator' });
    await expect(refused).rejects.toThrow('no such operator');
    const run = runner.run(batch(1));
    workers[0]?.fail('device lost');
    await expect(run).rejects.toThrow('device lost');
  });

  it('rejects what is under way at once when the graphics card is lost', async () => {
    const { runner, workers } = await openLoaded(1, 60_000);
    const run = runner.run(batch(2));
    workers[0]?.say({ type: 'failed', reason: 'the graphics card was lost' });
    await expect(run).rejects.toThrow('the graphics card was lost');
    await expect(runner.run(batch(1))).rejects.toThrow('the graphics card was lost');
    expect(workers[0]?.ended).toBe(true);
  });
});
