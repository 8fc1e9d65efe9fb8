import type { FoundDense } from './match-dense.ts';
import { readNumbers } from './tensor-values.ts';

/** Weights as `kernel/multiply.ts` reads them. */
export interface PackedColumns {
  /** −127 … 127 in tiles of 8 columns; of a tile, four rows after four rows, each 8 columns · 4 rows. */
  tiles: Int8Array;
  /** [to], what a column's numbers are to be multiplied by. */
  factors: Float32Array;
  /** [to], the sum of a column's numbers, so multiplied. */
  sums: Float32Array;
}

const MOST = 127;
/** Columns of a tile, and rows that are multiplied at once. */
const WIDE = 8;
const DEEP = 4;

/**
 * Weights of a dense layer in 8 bits with a factor for each column. Bytes that fit stay as they are; floats, and
 * bytes that reach further from their zero, are rounded anew, each column to its greatest.
 */
export function packColumns({
  from,
  to,
  weights,
}: Omit<FoundDense, 'input' | 'bias'>): PackedColumns {
  const numbers = readNumbers(weights.numbers);
  const zeros = spread(weights.zeros, to);
  const steps = findSteps(numbers, zeros);
  const factors = spread(weights.scales, to).map((scale, column) => scale * (steps[column] ?? 1));
  const tiles = new Int8Array(from * to);
  const sums = new Float32Array(to);
  let at = 0;
  for (let row = 0; row < from; row++) {
    const depth = (row - (row % DEEP)) * WIDE + (row % DEEP);
    for (let column = 0; column < to; column++, at++) {
      const value = ((numbers[at] ?? 0) - (zeros[column] ?? 0)) / (steps[column] ?? 1);
      const number = Math.floor(value + 0.5);
      const inTile = column % WIDE;
      tiles[(column - inTile) * from + depth + inTile * DEEP] = number;
      sums[column] = (sums[column] ?? 0) + number;
    }
  }
  return { tiles, factors, sums: sums.map((sum, column) => sum * (factors[column] ?? 0)) };
}

/** By what each column is divided so that it fits. */
function findSteps(numbers: ReturnType<typeof readNumbers>, zeros: Float32Array): Float32Array {
  const to = zeros.length;
  const most = new Float32Array(to);
  for (let row = 0; row < numbers.length; row += to) {
    for (let column = 0; column < to; column++) {
      const size = Math.abs((numbers[row + column] ?? 0) - (zeros[column] ?? 0));
      if (size > (most[column] ?? 0)) most[column] = size;
    }
  }
  const isWhole = !(numbers instanceof Float32Array);
  return most.map((size) => (size === 0 || (isWhole && size <= MOST) ? 1 : size / MOST));
}

function spread(values: ArrayLike<number>, count: number): Float32Array {
  return values.length === count
    ? Float32Array.from(values)
    : new Float32Array(count).fill(values[0] ?? 0);
}
