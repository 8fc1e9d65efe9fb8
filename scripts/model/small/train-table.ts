import { listSubwords } from '../../../src/core/ranking/encoder/small-encoder.ts';
import type { Pair } from './draw-pair.ts';

export interface Training {
  /** Rows of the table, a power of two, and their length. */
  rows: number;
  dim: number;
  steps: number;
  /** Pairs per step: each is contrasted with all others of its step. */
  batch: number;
  temperature: number;
  learningRate: number;
  random: () => number;
  onStep?: (step: number, loss: number) => void;
}

/** Rate left at the last step; it falls in a straight line. */
const LAST_RATE = 0.1;
const START_SPREAD = 0.4;
const EPSILON = 1e-6;
/** Gradients smaller than this change nothing that int8 keeps. */
const NEGLIGIBLE = 1e-4;

/**
 * Learns rows so that the two texts of a pair are more alike than either is to the other texts of its
 * step: symmetric InfoNCE on cosines (van den Oord et al. 2018; in-batch negatives), with Adagrad (Duchi et al.
 * 2011), for only the rows of the texts at hand change. Returns `rows × dim` floats. The same numbers
 * from `random` give the same bytes.
 */
export function trainTable(draw: () => Pair, training: Training): Float32Array {
  const { rows, dim, steps, batch, temperature, learningRate, random } = training;
  const table = Float32Array.from(
    { length: rows * dim },
    () => ((random() + random() + random() - 1.5) * START_SPREAD) / Math.sqrt(dim),
  );
  const squares = new Float32Array(rows * dim).fill(1e-4);

  for (let step = 0; step < steps; step++) {
    const rate = learningRate * (1 - (step / steps) * (1 - LAST_RATE));
    const pairs = Array.from({ length: batch }, draw);
    const asked = encodeAll(pairs.map((pair) => pair.asked));
    const called = encodeAll(pairs.map((pair) => pair.called));
    const { loss, slopes } = compare(pairs, asked.vectors, called.vectors);
    descend(asked, multiply(slopes, called.vectors, false), rate);
    descend(called, multiply(slopes, asked.vectors, true), rate);
    training.onStep?.(step + 1, loss);
  }
  return table;

  function encodeAll(texts: readonly string[]): Encoded {
    const parts = texts.map((text) => Int32Array.from(listSubwords(text, rows)));
    const vectors = new Float32Array(batch * dim);
    const lengths = new Float32Array(batch);
    parts.forEach((ids, at) => {
      const vector = vectors.subarray(at * dim, (at + 1) * dim);
      for (const id of ids) {
        for (let d = 0; d < dim; d++) vector[d] = (vector[d] ?? 0) + (table[id * dim + d] ?? 0);
      }
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
      lengths[at] = length;
      for (let d = 0; d < dim; d++) vector[d] = (vector[d] ?? 0) / length;
    });
    return { parts, vectors, lengths };
  }

  /** The loss, and its slope by every cosine: `slopes[asked × batch + called]`. */
  function compare(
    pairs: readonly Pair[],
    asked: Float32Array,
    called: Float32Array,
  ): { loss: number; slopes: Float32Array } {
    const scores = new Float32Array(batch * batch);
    for (let i = 0; i < batch; i++) {
      for (let j = 0; j < batch; j++) {
        let cosine = 0;
        for (let d = 0; d < dim; d++) {
          cosine += (asked[i * dim + d] ?? 0) * (called[j * dim + d] ?? 0);
        }
        // Equal texts of two pairs are no mistake.
        const isSame =
          i !== j && (pairs[i]?.called === pairs[j]?.called || pairs[i]?.asked === pairs[j]?.asked);
        scores[i * batch + j] = isSame ? -Infinity : cosine / temperature;
      }
    }
    const slopes = new Float32Array(batch * batch);
    let loss = 0;
    for (let i = 0; i < batch; i++) {
      loss += addSoftmax(scores, slopes, i * batch, 1, i);
      loss += addSoftmax(scores, slopes, i, batch, i);
    }
    for (let at = 0; at < slopes.length; at++) slopes[at] = (slopes[at] ?? 0) / temperature / 2;
    return { loss: loss / batch / 2, slopes };
  }

  /** Adds softmax minus one-hot over one row or column; returns its cross-entropy. */
  function addSoftmax(
    scores: Float32Array,
    slopes: Float32Array,
    start: number,
    stride: number,
    right: number,
  ): number {
    let sum = 0;
    for (let k = 0; k < batch; k++)
      sum += Math.exp((scores[start + k * stride] ?? 0) - 1 / temperature);
    for (let k = 0; k < batch; k++) {
      const at = start + k * stride;
      const share = Math.exp((scores[at] ?? 0) - 1 / temperature) / sum;
      slopes[at] = (slopes[at] ?? 0) + share - (k === right ? 1 : 0);
    }
    return Math.log(sum) + 1 / temperature - (scores[start + right * stride] ?? 0);
  }

  /** slopes × vectors, or the transposed slopes × vectors. */
  function multiply(
    slopes: Float32Array,
    vectors: Float32Array,
    transposed: boolean,
  ): Float32Array {
    const product = new Float32Array(batch * dim);
    for (let i = 0; i < batch; i++) {
      for (let j = 0; j < batch; j++) {
        const slope = slopes[transposed ? j * batch + i : i * batch + j] ?? 0;
        if (Math.abs(slope) < NEGLIGIBLE) continue;
        for (let d = 0; d < dim; d++) {
          product[i * dim + d] = (product[i * dim + d] ?? 0) + slope * (vectors[j * dim + d] ?? 0);
        }
      }
    }
    return product;
  }

  /** Through the normalisation to the sum, and from there to every row in it. */
  function descend(
    { parts, vectors, lengths }: Encoded,
    gradients: Float32Array,
    rate: number,
  ): void {
    parts.forEach((ids, at) => {
      const vector = vectors.subarray(at * dim, (at + 1) * dim);
      const gradient = gradients.subarray(at * dim, (at + 1) * dim);
      let along = 0;
      for (let d = 0; d < dim; d++) along += (vector[d] ?? 0) * (gradient[d] ?? 0);
      const length = lengths[at] ?? 1;
      for (let d = 0; d < dim; d++) {
        gradient[d] = ((gradient[d] ?? 0) - along * (vector[d] ?? 0)) / length;
      }
      for (const id of ids) {
        for (let d = 0; d < dim; d++) {
          const slope = gradient[d] ?? 0;
          const square = (squares[id * dim + d] ?? 0) + slope * slope;
          squares[id * dim + d] = square;
          table[id * dim + d] =
            (table[id * dim + d] ?? 0) - (rate * slope) / Math.sqrt(square + EPSILON);
        }
      }
    });
  }
}

interface Encoded {
  /** Rows of each text. */
  parts: Int32Array[];
  /** Unit vectors, one after the other, and their lengths before. */
  vectors: Float32Array;
  lengths: Float32Array;
}
