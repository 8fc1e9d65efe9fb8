/**
 * A BERT-type sentence encoder: tokenise, run in length-sorted batches side by side, pool. Where the
 * batches are computed is the runner's business: a session here, or several workers.
 */

import type { Encoder } from '../../../core/ranking/candidate.ts';
import { planBatches } from '../../../core/ranking/encoder/plan-batches.ts';
import { createWordPiece } from '../../../core/ranking/encoder/word-piece.ts';
import type { BatchRunner, TokenBatch } from './open-session.ts';

export interface OnnxEncoder extends Encoder {
  /** Tokens of texts as they are encoded, the special ones included. */
  countTokens(texts: readonly string[]): number;
  /** Frees the model's memory; the encoder cannot be used afterwards. */
  dispose(): Promise<void>;
}

export interface EncoderParts {
  /** Pieces in the order of their ids. */
  vocabulary: readonly string[];
  name: string;
  /** Texts are cut to this many tokens, the two special ones included. */
  maxTokens: number;
  weight: number;
}

/** Smaller batches than this are not worth their start. */
const LEAST_BUDGET = 64;

/** An encoder that computes with `runner`, tried once: rejects, and frees the runner, when it cannot. */
export async function createOnnxEncoder(
  runner: BatchRunner,
  { vocabulary, name, maxTokens, weight }: EncoderParts,
): Promise<OnnxEncoder> {
  try {
    const wordPiece = createWordPiece(vocabulary);
    const encode: Encoder['encode'] = async (texts, signal, onVector) => {
      const rows = texts.map((text) => wordPiece.encode(text, maxTokens));
      const vectors: Float32Array[] = texts.map(() => new Float32Array(0));
      const batches = plan(rows, runner);
      let next = 0;
      const work = async (): Promise<void> => {
        for (let batch = batches[next++]; batch; batch = batches[next++]) {
          signal?.throwIfAborted();
          const pooled = await runner.run(fill(batch, rows, runner.widths, wordPiece.padId));
          batch.forEach((at, row) => {
            const vector = pooled[row];
            if (!vector) throw new Error('The model gave too few vectors');
            vectors[at] = vector;
            onVector?.(at, vector);
          });
        }
      };
      const side = Math.min(runner.lanes, batches.length);
      await Promise.all(Array.from({ length: side }, work)).finally(() => {
        // One that failed or was stopped stops the others.
        next = batches.length;
      });
      signal?.throwIfAborted();
      return vectors;
    };
    const [probe] = await encode(['probe']);
    if (!probe) throw new Error('The model gave nothing');
    return {
      ...{ name, weight, encode },
      dim: probe.length,
      countTokens: (texts) =>
        texts.reduce((sum, text) => sum + wordPiece.encode(text, maxTokens).length, 0),
      dispose: () => runner.dispose(),
    };
  } catch (error) {
    await runner.dispose();
    throw error;
  }
}

/**
 * Batches of like lengths, the largest first, so that lanes end together; when there is little to do it
 * is dealt out evenly.
 */
function plan(rows: readonly number[][], { lanes, budget, widths }: BatchRunner): number[][] {
  const lengths = rows.map(({ length }) => widen(length, widths));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const rounds = Math.max(1, Math.ceil(total / (lanes * budget)));
  const even = Math.ceil(total / (lanes * rounds));
  return planBatches(lengths, Math.max(LEAST_BUDGET, Math.min(budget, even))).reverse();
}

function widen(length: number, widths: readonly number[] | null): number {
  return widths?.find((width) => width >= length) ?? length;
}

function fill(
  batch: readonly number[],
  rows: readonly number[][],
  widths: readonly number[] | null,
  padId: number,
): TokenBatch {
  const taken = batch.map((at) => rows[at] ?? []);
  const lengths = taken.map(({ length }) => length);
  const width = widen(Math.max(...lengths), widths);
  const ids = new Int32Array(taken.length * width).fill(padId);
  taken.forEach((row, at) => ids.set(row, at * width));
  return { ids, lengths, width };
}

/** About one batch of usual texts. */
const TEXTS = Array.from(
  { length: 24 },
  (_, at) => `button · Add item ${at} to the cart · Orders of today`,
);

/** The best of several rounds counts, since other programs slow single ones down. */
const ROUNDS = 3;

/** Tokens per second of a warm batch: what decides between backends. */
export async function measureSpeed(encoder: OnnxEncoder, now: () => number): Promise<number> {
  const tokens = encoder.countTokens(TEXTS);
  await encoder.encode(TEXTS);
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = now();
    await encoder.encode(TEXTS);
    best = Math.min(best, now() - begun);
  }
  return Math.round((tokens * 1000) / Math.max(1, best));
}
