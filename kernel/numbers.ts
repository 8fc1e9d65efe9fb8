/** a · b + c; with relaxed SIMD perhaps rounded once instead of twice. */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

export function sumLanes(values: v128): f32 {
  const first = f32x4.extract_lane(values, 0) + f32x4.extract_lane(values, 1);
  return first + f32x4.extract_lane(values, 2) + f32x4.extract_lane(values, 3);
}

export function findLeast(values: v128): f32 {
  const first = min(f32x4.extract_lane(values, 0), f32x4.extract_lane(values, 1));
  return min(first, min(f32x4.extract_lane(values, 2), f32x4.extract_lane(values, 3)));
}

export function findMost(values: v128): f32 {
  const first = max(f32x4.extract_lane(values, 0), f32x4.extract_lane(values, 1));
  return max(first, max(f32x4.extract_lane(values, 2), f32x4.extract_lane(values, 3)));
}

/** Added to a small number, it leaves the nearest whole one in the low bits of the sum. */
export const ROUNDER: f32 = 12582912; // 1.5 · 2²³

/** eˣ for x ≤ 0, below −86 as there; relative error 2e-7 (Cephes, expf). */
export function raise(x: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-86), x);
  const shifted = multiplyAdd(bounded, f32x4.splat(1.44269504), f32x4.splat(ROUNDER));
  const power = f32x4.sub(shifted, f32x4.splat(ROUNDER));
  // ln 2 in two parts, the first of which multiplies without rounding.
  let rest = multiplyAdd(power, f32x4.splat(-0.693359375), bounded);
  rest = multiplyAdd(power, f32x4.splat(2.1219444e-4), rest);
  let series = f32x4.splat(1.98756915e-4);
  series = multiplyAdd(series, rest, f32x4.splat(1.3981999507e-3));
  series = multiplyAdd(series, rest, f32x4.splat(8.3334519073e-3));
  series = multiplyAdd(series, rest, f32x4.splat(4.1665795894e-2));
  series = multiplyAdd(series, rest, f32x4.splat(1.6666665459e-1));
  series = multiplyAdd(series, rest, f32x4.splat(0.5));
  series = multiplyAdd(f32x4.mul(series, rest), rest, f32x4.add(rest, f32x4.splat(1)));
  // The whole power goes into the exponent's bits.
  return i32x4.add(series, i32x4.shl(shifted, 23));
}
