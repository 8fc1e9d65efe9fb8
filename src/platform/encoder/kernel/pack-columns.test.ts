import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OnnxTensor } from '../models/read-onnx.ts';
import { packColumns } from './kernel-encoder.ts';

const tensor = (type: number, shape: number[], raw: Uint8Array): OnnxTensor => ({
  ...{ name: 'w', type, shape, isExternal: false, raw, floats: null, integers: null },
});

const FROM = 8;
const TO = 16;

/** What a packed weight stands for. */
function unpack(packed: ReturnType<typeof packColumns>, row: number, column: number): number {
  const [tile, inTile] = [column - (column % 8), column % 8];
  const place = tile * FROM + (row - (row % 4)) * 8 + inTile * 4 + (row % 4);
  return (packed.tiles[place] ?? NaN) * (packed.factors[column] ?? NaN);
}

const bytes = fc.uint8Array({ minLength: FROM * TO, maxLength: FROM * TO });

describe('packColumns', () => {
  it('keeps bytes with a sign as they are, but for −128', () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        const values = Int8Array.from(raw).map((value) => Math.max(-127, value));
        const scales = Float32Array.from({ length: TO }, (_, column) => 2 ** -column);
        const numbers = tensor(3, [FROM, TO], new Uint8Array(values.buffer));
        const weights = { numbers, scales, zeros: Int8Array.of(0) };
        const packed = packColumns({ from: FROM, to: TO, weights });
        for (let column = 0; column < TO; column++) {
          let sum = 0;
          for (let row = 0; row < FROM; row++) {
            const value = (values[row * TO + column] ?? NaN) * (scales[column] ?? NaN);
            expect(unpack(packed, row, column)).toBe(value);
            sum += value;
          }
          expect(packed.sums[column]).toBeCloseTo(sum, 4);
        }
      }),
    );
  });

  it('rounds what reaches further by half a step of its column at most', () => {
    fc.assert(
      fc.property(bytes, fc.nat(255), (raw, zero) => {
        const weights = {
          numbers: tensor(2, [FROM, TO], raw),
          scales: Float32Array.of(0.5),
          zeros: Uint8Array.of(zero),
        };
        const packed = packColumns({ from: FROM, to: TO, weights });
        for (let column = 0; column < TO; column++) {
          for (let row = 0; row < FROM; row++) {
            const value = ((raw[row * TO + column] ?? NaN) - zero) * 0.5;
            const gap = Math.abs(unpack(packed, row, column) - value);
            expect(gap).toBeLessThanOrEqual((packed.factors[column] ?? 0) * 0.501);
          }
        }
      }),
    );
  });

  it('rounds floats, each column to its greatest', () => {
    const values = Float32Array.from({ length: FROM * TO }, (_, at) => Math.sin(at) * (at % TO));
    const numbers = tensor(1, [FROM, TO], new Uint8Array(values.buffer));
    const weights = { numbers, scales: Float32Array.of(1), zeros: Int8Array.of(0) };
    const packed = packColumns({ from: FROM, to: TO, weights });
    values.forEach((value, at) => {
      const gap = Math.abs(unpack(packed, Math.floor(at / TO), at % TO) - value);
      expect(gap).toBeLessThanOrEqual(((at % TO) / 127) * 0.51 + 1e-9);
    });
    // Column 0 holds zeros only.
    expect(packed.tiles.subarray(0, 4)).toEqual(Int8Array.of(0, 0, 0, 0));
  });

  it('says which weights are not whole', () => {
    const numbers = tensor(3, [FROM, TO], new Uint8Array(5));
    const weights = { numbers, scales: Float32Array.of(1), zeros: Int8Array.of(0) };
    expect(() => packColumns({ from: FROM, to: TO, weights })).toThrow('weights w are not whole');
  });
});
