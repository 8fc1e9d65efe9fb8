import * as ort from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePlain } from '../../../../scripts/model/forward.ts';
import { makeTinyModel, makeTinyParts } from '../../../../scripts/model/tiny-model.ts';
import { dot } from '../../../core/ranking/encoder/vectors.ts';
import { createWordPiece } from '../../../core/ranking/encoder/word-piece.ts';
import { checkGolden, makeGolden } from './golden.ts';
import type { BatchRunner } from './open-session.ts';
import type { EncoderParts, OnnxEncoder } from './onnx-encoder.ts';
import { createOnnxEncoder } from './onnx-encoder.ts';
import { openSession } from './open-session.ts';

const { shape, vocabulary, weights } = makeTinyParts();
const files = makeTinyModel();
const maxTokens = 64;
const parts: EncoderParts = {
  vocabulary,
  name: 'tiny',
  maxTokens,
  weight: 0,
};
const open = async (model = files.get('model.onnx') ?? new Uint8Array()): Promise<OnnxEncoder> =>
  createOnnxEncoder(await openSession(ort, model, 'wasm'), parts);

async function encodeOne(encoder: OnnxEncoder, text: string): Promise<Float32Array> {
  const [vector] = await encoder.encode([text]);
  if (!vector) throw new Error('no vector');
  return vector;
}

describe('createOnnxEncoder', () => {
  let encoder: OnnxEncoder;
  beforeAll(async () => {
    ort.env.wasm.numThreads = 1;
    encoder = await open();
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

  it('hands out each vector as soon as it is there, in its place', async () => {
    const texts = Array.from({ length: 100 }, (_, at) => `delivery option number ${at}`);
    const heard = new Map<number, Float32Array>();
    const stop = new AbortController();
    const encoding = encoder.encode(texts, stop.signal, (at, vector) => {
      heard.set(at, vector);
      stop.abort(new Error('stopped'));
    });
    await expect(encoding).rejects.toThrow('stopped');
    expect(heard.size).toBeGreaterThan(0);
    expect(heard.size).toBeLessThan(texts.length);
    for (const [at, vector] of heard) {
      expect(dot(vector, await encodeOne(encoder, texts[at] ?? ''))).toBeCloseTo(1, 4);
    }
  });

  it('deals little work out evenly, and much in batches of the budget, the largest first', async () => {
    const sizes: number[] = [];
    const lanes = (running: BatchRunner): BatchRunner => ({
      ...running,
      lanes: 2,
      run: (batch) => {
        sizes.push(batch.ids.length);
        return Promise.resolve(batch.lengths.map(() => Float32Array.of(1, 0)));
      },
    });
    const runner = lanes(
      await openSession(ort, files.get('model.onnx') ?? new Uint8Array(), 'wasm'),
    );
    const two = await createOnnxEncoder(runner, parts);
    sizes.length = 0;
    await two.encode(Array.from({ length: 60 }, () => 'delivery options'));
    expect(sizes).toHaveLength(2);
    expect(Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0))).toBeLessThan(20);
    sizes.length = 0;
    await two.encode(Array.from({ length: 600 }, (_, at) => 'delivery '.repeat(1 + (at % 20))));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(runner.budget);
    expect(sizes.filter((size) => size < runner.budget / 2).length).toBeLessThanOrEqual(1);
    await runner.dispose();
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
    await expect(open(new Uint8Array(64))).rejects.toThrow();
  });
});
