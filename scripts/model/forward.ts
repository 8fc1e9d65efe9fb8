import { poolMean } from '../../src/core/ranking/encoder/vectors.ts';
import type { Dense, EncoderShape, EncoderWeights, Layer, Norm } from './weights.ts';
import { NORM_EPSILON } from './weights.ts';

/**
 * The same encoder in plain TypeScript, in double precision for one text: the reference the ONNX
 * graph is checked against, and the source of the golden values. Returns the pooled unit vector.
 */
export function encodePlain(
  shape: EncoderShape,
  weights: EncoderWeights,
  ids: readonly number[],
): Float32Array {
  let rows = ids.map((id, place) =>
    normalise(
      Array.from(
        { length: shape.hidden },
        (_, at) =>
          get(weights.words, id * shape.hidden + at) +
          get(weights.places, place * shape.hidden + at) +
          get(weights.types, at),
      ),
      weights.embeddingNorm,
    ),
  );
  for (const layer of weights.layers) rows = runLayer(shape, layer, rows);
  const hidden = Float32Array.from(rows.flat());
  const [vector] = poolMean(
    hidden,
    ids.map(() => 1),
    1,
    ids.length,
    shape.hidden,
  );
  if (!vector) throw new Error('one row in, one vector out');
  return vector;
}

function runLayer(shape: EncoderShape, layer: Layer, rows: number[][]): number[][] {
  const queries = rows.map((row) => project(row, layer.query));
  const keys = rows.map((row) => project(row, layer.key));
  const values = rows.map((row) => project(row, layer.value));
  return rows.map((row, at) => {
    const mixed = attend(shape, queries[at] ?? [], keys, values);
    const attended = normalise(add(project(mixed, layer.output), row), layer.outputNorm);
    const inner = project(attended, layer.up).map(
      (value) => value * 0.5 * (1 + errorFunction(value / Math.SQRT2)),
    );
    return normalise(add(project(inner, layer.down), attended), layer.downNorm);
  });
}

function attend(
  shape: EncoderShape,
  query: readonly number[],
  keys: readonly number[][],
  values: readonly number[][],
): number[] {
  const size = shape.hidden / shape.heads;
  return Array.from({ length: shape.heads }, (_, head) => {
    const from = head * size;
    const scores = keys.map((key) => {
      let sum = 0;
      for (let at = from; at < from + size; at++) sum += get(query, at) * get(key, at);
      return sum / Math.sqrt(size);
    });
    const top = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - top));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return Array.from({ length: size }, (__, at) =>
      values.reduce(
        (sum, value, row) => sum + (get(powers, row) / total) * get(value, from + at),
        0,
      ),
    );
  }).flat();
}

function project(row: readonly number[], { kernel, bias }: Dense): number[] {
  const to = bias.length;
  return Array.from(bias, (start, column) =>
    row.reduce((sum, value, at) => sum + value * get(kernel, at * to + column), start),
  );
}

function normalise(row: readonly number[], { scale, shift }: Norm): number[] {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
  const spread = Math.sqrt(variance + NORM_EPSILON);
  return row.map((value, at) => ((value - mean) / spread) * get(scale, at) + get(shift, at));
}

function add(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => value + get(b, at));
}

/** Abramowitz & Stegun 7.1.26; its error stays below 1.5e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

function get(values: ArrayLike<number>, at: number): number {
  const value = values[at];
  if (value === undefined) throw new Error(`There is no number at ${at} of ${values.length}`);
  return value;
}
