import { dot } from '../encoder/vectors.ts';
import { chooseSoftly, startAdam } from './choice.ts';
import type { Choice } from './choice.ts';

/**
 * A low-rank change of what is asked: q′ = q + up · (down · q), scaled to length 1. The vectors of
 * elements stay as they are, so that nothing kept in a cache is lost. `down` is [rank, dim] and `up`
 * [dim, rank], row by row.
 */
export interface Adapter {
  dim: number;
  rank: number;
  down: Float32Array;
  up: Float32Array;
}

const RANK = 4;
const STEPS = 120;
const RATE = 0.01;
/** Pull of every value towards 0, which is no change. */
const DECAY = 0.002;

/** What is asked, adapted; as it is where the adapter is of another size. */
export function adaptQuery(asked: Float32Array, adapter: Adapter): Float32Array {
  return asked.length === adapter.dim ? move(asked, adapter).moved : asked;
}

/**
 * Learns an adapter that puts the chosen candidates first when its likeness, times `weight`, is added
 * to what the other parts say (`base`, one score per candidate). Null when no choice has vectors.
 * The same choices give the same adapter.
 */
export function learnAdapter(
  choices: readonly Choice[],
  base: (choice: Choice) => Float64Array,
  weight: number,
): Adapter | null {
  const usable = choices.filter(({ vectors }) => vectors !== undefined);
  const dim = usable[0]?.vectors?.asked.length ?? 0;
  if (dim === 0) return null;
  const values = new Float64Array(2 * RANK * dim);
  // It begins by looking at what was asked here and there; no change yet, as `up` is 0.
  for (let row = 0; row < RANK; row += 1) {
    const seen = usable[Math.floor((row * usable.length) / RANK)]?.vectors?.asked;
    values.set(seen ?? [], row * dim);
  }
  const adam = startAdam(values.length, RATE);
  const bases = usable.map(base);
  for (let step = 0; step < STEPS; step += 1) {
    const adapter = toAdapter(values, dim);
    const slopes = new Float64Array(values.length);
    for (const [at, choice] of usable.entries()) {
      addSlopes(slopes, choice, bases[at] ?? new Float64Array(), adapter, weight);
    }
    for (let at = 0; at < slopes.length; at += 1) {
      const pull = at < RANK * dim ? 0 : DECAY * (values[at] ?? 0);
      slopes[at] = (slopes[at] ?? 0) / usable.length + pull;
    }
    adam.descend(values, slopes);
  }
  return toAdapter(values, dim);
}

function toAdapter(values: Float64Array, dim: number): Adapter {
  const size = RANK * dim;
  return {
    dim,
    rank: RANK,
    down: Float32Array.from(values.subarray(0, size)),
    up: Float32Array.from(values.subarray(size)),
  };
}

interface Moved {
  moved: Float32Array;
  /** down · q */
  low: Float64Array;
  /** 1 / length before scaling. */
  scale: number;
}

function move(asked: Float32Array, { dim, rank, down, up }: Adapter): Moved {
  const low = new Float64Array(rank);
  for (let row = 0; row < rank; row += 1) {
    for (let at = 0; at < dim; at += 1) {
      low[row] = (low[row] ?? 0) + (down[row * dim + at] ?? 0) * (asked[at] ?? 0);
    }
  }
  const whole = new Float64Array(dim);
  let square = 0;
  for (let at = 0; at < dim; at += 1) {
    let value = asked[at] ?? 0;
    for (let row = 0; row < rank; row += 1) value += (up[at * rank + row] ?? 0) * (low[row] ?? 0);
    whole[at] = value;
    square += value * value;
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  return { moved: Float32Array.from(whole, (value) => value * scale), low, scale };
}

/** By the chain rule: the scores' errors, the likeness, the scaling to length 1, and the two factors. */
function addSlopes(
  slopes: Float64Array,
  { vectors, chosen }: Choice,
  base: Float64Array,
  adapter: Adapter,
  weight: number,
): void {
  if (!vectors) return;
  const { dim, rank, up } = adapter;
  const { asked, candidates } = vectors;
  const { moved, low, scale } = move(asked, adapter);
  const alike = candidates.map((vector) => (vector ? dot(moved, vector) : 0));
  const errors = chooseSoftly(
    base.map((score, at) => score + weight * Math.max(0, alike[at] ?? 0)),
    chosen,
  );
  const pull = new Float64Array(dim);
  for (const [at, vector] of candidates.entries()) {
    // Below 0 likeness counts nothing, but the chosen one is still drawn up from there.
    if (!vector || (at !== chosen && (alike[at] ?? 0) <= 0)) continue;
    const share = weight * (errors[at] ?? 0);
    for (let d = 0; d < dim; d += 1) pull[d] = (pull[d] ?? 0) + share * (vector[d] ?? 0);
  }
  const along = pull.reduce((sum, value, d) => sum + value * (moved[d] ?? 0), 0);
  for (let d = 0; d < dim; d += 1) {
    pull[d] = ((pull[d] ?? 0) - along * (moved[d] ?? 0)) * scale;
  }
  for (let row = 0; row < rank; row += 1) {
    let back = 0;
    for (let d = 0; d < dim; d += 1) back += (up[d * rank + row] ?? 0) * (pull[d] ?? 0);
    for (let d = 0; d < dim; d += 1) {
      const downAt = row * dim + d;
      const upAt = rank * dim + d * rank + row;
      slopes[downAt] = (slopes[downAt] ?? 0) + back * (asked[d] ?? 0);
      slopes[upAt] = (slopes[upAt] ?? 0) + (pull[d] ?? 0) * (low[row] ?? 0);
    }
  }
}
