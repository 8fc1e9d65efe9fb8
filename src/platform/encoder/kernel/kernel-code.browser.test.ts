import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../scripts/random.ts';
import type { Kernel } from './kernel-code.ts';
import { startKernel } from './kernel-code.ts';
import { packColumns } from './kernel-encoder.ts';

const read = async (name: string): Promise<ArrayBuffer> =>
  (await fetch(`/kernel/${name}.wasm`)).arrayBuffer();
const [relaxed, plain] = await Promise.all([read('relaxed'), read('plain')]);

const next = createRandom(11);
const draw = (count: number, spread = 3): Float32Array =>
  Float32Array.from({ length: count }, () => (next() - 0.5) * 2 * spread);

/** As the plain one starts where there is no relaxed SIMD, and both ways of the relaxed one. */
const KERNELS: [string, () => Promise<Kernel>][] = [
  ['plain', () => startKernel({ relaxed: new ArrayBuffer(0), plain })],
  ['relaxed, in pairs', async () => ({ ...(await startRelaxed()), isWhole: false })],
  ['relaxed, whole', async () => ({ ...(await startRelaxed()), isWhole: true })],
];

/** With nothing to fall back on. */
function startRelaxed(): Promise<Kernel> {
  return startKernel({ relaxed, plain: new ArrayBuffer(0) });
}

const bytesAt = ({ memory }: Kernel, place: number, count: number): Uint8Array => {
  const { buffer } = memory.floats(place, 0);
  return new Uint8Array(buffer, place, count).slice();
};

