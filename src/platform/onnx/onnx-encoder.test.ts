import * as ort from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePlain } from '../../../scripts/model/forward.ts';
import { makeTinyModel, makeTinyParts } from '../../../scripts/model/tiny-model.ts';
import { dot } from '../../core/ranking/cosine.ts';
import { createWordPiece } from '../../core/ranking/word-piece.ts';
import { checkGolden, makeGolden } from './golden.ts';
import type { EncoderParts, OnnxEncoder } from './onnx-encoder.ts';
import { createOnnxEncoder } from './onnx-encoder.ts';

const { shape, vocabulary, weights } = makeTinyParts();
const files = makeTinyModel();
const maxTokens = 64;
const parts: EncoderParts = {
  runtime: ort,
  model: files.get('model.onnx') ?? new Uint8Array(),
  vocabulary,
  name: 'tiny',
  maxTokens,
  weight: 0,
  backend: 'wasm',
};

async function encodeOne(encoder: OnnxEncoder, text: string): Promise<Float32Array> {
  const [vector] = await encoder.encode([text]);
  if (!vector) throw new Error('no vector');
  return vector;
}

describe('createOnnxEncoder', () => {
  let encoder: OnnxEncoder;
  beforeAll(async () => {
    ort.env.wasm.numThreads = 1;
    encoder = await createOnnxEncoder(parts);
  });
  afterAll(() => encoder.dispose());

  it.each(['Add the walnut lamp to the cart', 'x', '', 'Sign in '.repeat(60)])(
    'computes what plain TypeScript does: %j',
    async (text) => {
      const ids = createWordPiece(vocabulary).encode(text, maxTokens);
      const plain = encodePlain(shape, weights, ids);
      const vector = await encodeOne(encoder, text);
      const gap = Math.max(...plain.map((value, at) => Math.abs(value - (vector[at] ?? NaN))));
      expect(gap).toBeLessThan(1e-4);
    },
  );

  it('gives the same vectors alone and in a padded batch, in the order asked', async () => {
    const texts = ['a longer text about shipping and delivery options', 'cart', 'sign in', 'cart'];
    const together = await encoder.encode(texts);
    for (const [at, text] of texts.entries()) {
      const alone = await encodeOne(encoder, text);
      expect(dot(alone, together[at] ?? alone.map(() => 0))).toBeCloseTo(1, 4);
    }
  });

  it('finds texts that share words more alike, equally on every run', async () => {
    const likeness = async (a: string, b: string): Promise<number> =>
      dot(await encodeOne(encoder, a), await encodeOne(encoder, b));
    const near = await likeness('add to cart', 'button · Add to cart');
    const far = await likeness('add to cart', 'link · Privacy policy');
    expect(near).toBeGreaterThan(far + 0.1);
    expect(await likeness('add to cart', 'button · Add to cart')).toBe(near);
  });

  it('stops between batches', async () => {
    const stop = new AbortController();
    const texts = Array.from({ length: 400 }, (_, at) => `delivery option number ${at}`);
    const encoding = encoder.encode(texts, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(encoding).rejects.toThrow('stopped');
  });

  it('makes golden vectors, which it passes and another encoder does not', async () => {
    const golden = await makeGolden(encoder);
    await expect(checkGolden(encoder, golden)).resolves.toBeUndefined();
    const turned: OnnxEncoder = {
      ...encoder,
      encode: async (texts) => (await encoder.encode(texts)).map((vector) => vector.toReversed()),
    };
    await expect(checkGolden(turned, golden)).rejects.toThrow('not the expected');
  });

  it.each([
    ['no numbers', new Float32Array(4).fill(NaN)],
    ['does not tell texts apart', Float32Array.of(1, 0)],
  ])('finds a model useless whose values are: %s', async (reason, vector) => {
    const useless = {
      ...encoder,
      encode: (texts: readonly string[]) => Promise.resolve(texts.map(() => vector)),
    };
    await expect(makeGolden(useless)).rejects.toThrow(reason);
  });

  it('refuses a file that is no model', async () => {
    await expect(createOnnxEncoder({ ...parts, model: new Uint8Array(64) })).rejects.toThrow();
  });
});
