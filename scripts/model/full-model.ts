import { createRandom } from '../random.ts';
import { writeEncoder } from './encoder-graph.ts';
import { makeVocabulary } from './vocabulary.ts';
import type { EncoderShape } from './weights.ts';
import { makeWeights } from './weights.ts';

const SEED = 384;
const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';

/** The shape of all-MiniLM-L6-v2. */
const shape: EncoderShape = {
  layers: 6,
  hidden: 384,
  heads: 12,
  inner: 1536,
  vocabulary: 30_522,
  places: 512,
};

/**
 * A model that costs what MiniLM costs and knows nothing, in single precision (90 MB) and in 8 bits
 * (23 MB), and their vocabulary; the same bytes on every run.
 */
export function makeFullModel(): Map<string, Uint8Array<ArrayBuffer>> {
  const weights = makeWeights(shape, SEED);
  const vocabulary = fillVocabulary(makeVocabulary(), shape.vocabulary);
  return new Map([
    ['fp32.onnx', writeEncoder(shape, weights)],
    ['int8.onnx', writeEncoder(shape, weights, 'int8')],
    ['vocab.txt', new TextEncoder().encode(`${vocabulary.join('\n')}\n`)],
  ]);
}

/** Made-up words after the real ones: what counts is how many rows the table has. */
function fillVocabulary(pieces: readonly string[], size: number): string[] {
  const filled = new Set(pieces);
  const next = createRandom(SEED);
  const pick = (letters: string): string => letters[Math.floor(next() * letters.length)] ?? '';
  while (filled.size < size) {
    const syllables = 2 + Math.floor(next() * 3);
    let word = next() < 0.2 ? '##' : '';
    for (let at = 0; at < syllables; at++) word += pick(CONSONANTS) + pick(VOWELS);
    filled.add(word);
  }
  return [...filled];
}
