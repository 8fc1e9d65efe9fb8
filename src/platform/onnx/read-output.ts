import type * as Ort from 'onnxruntime-web';
import { poolMean } from '../../core/ranking/pool.ts';
import { readHalf } from './read-half.ts';

/**
 * One unit vector per row of what the model gave: token vectors [rows, length, dim] are pooled over the
 * mask, sentence vectors [rows, dim] taken as they are. Throws when it is neither.
 */
export function readOutput(
  output: Ort.Tensor | undefined,
  mask: ArrayLike<number | bigint>,
  rows: number,
  length: number,
): Float32Array[] {
  if (!output) throw new Error('The model gave nothing');
  const values = toFloats(output);
  const [count, second = 0, third] = output.dims;
  if (output.dims.length === 3 && third !== undefined) {
    return poolMean(values, mask, rows, length, third);
  }
  if (output.dims.length !== 2 || count !== rows) {
    throw new Error(`The model’s output has the wrong shape: ${output.dims.join(' × ')}`);
  }
  // A sentence's vector is a text of one token to the pooling.
  return poolMean(values, new Uint8Array(rows).fill(1), rows, 1, second);
}

function toFloats({ data, type }: Ort.Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  if (type !== 'float16') throw new Error(`The model’s output is ${type}, not decimal numbers`);
  // The runtime hands out halves as numbers where the browser knows them, else as their bits.
  if (data instanceof Uint16Array) return Float32Array.from(data, readHalf);
  return Float32Array.from(data as unknown as ArrayLike<number>);
}
