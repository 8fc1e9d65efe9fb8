import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web/wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeEncoder } from '../../../../scripts/model/encoder-graph.ts';
import { encodePlain } from '../../../../scripts/model/forward.ts';
import type { EncoderShape } from '../../../../scripts/model/weights.ts';
import { makeWeights } from '../../../../scripts/model/weights.ts';
import { createRandom } from '../../../../scripts/random.ts';
import { dot } from '../../../core/ranking/encoder/vectors.ts';
import { openSession } from '../onnx/open-session.ts';
import type { ExportedForm } from '../../kernel/exported.fixture.ts';
import { writeExported } from '../../kernel/exported.fixture.ts';
import { startKernel } from './kernel-code.ts';
import type { KernelEncoder } from './kernel-encoder.ts';
import { openKernelEncoder } from './kernel-encoder.ts';
import { recogniseEncoder } from './recognise-encoder.ts';

const shape: EncoderShape = {
  ...{ layers: 2, hidden: 64, heads: 4, inner: 128, vocabulary: 500, places: 512 },
};
const weights = makeWeights(shape, 7);
const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../../public/kernel/${name}.wasm`, import.meta.url)));

async function open(file: Uint8Array): Promise<KernelEncoder> {
  const found = recogniseEncoder(file);
  if (!found) throw new Error('it was not recognised');
  const kernel = await startKernel({ relaxed: read('relaxed'), plain: read('plain') });
  return openKernelEncoder(kernel, found);
}

const next = createRandom(3);
const makeIds = (length: number): Int32Array =>
  Int32Array.from({ length }, () => Math.floor(next() * shape.vocabulary));

describe('openKernelEncoder', () => {
  let encoder: KernelEncoder;
  beforeAll(async () => {
    ort.env.wasm.numThreads = 1;
    encoder = await open(writeEncoder(shape, weights, 'int8'));
  });

  it.each([1, 2, 3, 4, 5, 8, 31, 128])(
    'gives what double precision gives, nearly, for %d tokens',
    (length) => {
      const ids = makeIds(length);
      const [vector = new Float32Array(0)] = encoder.encode([ids]);
      expect(dot(vector, encodePlain(shape, weights, [...ids]))).toBeGreaterThan(0.998);
    },
  );

  it('gives what the runtime gives in single precision, up to the last place', async () => {
    const session = await openSession(ort, writeEncoder(shape, weights), 'wasm');
    for (const length of [129, 300, 512]) {
      const ids = new Int32Array(makeIds(length));
      const [exact] = await session.run({ ids, lengths: [length], width: length });
      const [vector] = encoder.encode([ids]);
      expect(exact && vector && dot(exact, vector)).toBeGreaterThan(0.998);
    }
    await session.dispose();
  });

  it('gives the same for a text, to the last bit, whatever is computed beside it', () => {
    const texts = [2, 60, 1, 7, 200, 33, 5, 90, 12, 3].map(makeIds);
    const alone = texts.flatMap((ids) => encoder.encode([ids]));
    expect(encoder.encode(texts)).toEqual(alone);
    expect(encoder.encode([...texts].reverse())).toEqual([...alone].reverse());
  });

  it('gives zeros for a text without tokens, and nothing for none', () => {
    const [before, none, after] = encoder.encode([
      makeIds(3),
      new Int32Array(0),
      Int32Array.of(1, 2, 3, 4),
    ]);
    expect(none).toEqual(new Float32Array(shape.hidden));
    expect(before && dot(before, before)).toBeCloseTo(1, 5);
    expect([after]).toEqual(encoder.encode([Int32Array.of(1, 2, 3, 4)]));
    expect(encoder.encode([])).toEqual([]);
  });

  it('refuses what the model has no place or no piece for, and goes on', () => {
    expect(() => encoder.encode([makeIds(513)])).toThrow('512 places');
    expect(() => encoder.encode([Int32Array.of(500)])).toThrow('no row 500 of 500');
    expect(() => encoder.encode([Int32Array.of(-1)])).toThrow('no row -1');
    expect(encoder.encode([makeIds(9)])).toHaveLength(1);
  });

  it.each<[ExportedForm['weights'], ExportedForm['attention']]>([
    ['fp32', 'divided'],
    ['fp32', 'scaled by shape'],
    ['s8 per column', 'divided'],
    ['u8 per tensor', 'divided'],
    ['u8 per tensor', 'scaled by shape'],
  ])('computes exports of other form as the runtime does: %s, %s', async (of, attention) => {
    const file = writeExported(shape, weights, { weights: of, attention });
    const session = await openSession(ort, file, 'wasm');
    const exported = await open(file);
    for (const length of [2, 17, 64]) {
      const ids = new Int32Array(makeIds(length));
      const [wanted] = await session.run({ ids, lengths: [length], width: length });
      const [vector] = exported.encode([ids]);
      expect(wanted && vector && dot(wanted, vector)).toBeGreaterThan(0.998);
    }
    await session.dispose();
  });
});
