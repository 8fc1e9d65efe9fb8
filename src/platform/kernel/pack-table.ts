import type { FoundTable } from './match-embeddings.ts';
import { readNumbers } from './tensor-values.ts';

/** A table of vectors in 8 bits: value = (number − zero) · factor. */
export interface PackedTable {
  rows: number;
  width: number;
  numbers: Int8Array | Uint8Array;
  /** [rows]. */
  factors: Float32Array;
  zero: number;
}

const MOST = 127;

/** Bytes stay as they are; floats are rounded, each row to its greatest. Nothing of the file is held. */
export function packTable({ rows, width, numbers, scale, zero }: FoundTable): PackedTable {
  const read = readNumbers(numbers);
  if (!(read instanceof Float32Array)) {
    const factors = new Float32Array(rows).fill(scale);
    return { ...{ rows, width, factors, zero }, numbers: read.slice() };
  }
  const factors = new Float32Array(rows);
  for (let at = 0; at < read.length; at++) {
    const row = Math.floor(at / width);
    factors[row] = Math.max(factors[row] ?? 0, Math.abs(read[at] ?? 0) / MOST);
  }
  const bytes = new Int8Array(read.length);
  for (let at = 0; at < read.length; at++) {
    const factor = factors[Math.floor(at / width)] ?? 0;
    bytes[at] = factor > 0 ? Math.round((read[at] ?? 0) / factor) : 0;
  }
  return { ...{ rows, width, factors, zero: 0 }, numbers: bytes };
}

/** Adds a row's values to `sums`, from `start` on. Throws where there is no such row. */
export function addRow(table: PackedTable, row: number, sums: Float32Array, start: number): void {
  const { width, numbers, zero } = table;
  const factor = table.factors[row];
  if (factor === undefined) throw new Error(`The model has no row ${row} of ${table.rows}`);
  const from = row * width;
  for (let at = 0; at < width; at++) {
    const value = ((numbers[from + at] ?? 0) - zero) * factor;
    sums[start + at] = (sums[start + at] ?? 0) + value;
  }
}
