import { ROUNDER, findLeast, findMost } from './numbers';

/** Steps between a row's least and greatest value: 7 bits, as relaxed SIMD multiplies them. */
const STEPS: f32 = 127;

/**
 * Each row of `values` [rows, width] f32 as whole numbers 0 … 127 in `out` [rows, width] u8, with
 * value ≈ least + scale · number; `scales` and `leasts` [rows] f32. `width` is a multiple of 16.
 */
export function quantise(
  values: usize,
  rows: i32,
  width: i32,
  out: usize,
  scales: usize,
  leasts: usize,
): void {
  const bytes = (<usize>width) << 2;
  for (let row = 0; row < rows; row++) {
    const end = values + bytes;
    let least = v128.load(values);
    let most = least;
    for (let at = values + 16; at < end; at += 16) {
      const four = v128.load(at);
      least = f32x4.pmin(least, four);
      most = f32x4.pmax(most, four);
    }
    const from = findLeast(least);
    const range = findMost(most) - from;
    store<f32>(scales, range / STEPS);
    store<f32>(leasts, from);
    const start = f32x4.splat(from);
    const factor = f32x4.splat(range > 0 ? STEPS / range : 0);
    for (; values < end; values += 64) {
      const a = round(v128.load(values), start, factor);
      const b = round(v128.load(values, 16), start, factor);
      const c = round(v128.load(values, 32), start, factor);
      const d = round(v128.load(values, 48), start, factor);
      const first = i16x8.narrow_i32x4_s(a, b);
      v128.store(out, i8x16.narrow_i16x8_u(first, i16x8.narrow_i32x4_s(c, d)));
      out += 16;
    }
    scales += 4;
    leasts += 4;
  }
}

function round(values: v128, start: v128, factor: v128): v128 {
  const steps = f32x4.mul(f32x4.sub(values, start), factor);
  return v128.and(f32x4.add(steps, f32x4.splat(ROUNDER)), i32x4.splat(127));
}
