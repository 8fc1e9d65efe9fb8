import type { Kernel } from './kernel-code.ts';
import type { FoundDense } from './match-dense.ts';
import type { FoundNorm } from './match-norm.ts';
import { readNumbers } from './tensor-values.ts';

/** Room for the input of a dense layer, rounded to 7 bits: places in the kernel's memory. */
export interface Rounded {
  /** [rows, from] bytes. */
  numbers: number;
  /** [rows] f32 each. */
  scales: number;
  leasts: number;
}

/** A dense layer in the kernel's memory, or several side by side of one input. */
interface KernelDense {
  from: number;
  to: number;
  /** Places of its weights, tile by tile, and of what belongs to each column. */
  tiles: number;
  factors: number;
  sums: number;
  bias: number;
}

/** A layer normalisation in the kernel's memory. */
interface KernelNorm {
  width: number;
  gain: number;
  shift: number;
  epsilon: number;
}

export function keepDense({ memory }: Kernel, parts: readonly FoundDense[]): KernelDense {
  const packed = parts.map(packColumns);
  const join = (pick: (columns: PackedColumns) => Float32Array): number =>
    memory.keepAll(packed.map(pick));
  return {
    from: parts[0]?.from ?? 0,
    to: parts.reduce((sum, { to }) => sum + to, 0),
    tiles: memory.keepAll(packed.map(({ tiles }) => tiles)),
    factors: join(({ factors }) => factors),
    sums: join(({ sums }) => sums),
    bias: memory.keepAll(parts.map(({ bias }) => bias)),
  };
}

export function keepNorm({ memory }: Kernel, { gain, shift, epsilon }: FoundNorm): KernelNorm {
  const places = { gain: memory.keepAll([gain]), shift: memory.keepAll([shift]) };
  return { width: gain.length, ...places, epsilon };
}

/** [rows, from] f32 at `input`, rounded, through the layer to [rows, to] f32 at `out`; `rows` a multiple of 4. */
export function runDense(
  { code, isWhole }: Kernel,
  { from, to, tiles, factors, sums, bias }: KernelDense,
  { numbers, scales, leasts }: Rounded,
  rows: number,
  input: number,
  out: number,
): void {
  code.quantise(input, rows, from, numbers, scales, leasts);
  const left = [numbers, scales, leasts, rows, from] as const;
  code.multiply(...left, tiles, factors, sums, bias, to, out, isWhole);
}

/** [rows, width] f32 at `values`, plus that at `added`, normalised in place. */
export function runNorm(
  { code }: Kernel,
  { width, gain, shift, epsilon }: KernelNorm,
  rows: number,
  values: number,
  added: number,
): void {
  code.addNormalise(values, added, rows, width, gain, shift, epsilon);
}

/** Weights as `kernel/multiply.ts` reads them. */
interface PackedColumns {
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
 * 8-bit weights of a dense layer with a factor for each column. Bytes that fit stay as they are; floats, and bytes
 * that reach further from their zero, are rounded again, each column to its greatest.
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
