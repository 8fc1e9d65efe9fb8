import type * as Ort from 'onnxruntime-web';
import { OUTPUTS } from '../models/check-model.ts';
import type { BatchRunner, TokenBatch } from './batch-runner.ts';
import { shapeBatches } from './batch-runner.ts';
import { readOutput } from './read-output.ts';

export type Runtime = Pick<typeof Ort, 'InferenceSession' | 'Tensor'>;

/**
 * Loads a model into the runtime, here. `model` is the ONNX file, weights inside; `checkModel` says what
 * it must be. Rejects when it is no such model or the backend cannot hold it; what a backend cannot
 * compute only shows when it runs.
 */
export async function openSession(
  runtime: Runtime,
  model: Uint8Array,
  backend: 'wasm' | 'webgpu',
): Promise<BatchRunner> {
  const session = await runtime.InferenceSession.create(model, {
    executionProviders: [backend],
    graphOptimizationLevel: 'all',
  });
  // A session runs one thing at a time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    lanes: 1,
    ...shapeBatches(backend === 'webgpu'),
    run(batch) {
      const result = last.then(() => runBatch(session, runtime, batch));
      last = result.catch(() => undefined);
      return result;
    },
    dispose: () => session.release(),
  };
}

async function runBatch(
  session: Ort.InferenceSession,
  runtime: Runtime,
  { ids, lengths, width }: TokenBatch,
): Promise<Float32Array[]> {
  const mask = new Int32Array(ids.length);
  lengths.forEach((length, row) => mask.fill(1, row * width, row * width + length));
  const inputs: Record<string, Int32Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new Int32Array(ids.length),
  };
  const feeds: Record<string, Ort.Tensor> = {};
  for (const wanted of session.inputMetadata) {
    const data = inputs[wanted.name];
    if (!data || !wanted.isTensor) {
      throw new Error(`The model wants an input “${wanted.name}” that BERT encoders do not have`);
    }
    const shape = [lengths.length, width];
    feeds[wanted.name] =
      wanted.type === 'int32'
        ? new runtime.Tensor('int32', data, shape)
        : new runtime.Tensor('int64', BigInt64Array.from(data, BigInt), shape);
  }
  const name = OUTPUTS.find((output) => session.outputNames.includes(output));
  if (name === undefined) throw new Error('The model gives no vectors of sentences or tokens');
  const output = (await session.run(feeds, [name]))[name];
  return readOutput(output, mask, lengths.length, width);
}
