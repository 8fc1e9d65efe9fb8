import type { Kernel } from './kernel-code.ts';
import type { FoundDense } from './match-dense.ts';
import type { FoundNorm } from './match-norm.ts';
import type { PackedColumns } from './pack-columns.ts';
import { packColumns } from './pack-columns.ts';

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
