import type * as Ort from 'onnxruntime-web';
import { poolMean } from '../../../core/ranking/encoder/vectors.ts';
import { OUTPUTS } from '../models/check-model.ts';

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

/** A half (IEEE 754 binary16) by its bits. */
export function readHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Texts as a model takes them: rows of token ids, padded to one width. */
export interface TokenBatch {
  /** [rows, width], row by row. */
  ids: Int32Array<ArrayBuffer>;
  /** Tokens of each row that are no padding. */
  lengths: number[];
  width: number;
}

/** Where batches are computed: a session of the runtime here, or workers that hold one each. */
export interface BatchRunner {
  /** Batches that run side by side. */
  readonly lanes: number;
  /** Tokens of a batch, padding counted: small enough to stop soon, large enough to be worth a start. */
  readonly budget: number;
  /** The widths in use; null for any: a GPU compiles again for every shape. */
  readonly widths: readonly number[] | null;
  /** One unit vector per row. Callers beyond `lanes` wait, first come, first served. */
  run: (batch: TokenBatch) => Promise<Float32Array[]>;
  /** Frees the memory; nothing can be run afterwards. */
  dispose: () => Promise<void>;
}

/** What suits a kind of backend. */
export function shapeBatches(onCard: boolean): Pick<BatchRunner, 'budget' | 'widths'> {
  return onCard
    ? { budget: 4096, widths: [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] }
    : // 0.1 to 0.2 s on one slow core.
      { budget: 512, widths: null };
}

/**
 * One unit vector per row of what the model gave: token vectors [rows, length, dim] are pooled over the
 * mask, sentence vectors [rows, dim] taken as they are. Throws when it is neither.
 */
export function readOutput(
  output: Ort.Tensor | undefined,
  mask: ArrayLike<number | bigint>,
  rows: number,
  length: number,
): Float32Array[] {
  if (!output) throw new Error('The model gave nothing');
  const values = toFloats(output);
  const [count, second = 0, third] = output.dims;
  if (output.dims.length === 3 && third !== undefined) {
    return poolMean(values, mask, rows, length, third);
  }
  if (output.dims.length !== 2 || count !== rows) {
    throw new Error(`The model’s output has the wrong shape: ${output.dims.join(' × ')}`);
  }
  // A sentence's vector is a text of one token to the pooling.
  return poolMean(values, new Uint8Array(rows).fill(1), rows, 1, second);
}

function toFloats({ data, type }: Ort.Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  if (type !== 'float16') throw new Error(`The model’s output is ${type}, not decimal numbers`);
  // The runtime hands out halves as numbers where the browser knows them, else as their bits.
  if (data instanceof Uint16Array) return Float32Array.from(data, readHalf);
  return Float32Array.from(data as unknown as ArrayLike<number>);
}
