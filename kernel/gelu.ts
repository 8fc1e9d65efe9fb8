import { multiplyAdd } from './numbers';

/**
 * x · ½ · (1 + erf(x / √2)) of `count` f32 values, in place; `count` is a multiple of 4. erf as Eigen
 * computes it, a quotient of polynomials; error below 5e-7.
 */
export function applyGelu(values: usize, count: i32): void {
  const end = values + ((<usize>count) << 2);
  for (; values < end; values += 16) {
    const x = v128.load(values);
    const half = f32x4.mul(x, f32x4.splat(0.5));
    v128.store(values, multiplyAdd(half, findError(f32x4.mul(x, f32x4.splat(0.707106781))), half));
  }
}

function findError(value: v128): v128 {
  const x = f32x4.pmin(f32x4.splat(4), f32x4.pmax(f32x4.splat(-4), value));
  const square = f32x4.mul(x, x);
  let above = f32x4.splat(-2.72614225801306e-10);
  above = multiplyAdd(above, square, f32x4.splat(2.77068142495902e-8));
  above = multiplyAdd(above, square, f32x4.splat(-2.10102402082508e-6));
  above = multiplyAdd(above, square, f32x4.splat(-5.69250639462346e-5));
  above = multiplyAdd(above, square, f32x4.splat(-7.34990630326855e-4));
  above = multiplyAdd(above, square, f32x4.splat(-2.95459980854025e-3));
  above = multiplyAdd(above, square, f32x4.splat(-1.60960333262415e-2));
  let below = f32x4.splat(-1.45660718464996e-5);
  below = multiplyAdd(below, square, f32x4.splat(-2.13374055278905e-4));
  below = multiplyAdd(below, square, f32x4.splat(-1.68282697438203e-3));
  below = multiplyAdd(below, square, f32x4.splat(-7.37332916720468e-3));
  below = multiplyAdd(below, square, f32x4.splat(-1.42647390514189e-2));
  return f32x4.div(f32x4.mul(x, above), below);
}
