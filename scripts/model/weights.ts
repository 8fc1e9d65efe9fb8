/** The sizes that make a BERT encoder; MiniLM-L6 is 6 × 384 with 12 heads, 1536 inner, 30522 pieces, 512 places. */
export interface EncoderShape {
  layers: number;
  hidden: number;
  heads: number;
  inner: number;
  vocabulary: number;
  places: number;
}

export interface Dense {
  /** [in, out], row by row. */
  kernel: Float32Array;
  bias: Float32Array;
}

export interface Norm {
  scale: Float32Array;
  shift: Float32Array;
}

export interface Layer {
  query: Dense;
  key: Dense;
  value: Dense;
  output: Dense;
  outputNorm: Norm;
  up: Dense;
  down: Dense;
  downNorm: Norm;
}

export interface EncoderWeights {
  words: Float32Array;
  places: Float32Array;
  types: Float32Array;
  embeddingNorm: Norm;
  layers: Layer[];
}

/** As in BERT. */
export const NORM_EPSILON = 1e-12;

/**
 * Random weights from a seed, equal on every machine (only exact arithmetic is used). They know
 * nothing of language; words outweigh places and layers, so that texts sharing pieces come out alike.
 */
export function makeWeights(shape: EncoderShape, seed: number): EncoderWeights {
  const next = createRandom(seed);
  const fill = (length: number, spread: number): Float32Array =>
    Float32Array.from({ length }, () => next() * spread);
  const dense = (from: number, to: number, spread: number): Dense => ({
    kernel: fill(from * to, spread / Math.sqrt(from)),
    bias: fill(to, 0.02),
  });
  const norm = (): Norm => ({
    scale: fill(shape.hidden, 0.05).map((value) => 1 + value),
    shift: fill(shape.hidden, 0.02),
  });
  return {
    words: fill(shape.vocabulary * shape.hidden, 1),
    places: fill(shape.places * shape.hidden, 0.1),
    types: fill(2 * shape.hidden, 0.05),
    embeddingNorm: norm(),
    layers: Array.from({ length: shape.layers }, () => ({
      query: dense(shape.hidden, shape.hidden, 1),
      key: dense(shape.hidden, shape.hidden, 1),
      value: dense(shape.hidden, shape.hidden, 0.5),
      output: dense(shape.hidden, shape.hidden, 0.5),
      outputNorm: norm(),
      up: dense(shape.hidden, shape.inner, 1),
      down: dense(shape.inner, shape.hidden, 0.3),
      downNorm: norm(),
    })),
  };
}

/** Roughly normal numbers of spread 1: sums of uniform ones (xorshift32), since log and cos may differ by engine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  const uniform = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
  return () => (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3);
}
