import { multiplyAdd } from './numbers';

/** Rows whose numbers stay near while all columns pass. */
const BLOCK = 128;

/**
 * `numbers` [rows, from] 0 … 127, each row with its `scales` and `leasts` (see `quantise`), times
 * `weights`, plus `bias`: `out` [rows, to] f32. `weights` are −127 … 127 in tiles of 8 columns; of a
 * tile, four rows after four rows, each 8 columns · 4 rows. `factors` [to] is what a column's weights are
 * to be multiplied by, `sums` [to] the sum of its weights, so multiplied. `rows` is a multiple of 4, `to` of 8,
 * `from` of 4. `isWhole`: the relaxed instruction that adds four products at once, instead of
 * one that adds two and another; what is faster hangs on the processor, what comes of it does not.
 */
export function multiply(
  numbers: usize,
  scales: usize,
  leasts: usize,
  rows: i32,
  from: i32,
  weights: usize,
  factors: usize,
  sums: usize,
  bias: usize,
  to: i32,
  out: usize,
  isWhole: bool,
): void {
  const deep = <usize>from;
  const line = (<usize>to) << 2;
  for (let block = 0; block < rows; block += BLOCK) {
    const end = min(rows, block + BLOCK);
    for (let column = 0; column < to; column += 8) {
      const tile = weights + <usize>column * deep;
      const shift = (<usize>column) << 2;
      for (let row = block; row < end; row += 4) {
        const left = numbers + <usize>row * deep;
        const place = out + <usize>row * line + shift;
        if (isWhole) sumWhole(left, deep, tile, place, line);
        else sumPairs(left, deep, tile, place, line);
        const ends = (<usize>row) << 2;
        for (let each: usize = 0; each < 4; each++) {
          const scale = v128.load32_splat(scales + ends + (each << 2));
          const least = v128.load32_splat(leasts + ends + (each << 2));
          const to = place + each * line;
          finish(to, scale, least, factors + shift, sums + shift, bias + shift);
          finish(to + 16, scale, least, factors + shift + 16, sums + shift + 16, bias + shift + 16);
        }
      }
    }
  }
}

function finish(
  place: usize,
  scale: v128,
  least: v128,
  factors: usize,
  sums: usize,
  bias: usize,
): void {
  const sum = f32x4.mul(f32x4.convert_i32x4_s(v128.load(place)), scale);
  const base = multiplyAdd(least, v128.load(sums), v128.load(bias));
  v128.store(place, multiplyAdd(sum, v128.load(factors), base));
}

/** Sums of products, as i32, of 4 rows and 8 columns. */
function sumPairs(left: usize, deep: usize, tile: usize, place: usize, line: usize): void {
  const ones = i16x8.splat(1);
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  const end = left + deep;
  for (; left < end; left += 4) {
    const first = v128.load(tile);
    const second = v128.load(tile, 16);
    tile += 32;
    const a = v128.load32_splat(left);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(multiplyPairs(first, a), ones));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(multiplyPairs(second, a), ones));
    const b = v128.load32_splat(left + deep);
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(multiplyPairs(first, b), ones));
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(multiplyPairs(second, b), ones));
    const c = v128.load32_splat(left + 2 * deep);
    c0 = i32x4.add(c0, i32x4.dot_i16x8_s(multiplyPairs(first, c), ones));
    c1 = i32x4.add(c1, i32x4.dot_i16x8_s(multiplyPairs(second, c), ones));
    const d = v128.load32_splat(left + 3 * deep);
    d0 = i32x4.add(d0, i32x4.dot_i16x8_s(multiplyPairs(first, d), ones));
    d1 = i32x4.add(d1, i32x4.dot_i16x8_s(multiplyPairs(second, d), ones));
  }
  keep(place, a0, a1);
  keep(place + line, b0, b1);
  keep(place + 2 * line, c0, c1);
  keep(place + 3 * line, d0, d1);
}

/** Products of bytes, each with its neighbour's, as i16: at most 2 · 127 · 127. Exact in both ways. */
function multiplyPairs(weights: v128, numbers: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i16x8.relaxed_dot_i8x16_i7x16_s(weights, numbers);
  const even = i16x8.mul(
    i16x8.shr_s(i16x8.shl(weights, 8), 8),
    v128.and(numbers, i16x8.splat(127)),
  );
  return i16x8.add(even, i16x8.mul(i16x8.shr_s(weights, 8), i16x8.shr_u(numbers, 8)));
}

/** The same in one instruction where the processor has one. */
function sumWhole(left: usize, deep: usize, tile: usize, place: usize, line: usize): void {
  if (!ASC_FEATURE_RELAXED_SIMD) {
    sumPairs(left, deep, tile, place, line);
    return;
  }
  let a0 = i32x4.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  let c0 = a0;
  let c1 = a0;
  let d0 = a0;
  let d1 = a0;
  const end = left + deep;
  for (; left < end; left += 4) {
    const first = v128.load(tile);
    const second = v128.load(tile, 16);
    tile += 32;
    const a = v128.load32_splat(left);
    a0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(first, a, a0);
    a1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(second, a, a1);
    const b = v128.load32_splat(left + deep);
    b0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(first, b, b0);
    b1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(second, b, b1);
    const c = v128.load32_splat(left + 2 * deep);
    c0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(first, c, c0);
    c1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(second, c, c1);
    const d = v128.load32_splat(left + 3 * deep);
    d0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(first, d, d0);
    d1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(second, d, d1);
  }
  keep(place, a0, a1);
  keep(place + line, b0, b1);
  keep(place + 2 * line, c0, c1);
  keep(place + 3 * line, d0, d1);
}

function keep(place: usize, first: v128, second: v128): void {
  v128.store(place, first);
  v128.store(place, second, 16);
}
