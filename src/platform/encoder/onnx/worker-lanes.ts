import type { FromEncoderWorker, ToEncoderWorker } from '../../../protocol/encoder-worker.ts';
import { isOnCard } from '../../../protocol/ranker-worker.ts';
import type { BatchRunner, TokenBatch } from './open-session.ts';
import { shapeBatches } from './open-session.ts';

export interface LaneOptions {
  /** Named by the caller, so that its bundler finds the worker's file. */
  createWorker: () => Worker;
  /** How many workers, each with the model in its memory. */
  count: number;
  load: Extract<ToEncoderWorker, { type: 'load' }>;
  /** A batch that takes longer hangs, ms. */
  hangMs?: number;
}

/** Ten times and more what a batch takes on a slow machine under load. */
const HANG_MS = 20_000;

interface Lane {
  run: (batch: TokenBatch) => Promise<Float32Array[]>;
  end: (reason: string) => void;
}

/**
 * Runs the model in workers, so that the ranker never waits for it. Several workers with one thread each are as fast
 * as threads, without shared memory. Rejects with the reason when a worker cannot load; the caller must notice
 * loading that hangs. When a worker dies or hangs later, its request and all later ones reject.
 */
export async function openLanes(options: LaneOptions): Promise<BatchRunner> {
  const opening = Array.from({ length: options.count }, () => openLane(options));
  const settled = await Promise.allSettled(opening);
  const lanes = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const endAll = (reason: string): void => {
    for (const lane of lanes) lane.end(reason);
  };
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) {
    endAll('another one failed');
    throw failed.reason;
  }
  const idle = [...lanes];
  const waiting: ((lane: Lane) => void)[] = [];
  const free = (lane: Lane): void => {
    const next = waiting.shift();
    if (next) next(lane);
    else idle.push(lane);
  };
  return {
    lanes: lanes.length,
    ...shapeBatches(isOnCard(options.load.backend)),
    async run(batch) {
      const lane = idle.shift() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
      try {
        return await lane.run(batch);
      } finally {
        free(lane);
      }
    },
    dispose() {
      endAll('it was ended');
      return Promise.resolve();
    },
  };
}

interface Waiting {
  rows: number;
  timer: ReturnType<typeof setTimeout>;
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: Error) => void;
}

function openLane({ createWorker, load, hangMs = HANG_MS }: LaneOptions): Promise<Lane> {
  const worker = createWorker();
  const runs = new Map<number, Waiting>();
  let nextId = 1;
  let ended: string | null = null;
  const post = (message: ToEncoderWorker): void => worker.postMessage(message);
  const take = (id: number): Waiting | undefined => {
    const run = runs.get(id);
    clearTimeout(run?.timer);
    runs.delete(id);
    return run;
  };

  return new Promise((resolve, reject) => {
    const end = (reason: string): void => {
      ended ??= reason;
      worker.terminate();
      for (const id of [...runs.keys()]) take(id)?.reject(new Error(ended));
      reject(new Error(ended));
    };
    const run: Lane['run'] = (batch) =>
      new Promise((done, fail) => {
        if (ended !== null) {
          fail(new Error(ended));
          return;
        }
        const id = nextId++;
        const timer = setTimeout(() => end('it hung'), hangMs);
        runs.set(id, { rows: batch.lengths.length, timer, resolve: done, reject: fail });
        post({ type: 'run', id, ...batch });
      });
    worker.addEventListener('message', ({ data }: MessageEvent<FromEncoderWorker>) => {
      if (data.type === 'loaded') resolve({ run, end });
      else if (data.type === 'failed') end(data.reason);
      else if (data.type === 'refused') take(data.id)?.reject(new Error(data.error));
      else {
        const waiting = take(data.id);
        waiting?.resolve(split(data.vectors, waiting.rows));
      }
    });
    worker.addEventListener('error', ({ message }) => end(message || 'its worker broke off'));
    worker.addEventListener('messageerror', () => end('its reply could not be read'));
    post(load);
  });
}

function split(values: Float32Array, rows: number): Float32Array[] {
  const dim = values.length / rows;
  // Copies: a slice of shared memory would keep all of it for as long as one vector is remembered.
  return Array.from({ length: rows }, (_, row) => values.slice(row * dim, (row + 1) * dim));
}
