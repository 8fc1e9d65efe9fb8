import { Tensor } from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { readOutput } from './open-session.ts';

const root = Math.SQRT1_2;

describe('readOutput', () => {
  it('pools token vectors over the mask', () => {
    const output = new Tensor('float32', [2, 2, 9, 9], [1, 2, 2]);
    const [vector = []] = readOutput(output, [1, 0], 1, 2);
    expect([...vector].map((value) => value.toFixed(4))).toEqual([
      root.toFixed(4),
      root.toFixed(4),
    ]);
  });

  it('takes sentence vectors as they are, at length 1', () => {
    const output = new Tensor('float32', [3, 4, 0, 2], [2, 2]);
    const vectors = readOutput(output, [1, 1, 1, 1], 2, 2);
    expect(vectors.map((vector) => [...vector].map((value) => value.toFixed(2)))).toEqual([
      ['0.60', '0.80'],
      ['0.00', '1.00'],
    ]);
  });

  it('reads halves', () => {
    // 1, 0.5, the least number above zero, −2
    const halves = Uint16Array.of(0x3c00, 0x3800, 0x0001, 0xc000);
    const output = { data: halves, type: 'float16', dims: [1, 4] } as unknown as Tensor;
    const [vector = []] = readOutput(output, [1], 1, 1);
    const length = Math.hypot(1, 0.5, 2);
    expect(vector[0]).toBeCloseTo(1 / length, 5);
    expect(vector[1]).toBeCloseTo(0.5 / length, 5);
    expect(vector[3]).toBeCloseTo(-2 / length, 5);
  });

  it('refuses what is neither', () => {
    expect(() => readOutput(new Tensor('float32', [1, 2], [2]), [1], 1, 1)).toThrow('wrong shape');
    expect(() => readOutput(new Tensor('int32', [1, 2], [1, 2]), [1], 1, 1)).toThrow('decimal');
    expect(() => readOutput(undefined, [1], 1, 1)).toThrow('nothing');
  });
});
