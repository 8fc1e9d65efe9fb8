/**
 * Mean of the token vectors that the mask counts, scaled to length 1 (Sentence-BERT's mean pooling).
 * `hidden` is [rows, length, dim] row by row, `mask` [rows, length] of 0 and 1. A row without any
 * counted token gives zeros.
 */

export function poolMean(
  hidden: Float32Array,
  mask: ArrayLike<number | bigint>,
  rows: number,
  length: number,
  dim: number,
): Float32Array[] {
  if (hidden.length !== rows * length * dim || mask.length !== rows * length) {
    throw new Error(
      `Expected ${rows}×${length}×${dim} values and ${rows}×${length} of mask, got ${hidden.length} and ${mask.length}`,
    );
  }
  return Array.from({ length: rows }, (_, row) => {
    const vector = new Float32Array(dim);
    for (let token = 0; token < length; token++) {
      if (!Number(mask[row * length + token])) continue;
      const start = (row * length + token) * dim;
      for (let at = 0; at < dim; at++) vector[at] = (vector[at] ?? 0) + (hidden[start + at] ?? 0);
    }
    return normalise(vector);
  });
}

/** Scales to length 1 in place; the mean's divisor drops out in this. */
function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  return vector.map((value) => value * scale);
}

/** Dot product of two vectors of one length: their cosine when both have length 1. */

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
