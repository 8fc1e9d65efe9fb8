import * as ort from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePlain } from '../../../scripts/model/forward.ts';
import { makeTinyModel, makeTinyParts } from '../../../scripts/model/tiny-model.ts';
import { dot } from '../../core/ranking/cosine.ts';
import { createWordPiece } from '../../core/ranking/word-piece.ts';
import { readModelConfig } from './model-config.ts';
import type { EncoderParts, OnnxEncoder } from './onnx-encoder.ts';
import { createOnnxEncoder } from './onnx-encoder.ts';

const { shape, vocabulary, weights } = makeTinyParts();
const files = makeTinyModel();
const config = readModelConfig(
  JSON.parse(new TextDecoder().decode(files.get('config.json'))) as unknown,
);
const parts: EncoderParts = {
  runtime: ort,
  model: files.get('model.onnx') ?? new Uint8Array(),
  vocabulary,
  config,
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
      const ids = createWordPiece(vocabulary).encode(text, config.maxTokens);
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

  it('refuses a model whose values are not the golden ones', async () => {
    const values = config.golden.values.map((value) => -value);
    const wrong = { ...config, golden: { ...config.golden, values } };
    await expect(createOnnxEncoder({ ...parts, config: wrong })).rejects.toThrow(
      'not the expected',
    );
  });

  it('refuses a file that is no model', async () => {
    await expect(createOnnxEncoder({ ...parts, model: new Uint8Array(64) })).rejects.toThrow();
  });

  it('refuses a dimension that is not the model’s', async () => {
    const wrong = { ...config, dim: 48 };
    await expect(createOnnxEncoder({ ...parts, config: wrong })).rejects.toThrow('Expected');
  });
});

describe('readModelConfig', () => {
  it.each([
    [null, 'it must be'],
    [{ ...config, pooling: 'cls' }, 'pooling'],
    [{ ...config, dim: 1.5 }, 'dim'],
    [{ ...config, weight: 2 }, 'weight'],
    [{ ...config, name: '' }, 'name'],
    [{ ...config, golden: { text: 'a', values: ['b'] } }, 'golden.values'],
  ])('refuses %j', (json, field) => {
    expect(() => readModelConfig(json)).toThrow(field);
  });
});
