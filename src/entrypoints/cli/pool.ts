import { Worker } from 'node:worker_threads';
import { emitFault } from './open-input.ts';
import { runTask } from './run-task.ts';
import type { Order } from './run-task.ts';
import type { WorkerMessage } from './worker.ts';
import type { Emit, Input } from './open-input.ts';

/**
 * Works through the inputs with `jobs` threads, each with one input at a time; with one job in this
 * thread. Lines come in the order they are made, those of one input among each other in theirs. After an
 * abort no line comes any more.
 */
export async function runAll(
  inputs: readonly Input[],
  order: Order,
  jobs: number,
  emit: Emit,
  signal?: AbortSignal,
): Promise<void> {
  const queue = inputs.values();
  const count = Math.min(jobs, inputs.length);
  if (count <= 1) {
    for (const input of queue) {
      if (signal?.aborted) return;
      await runTask({ order, input }, emit, signal && { signal });
    }
    return;
  }
  await Promise.all(Array.from({ length: count }, () => runWorker(queue, order, emit, signal)));
}

/** One thread until the queue is empty; a thread that dies costs its input, and is replaced. */
async function runWorker(
  queue: Iterator<Input>,
  order: Order,
  emit: Emit,
  signal?: AbortSignal,
): Promise<void> {
  let worker: Worker | null = null;
  const end = (): void => void worker?.terminate();
  signal?.addEventListener('abort', end);
  try {
    for (let next = queue.next(); !next.done && !signal?.aborted; next = queue.next()) {
      const input = next.value;
      worker ??= startWorker();
      try {
        await runOn(worker, { order, input }, emit);
      } catch (error) {
        if (signal?.aborted) return;
        emitFault(emit, input.path, error);
        await worker.terminate();
        worker = null;
      }
    }
  } finally {
    signal?.removeEventListener('abort', end);
    await worker?.terminate();
  }
}

function startWorker(): Worker {
  // Built, the thread's file lies beside the command's.
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.mjs', import.meta.url));
  // From source, tsx has to be loaded in the thread before its file is.
  const [tsx, file] = [import.meta.resolve('tsx/esm/api'), import.meta.resolve('./worker.ts')];
  const start = `import(${JSON.stringify(tsx)}).then(({ tsImport }) => tsImport(${JSON.stringify(file)}, ${JSON.stringify(file)}))`;
  return new Worker(start, { eval: true });
}

function runOn(worker: Worker, task: { order: Order; input: Input }, emit: Emit): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: WorkerMessage): void => {
      if ('line' in message) emit(message.line);
      else finish(resolve);
    };
    const onError = (error: Error): void => finish(() => reject(error));
    const onExit = (): void => finish(() => reject(new Error('its thread ended')));
    const finish = (settle: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}