describe.each(KERNELS)('the kernel, %s', (_name, start) => {
  it('rounds rows to 7 bits, and says from where and by what', async () => {
    const kernel = await start();
    const [rows, width] = [5, 48];
    const values = draw(rows * width);
    // A row of one value only, and one far from zero.
    values.fill(2.5, width, 2 * width);
    for (let at = 2 * width; at < 3 * width; at++) values[at] = 1000 + (values[at] ?? 0);
    const from = kernel.memory.keepAll([values]);
    const [out, scales, leasts] = [rows * width, 4 * rows, 4 * rows].map((bytes) =>
      kernel.memory.reserve(bytes),
    ) as [number, number, number];
    kernel.code.quantise(from, rows, width, out, scales, leasts);
    const numbers = bytesAt(kernel, out, rows * width);
    const scale = kernel.memory.floats(scales, rows);
    const least = kernel.memory.floats(leasts, rows);
    numbers.forEach((number, at) => {
      const row = Math.floor(at / width);
      const back = (least[row] ?? NaN) + (scale[row] ?? NaN) * number;
      expect(number).toBeLessThanOrEqual(127);
      expect(Math.abs(back - (values[at] ?? NaN))).toBeLessThanOrEqual(
        0.501 * (scale[row] ?? NaN) + 1e-4,
      );
    });
  });

  it.each([
    [4, 16, 8],
    [12, 384, 40],
    [132, 64, 16],
  ])('multiplies %d rows of %d by %d columns without a loss', async (rows, from, to) => {
    const kernel = await start();
    const numbers = Int8Array.from({ length: rows * from }, () => Math.floor(next() * 128));
    const weights = Int8Array.from({ length: from * to }, () => Math.floor(next() * 255) - 127);
    // The largest sums that there can be.
    numbers.fill(127, 0, from);
    for (let row = 0; row < from; row++) weights[row * to] = -127;
    const [scales, leasts, bias] = [draw(rows), draw(rows), draw(to)];
    const factors = draw(to);
    const raw = new Uint8Array(weights.buffer);
    const held = { ...{ name: '', type: 3, shape: [from, to], isExternal: false }, raw };
    const packed = packColumns({
      ...{ from, to },
      weights: {
        numbers: { ...held, floats: null, integers: null },
        scales: factors,
        zeros: Int8Array.of(0),
      },
    });
    const keep = (values: Float32Array | Int8Array): number => kernel.memory.keepAll([values]);
    const left = [keep(numbers), keep(scales), keep(leasts), rows, from] as const;
    const right = [keep(packed.tiles), keep(packed.factors), keep(packed.sums)] as const;
    const out = kernel.memory.reserve(4 * rows * to);
    const last = kernel.memory.keepAll([Float32Array.of(77)]);
    kernel.code.multiply(...left, ...right, keep(bias), to, out, kernel.isWhole);
    const got = kernel.memory.floats(out, rows * to);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < to; column++) {
        let sum = 0;
        let total = 0;
        for (let at = 0; at < from; at++) {
          const weight = weights[at * to + column] ?? NaN;
          sum += (numbers[row * from + at] ?? NaN) * weight;
          total += weight;
        }
        const each = (scales[row] ?? NaN) * sum + (leasts[row] ?? NaN) * total;
        const wanted = each * (factors[column] ?? NaN) + (bias[column] ?? NaN);
        expect(Math.abs((got[row * to + column] ?? NaN) - wanted)).toBeLessThan(
          1e-5 * Math.max(1, Math.abs(wanted), Math.abs(sum)),
        );
      }
    }
    expect(kernel.memory.floats(last, 1)[0]).toBe(77);
  });

  it('computes GELU everywhere', async () => {
    const kernel = await start();
    const values = Float32Array.from({ length: 400 }, (_, at) => (at - 200) / 16);
    const place = kernel.memory.keepAll([values]);
    kernel.code.applyGelu(place, values.length);
    kernel.memory.floats(place, values.length).forEach((value, at) => {
      expect(Math.abs(value - gelu(values[at] ?? NaN))).toBeLessThan(4e-6);
    });
  });

  it('adds and normalises rows', async () => {
    const kernel = await start();
    const [rows, width] = [3, 32];
    const [values, added] = [draw(rows * width), draw(rows * width)];
    const [gain, shift] = [draw(width), draw(width)];
    const [place, other, by, to] = [values, added, gain, shift].map((each) =>
      kernel.memory.keepAll([each]),
    ) as [number, number, number, number];
    kernel.code.addNormalise(place, other, rows, width, by, to, 1e-12);
    const got = kernel.memory.floats(place, rows * width);
    for (let row = 0; row < rows; row++) {
      const sums = Array.from(
        values.subarray(row * width, (row + 1) * width),
        (value, at) => value + (added[row * width + at] ?? NaN),
      );
      const mean = sums.reduce((sum, value) => sum + value, 0) / width;
      const spread = Math.sqrt(sums.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width);
      sums.forEach((value, at) => {
        const wanted = ((value - mean) / spread) * (gain[at] ?? NaN) + (shift[at] ?? NaN);
        expect(got[row * width + at]).toBeCloseTo(wanted, 4);
      });
    }
  });

  it.each([1, 2, 3, 4, 5, 7, 8, 9, 40])('attends within a text of %d tokens', async (tokens) => {
    const kernel = await start();
    const [heads, size] = [3, 16];
    const wide = heads * size;
    const projected = draw((tokens + 3) * 3 * wide, 2);
    const from = kernel.memory.keepAll([projected]);
    const scratch = kernel.memory.reserve(4 * (size + 4) * (tokens + 7));
    const out = kernel.memory.keepAll([new Float32Array(tokens * wide), Float32Array.of(77)]);
    kernel.code.attend(from, tokens, heads, size, scratch, out);
    const got = kernel.memory.floats(out, tokens * wide + 1);
    expect(got[tokens * wide]).toBe(77);
    const at = (token: number, part: number, head: number, each: number): number =>
      projected[(token * 3 + part) * wide + head * size + each] ?? NaN;
    for (let head = 0; head < heads; head++) {
      for (let token = 0; token < tokens; token++) {
        const scores = Array.from({ length: tokens }, (_, other) => {
          let sum = 0;
          for (let each = 0; each < size; each++) {
            sum += at(token, 0, head, each) * at(other, 1, head, each);
          }
          return Math.exp(sum / Math.sqrt(size));
        });
        const total = scores.reduce((sum, score) => sum + score, 0);
        for (let each = 0; each < size; each++) {
          const wanted = scores.reduce(
            (sum, score, other) => sum + (score / total) * at(other, 2, head, each),
            0,
          );
          expect(got[token * wide + head * size + each]).toBeCloseTo(wanted, 4);
        }
      }
    }
  });
});

it('does not start on a file that is none', async () => {
  const empty = new ArrayBuffer(0);
  await expect(startKernel({ relaxed: empty, plain: empty })).rejects.toThrow();
});

/** Exact enough: erf by its series near 0, and 1 where it equals 1 in float32. */
function gelu(x: number): number {
  const z = x / Math.SQRT2;
  if (Math.abs(z) > 5) return x > 0 ? x : 0;
  let term = z;
  let sum = z;
  for (let step = 1; step < 200; step++) {
    term *= (-z * z) / step;
    sum += term / (2 * step + 1);
  }
  return (x / 2) * (1 + (2 / Math.sqrt(Math.PI)) * sum);
}
