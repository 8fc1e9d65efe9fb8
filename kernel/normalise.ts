import { multiplyAdd, sumLanes } from './numbers';

/**
 * Each row of `values` [rows, width] f32, plus that of `added`, brought to mean 0 and variance 1, then times
 * `gain` [width] plus `shift` [width]: in place (layer normalisation, Ba et al. 2016). `width` is a multiple of 4.
 */
export function addNormalise(
  values: usize,
  added: usize,
  rows: i32,
  width: i32,
  gain: usize,
  shift: usize,
  epsilon: f32,
): void {
  const bytes = (<usize>width) << 2;
  for (let row = 0; row < rows; row++) {
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const both = f32x4.add(v128.load(values + at), v128.load(added + at));
      v128.store(values + at, both);
      sum = f32x4.add(sum, both);
    }
    const mean = f32x4.splat(sumLanes(sum) / <f32>width);
    let squares = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const apart = f32x4.sub(v128.load(values + at), mean);
      squares = multiplyAdd(apart, apart, squares);
    }
    const scale = f32x4.splat(1 / sqrt<f32>(sumLanes(squares) / <f32>width + epsilon));
    for (let at: usize = 0; at < bytes; at += 16) {
      const unit = f32x4.mul(f32x4.sub(v128.load(values + at), mean), scale);
      v128.store(values + at, multiplyAdd(unit, v128.load(gain + at), v128.load(shift + at)));
    }
    values += bytes;
    added += bytes;
  }
}
