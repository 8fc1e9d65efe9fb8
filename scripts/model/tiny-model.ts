import { createWordPiece } from '../../src/core/ranking/encoder/word-piece.ts';
import { writeEncoder } from './encoder-graph.ts';
import { encodePlain } from './forward.ts';
import { makeVocabulary } from './vocabulary.ts';
import type { EncoderShape, EncoderWeights } from './weights.ts';
import { makeWeights } from './weights.ts';

const SEED = 20261120;
const PLACES = 64;
const GOLDEN_TEXT = 'Add the walnut lamp to the cart';
const GOLDEN_VALUES = 8;
const DIGITS = 1e5;

/** The tiny model before it is written: what a reference computation needs. */
export function makeTinyParts(): {
  vocabulary: string[];
  shape: EncoderShape;
  weights: EncoderWeights;
} {
  const vocabulary = makeVocabulary();
  const shape: EncoderShape = {
    layers: 2,
    hidden: 32,
    heads: 4,
    inner: 128,
    vocabulary: vocabulary.length,
    places: PLACES,
  };
  return { vocabulary, shape, weights: makeWeights(shape, SEED) };
}

/** Files of the tiny model, a stand-in for tests, by name; the same bytes on every run. */
export function makeTinyModel(): Map<string, Uint8Array> {
  const { vocabulary, shape, weights } = makeTinyParts();
  const ids = createWordPiece(vocabulary).encode(GOLDEN_TEXT, PLACES);
  const golden = encodePlain(shape, weights, ids).subarray(0, GOLDEN_VALUES);
  const config = {
    name: 'tiny (untrained)',
    dim: shape.hidden,
    maxTokens: PLACES,
    pooling: 'mean',
    // Untrained: likeness of shared pieces only, so it may tip a balance and no more.
    weight: 0.02,
    golden: {
      text: GOLDEN_TEXT,
      values: Array.from(golden, (value) => Math.round(value * DIGITS) / DIGITS),
    },
  };
  const text = new TextEncoder();
  return new Map([
    ['model.onnx', writeEncoder(shape, weights)],
    ['vocab.txt', text.encode(`${vocabulary.join('\n')}\n`)],
    ['config.json', text.encode(`${JSON.stringify(config, null, 2)}\n`)],
  ]);
}
