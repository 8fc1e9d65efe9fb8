/**
 * A BERT-type sentence encoder on onnxruntime-web: tokenise, run in length-sorted batches, pool. The
 * runtime is passed in, so that the same code runs on WASM, WebGPU and in node tests.
 */
import type * as Ort from 'onnxruntime-web';
import type { Encoder } from '../../core/ranking/candidate.ts';
import { planBatches } from '../../core/ranking/plan-batches.ts';
import { poolMean } from '../../core/ranking/pool.ts';
import { createWordPiece } from '../../core/ranking/word-piece.ts';
import type { ModelConfig } from './model-config.ts';

type Runtime = Pick<typeof Ort, 'InferenceSession' | 'Tensor'>;

export interface OnnxEncoder extends Encoder {
  /** Frees the session's memory; the encoder cannot be used afterwards. */
  dispose(): Promise<void>;
}

export interface EncoderParts {
  runtime: Runtime;
  /** The ONNX file, weights inside. Inputs as HF exports them; output [batch, sequence, dim]. */
  model: Uint8Array;
  /** Lines of vocab.txt. */
  vocabulary: readonly string[];
  config: ModelConfig;
  backend: 'wasm' | 'webgpu';
}

/** Tokens per batch, padding counted: small enough to stop within 0.1 to 0.2 s on one slow core. */
const BATCH_TOKENS = 512;
/** How far a right backend's values may be from the golden ones (half precision passes). */
const GOLDEN_TOLERANCE = 0.01;

/**
 * Loads a model and checks it on its golden text. Rejects when the file is no such model, the
 * backend cannot run it, or its values are not the expected ones.
 */
export async function createOnnxEncoder(parts: EncoderParts): Promise<OnnxEncoder> {
  const { runtime, config } = parts;
  const wordPiece = createWordPiece(parts.vocabulary);
  const session = await runtime.InferenceSession.create(parts.model, {
    executionProviders: [parts.backend],
    graphOptimizationLevel: 'all',
  });
  const encode = async (
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<Float32Array[]> => {
    const ids = texts.map((text) => wordPiece.encode(text, config.maxTokens));
    const vectors: Float32Array[] = texts.map(() => new Float32Array(0));
    for (const batch of planBatches(
      ids.map(({ length }) => length),
      BATCH_TOKENS,
    )) {
      signal?.throwIfAborted();
      const rows = batch.map((index) => ids[index] ?? []);
      const pooled = await runBatch(session, runtime, rows, wordPiece.padId, config.dim);
      batch.forEach((index, row) => {
        const vector = pooled[row];
        if (vector) vectors[index] = vector;
      });
    }
    signal?.throwIfAborted();
    return vectors;
  };
  try {
    checkGolden((await encode([config.golden.text]))[0], config);
  } catch (error) {
    await session.release();
    throw error;
  }
  return {
    name: config.name,
    dim: config.dim,
    weight: config.weight,
    encode,
    dispose: () => session.release(),
  };
}

async function runBatch(
  session: Ort.InferenceSession,
  runtime: Runtime,
  rows: readonly number[][],
  padId: number,
  dim: number,
): Promise<Float32Array[]> {
  const length = Math.max(...rows.map((row) => row.length));
  const shape = [rows.length, length];
  const size = rows.length * length;
  const ids = new BigInt64Array(size).fill(BigInt(padId));
  const mask = new BigInt64Array(size);
  rows.forEach((row, at) => {
    row.forEach((id, token) => {
      ids[at * length + token] = BigInt(id);
      mask[at * length + token] = 1n;
    });
  });
  const inputs: Record<string, BigInt64Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(size),
  };
  const feeds: Record<string, Ort.Tensor> = {};
  for (const name of session.inputNames) {
    const data = inputs[name];
    if (!data) throw new Error(`The model wants an input “${name}” that BERT encoders do not have`);
    feeds[name] = new runtime.Tensor('int64', data, shape);
  }
  const [outputName = ''] = session.outputNames;
  const output = (await session.run(feeds, [outputName]))[outputName];
  if (!(output?.data instanceof Float32Array)) throw new Error('The model gives no float32 output');
  return poolMean(output.data, mask, rows.length, length, dim);
}

function checkGolden(vector: Float32Array | undefined, config: ModelConfig): void {
  const wrong = config.golden.values.findIndex(
    (value, at) => !(Math.abs(value - (vector?.[at] ?? NaN)) <= GOLDEN_TOLERANCE),
  );
  if (wrong >= 0) throw new Error('The model runs, but its values are not the expected ones');
}
