/**
 * Holds the user's model in memory and computes batches of tokens: a worker of the ranker's worker, one or
 * several. It knows no texts and decides nothing.
 */
import { describeError } from '../../core/describe-error.ts';
import type { BatchRunner } from '../../platform/encoder/onnx/open-session.ts';
import type { FromEncoderWorker, ToEncoderWorker } from '../../protocol/encoder-worker.ts';
import { isToEncoderWorker } from '../../protocol/encoder-worker.ts';
import { isOnCard, isOwnKernel } from '../../protocol/ranker-worker.ts';

let session: Promise<BatchRunner> | null = null;

// addEventListener, not onmessage: the runtime's threads may load this file and bring their own handler.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isToEncoderWorker(data)) return;
  if (data.type === 'load') void load(data);
  else void run(data);
});

async function load(order: Extract<ToEncoderWorker, { type: 'load' }>): Promise<void> {
  session = open(order);
  try {
    await session;
    reply({ type: 'loaded' });
  } catch (error) {
    reply({ type: 'failed', reason: describeError(error) });
  }
}

/** What the other way of computing needs is not loaded. */
async function open({
  hash,
  backend,
  threads,
}: Extract<ToEncoderWorker, { type: 'load' }>): Promise<BatchRunner> {
  if (isOwnKernel(backend)) {
    const { openKernel } = await import('../../platform/encoder/kernel/open-kernel.ts');
    return openKernel(hash);
  }
  const { hearLoss, openModel } = await import('../../platform/encoder/onnx/load-encoder.ts');
  const runner = await openModel(hash, backend, threads);
  if (isOnCard(backend)) hearLoss((reason) => reply({ type: 'failed', reason }));
  return runner;
}

async function run({ id, ...batch }: Extract<ToEncoderWorker, { type: 'run' }>): Promise<void> {
  try {
    const vectors = (await (await session)?.run(batch)) ?? [];
    const dim = vectors[0]?.length ?? 0;
    const values = new Float32Array(vectors.length * dim);
    vectors.forEach((vector, row) => values.set(vector, row * dim));
    reply({ type: 'ran', id, vectors: values }, [values.buffer]);
  } catch (error) {
    reply({ type: 'refused', id, error: describeError(error) });
  }
}

function reply(message: FromEncoderWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
