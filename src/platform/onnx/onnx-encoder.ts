/**
 * A BERT-type sentence encoder on onnxruntime-web: tokenise, run in length-sorted batches, pool. The
 * runtime is passed in, so that the same code runs on WASM, WebGPU and in node tests.
 */
import type * as Ort from 'onnxruntime-web';
import type { Encoder } from '../../core/ranking/candidate.ts';
import { planBatches } from '../../core/ranking/plan-batches.ts';
import { createWordPiece } from '../../core/ranking/word-piece.ts';
import { OUTPUTS } from '../models/check-model.ts';
import { readOutput } from './read-output.ts';

type Runtime = Pick<typeof Ort, 'InferenceSession' | 'Tensor'>;

export interface OnnxEncoder extends Encoder {
  /** Tokens of texts as they are encoded, the special ones included. */
  countTokens(texts: readonly string[]): number;
  /** Frees the session's memory; the encoder cannot be used afterwards. */
  dispose(): Promise<void>;
}

export interface EncoderParts {
  runtime: Runtime;
  /** The ONNX file, weights inside; `checkModel` says what it must be. */
  model: Uint8Array;
  /** Pieces in the order of their ids. */
  vocabulary: readonly string[];
  name: string;
  /** Texts are cut to this many tokens, the two special ones included. */
  maxTokens: number;
  /** `Encoder.weight`. */
  weight: number;
  backend: 'wasm' | 'webgpu';
}

/** Tokens per batch, padding counted: small enough to stop within 0.1 to 0.2 s on one slow core. */
const BATCH_TOKENS = 512;

/** Loads a model. Rejects when the file is no such model or the backend cannot run it. */
export async function createOnnxEncoder(parts: EncoderParts): Promise<OnnxEncoder> {
  const { runtime, maxTokens } = parts;
  const wordPiece = createWordPiece(parts.vocabulary);
  const session = await runtime.InferenceSession.create(parts.model, {
    executionProviders: [parts.backend],
    graphOptimizationLevel: 'all',
  });
  const encode = async (
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<Float32Array[]> => {
    const ids = texts.map((text) => wordPiece.encode(text, maxTokens));
    const vectors: Float32Array[] = texts.map(() => new Float32Array(0));
    for (const batch of planBatches(
      ids.map(({ length }) => length),
      BATCH_TOKENS,
    )) {
      signal?.throwIfAborted();
      const rows = batch.map((index) => ids[index] ?? []);
      const pooled = await runBatch(session, runtime, rows, wordPiece.padId);
      batch.forEach((index, row) => {
        const vector = pooled[row];
        if (vector) vectors[index] = vector;
      });
    }
    signal?.throwIfAborted();
    return vectors;
  };
  try {
    const [probe] = await encode(['probe']);
    if (!probe) throw new Error('The model gave nothing');
    return {
      name: parts.name,
      dim: probe.length,
      weight: parts.weight,
      encode,
      countTokens: (texts) =>
        texts.reduce((sum, text) => sum + wordPiece.encode(text, maxTokens).length, 0),
      dispose: () => session.release(),
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}

async function runBatch(
  session: Ort.InferenceSession,
  runtime: Runtime,
  rows: readonly number[][],
  padId: number,
): Promise<Float32Array[]> {
  const length = Math.max(...rows.map((row) => row.length));
  const size = rows.length * length;
  const ids = new Int32Array(size).fill(padId);
  const mask = new Int32Array(size);
  rows.forEach((row, at) => {
    ids.set(row, at * length);
    mask.fill(1, at * length, at * length + row.length);
  });
  const inputs: Record<string, Int32Array> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new Int32Array(size),
  };
  const feeds: Record<string, Ort.Tensor> = {};
  for (const wanted of session.inputMetadata) {
    const data = inputs[wanted.name];
    if (!data || !wanted.isTensor) {
      throw new Error(`The model wants an input “${wanted.name}” that BERT encoders do not have`);
    }
    const shape = [rows.length, length];
    feeds[wanted.name] =
      wanted.type === 'int32'
        ? new runtime.Tensor('int32', data, shape)
        : new runtime.Tensor('int64', BigInt64Array.from(data, BigInt), shape);
  }
  const name = OUTPUTS.find((output) => session.outputNames.includes(output));
  if (name === undefined) throw new Error('The model gives no vectors of sentences or tokens');
  const output = (await session.run(feeds, [name]))[name];
  return readOutput(output, mask, rows.length, length);
}
