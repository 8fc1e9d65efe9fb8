import { findMost, multiplyAdd, raise, sumLanes } from './numbers';

/** Stands for keys that are none. */
const NOTHING: f32 = -1e30;

/**
 * Attention of the tokens of one text to one another (Vaswani et al. 2017). `projected` [tokens, 3 · heads ·
 * size] f32 holds query, key and value of each token; three more rows may be read after the last.
 * Gives `out` [tokens, heads · size]. `scratch` takes (size + 4) · tokens f32, tokens counted up to a
 * multiple of 8, as `size` is one.
 */
export function attend(
  projected: usize,
  tokens: i32,
  heads: i32,
  size: i32,
  scratch: usize,
  out: usize,
): void {
  const wide = (<usize>(heads * size)) << 2;
  const line = wide * 3;
  const part = (<usize>size) << 2;
  const row = (<usize>((tokens + 7) & ~7)) << 2;
  const scores = scratch + <usize>size * row;
  const scale: f32 = 1 / sqrt<f32>(<f32>size);
  for (let head = 0; head < heads; head++) {
    const queries = projected + <usize>head * part;
    turn(queries + wide, line, tokens, size, scratch, row);
    for (let first = 0; first < tokens; first += 4) {
      score(queries + <usize>first * line, line, scratch, row, size, scores);
      const left = min(4, tokens - first);
      for (let each = 0; each < left; each++) share(scores + <usize>each * row, tokens, row, scale);
      const place = out + <usize>first * wide + <usize>head * part;
      mix(scores, row, queries + 2 * wide, line, tokens, part, place, wide, left);
    }
  }
}

/** Keys [tokens, size] to [size, row], zeros in what is over. */
function turn(keys: usize, line: usize, tokens: i32, size: i32, to: usize, row: usize): void {
  const count = <usize>size;
  for (let at: usize = 0; at < count; at++) {
    const start = to + at * row;
    v128.store(start + row - 16, f32x4.splat(0));
    v128.store(start + row - 32, f32x4.splat(0));
    let from = keys + (at << 2);
    const end = start + ((<usize>tokens) << 2);
    for (let place = start; place < end; place += 4) {
      store<f32>(place, load<f32>(from));
      from += line;
    }
  }
}

/** Products of four queries with all keys. */
function score(
  queries: usize,
  line: usize,
  keys: usize,
  row: usize,
  size: i32,
  scores: usize,
): void {
  const end = queries + ((<usize>size) << 2);
  for (let at: usize = 0; at < row; at += 32) {
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    let key = keys + at;
    for (let query = queries; query < end; query += 4) {
      const first = v128.load(key);
      const second = v128.load(key, 16);
      key += row;
      const a = v128.load32_splat(query);
      a0 = multiplyAdd(first, a, a0);
      a1 = multiplyAdd(second, a, a1);
      const b = v128.load32_splat(query + line);
      b0 = multiplyAdd(first, b, b0);
      b1 = multiplyAdd(second, b, b1);
      const c = v128.load32_splat(query + 2 * line);
      c0 = multiplyAdd(first, c, c0);
      c1 = multiplyAdd(second, c, c1);
      const d = v128.load32_splat(query + 3 * line);
      d0 = multiplyAdd(first, d, d0);
      d1 = multiplyAdd(second, d, d1);
    }
    keep(scores + at, a0, a1);
    keep(scores + at + row, b0, b1);
    keep(scores + at + 2 * row, c0, c1);
    keep(scores + at + 3 * row, d0, d1);
  }
}

/** Softmax of scale · score, in place. */
function share(scores: usize, tokens: i32, row: usize, scale: f32): void {
  for (let at = (<usize>tokens) << 2; at < row; at += 4) store<f32>(scores + at, NOTHING);
  let most = v128.load(scores);
  for (let at: usize = 16; at < row; at += 16) {
    most = f32x4.pmax(most, v128.load(scores + at));
  }
  const top = f32x4.splat(findMost(most));
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < row; at += 16) {
    const below = f32x4.sub(v128.load(scores + at), top);
    const power = raise(f32x4.mul(below, f32x4.splat(scale)));
    v128.store(scores + at, power);
    sum = f32x4.add(sum, power);
  }
  const whole = f32x4.splat(1 / sumLanes(sum));
  for (let at: usize = 0; at < row; at += 16) {
    v128.store(scores + at, f32x4.mul(v128.load(scores + at), whole));
  }
}

/** Values mixed by the shares that up to four tokens give them. */
function mix(
  shares: usize,
  row: usize,
  values: usize,
  line: usize,
  tokens: i32,
  part: usize,
  out: usize,
  wide: usize,
  count: i32,
): void {
  const end = shares + ((<usize>tokens) << 2);
  for (let at: usize = 0; at < part; at += 32) {
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    let value = values + at;
    for (let each = shares; each < end; each += 4) {
      const first = v128.load(value);
      const second = v128.load(value, 16);
      value += line;
      const a = v128.load32_splat(each);
      a0 = multiplyAdd(first, a, a0);
      a1 = multiplyAdd(second, a, a1);
      const b = v128.load32_splat(each + row);
      b0 = multiplyAdd(first, b, b0);
      b1 = multiplyAdd(second, b, b1);
      const c = v128.load32_splat(each + 2 * row);
      c0 = multiplyAdd(first, c, c0);
      c1 = multiplyAdd(second, c, c1);
      const d = v128.load32_splat(each + 3 * row);
      d0 = multiplyAdd(first, d, d0);
      d1 = multiplyAdd(second, d, d1);
    }
    keep(out + at, a0, a1);
    if (count > 1) keep(out + at + wide, b0, b1);
    if (count > 2) keep(out + at + 2 * wide, c0, c1);
    if (count > 3) keep(out + at + 3 * wide, d0, d1);
  }
}

function keep(place: usize, first: v128, second: v128): void {
  v128.store(place, first);
  v128.store(place, second, 16);
}
