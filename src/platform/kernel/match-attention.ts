import type { Graph } from './graph.ts';
import type { FoundDense } from './match-dense.ts';
import { matchDense } from './match-dense.ts';
import { readIntegers, readScalar } from './tensor-values.ts';

/** Softmax(query · keyᵀ / √size + mask) · value, heads beside one another. */
export interface FoundAttention {
  query: FoundDense;
  key: FoundDense;
  value: FoundDense;
  heads: number;
}

/** More steps between two products no export has. */
const MOST_STEPS = 6;

/** The attention that made a value; null when none did. What the mask is made of is not looked at. */
export function matchAttention(graph: Graph, made: string): FoundAttention | null {
  const joined = graph.madeBy(made, 'Reshape');
  const turned = joined && graph.madeBy(joined.inputs[0], 'Transpose');
  const mixed = turned && isTurn(turned.attributes.get('perm')?.integers, [0, 2, 1, 3]);
  const product = mixed ? graph.madeBy(turned.inputs[0], 'MatMul') : null;
  const scores = product && findScores(graph, product.inputs[0]);
  const value = product && matchHeads(graph, product.inputs[1], [[0, 2, 1, 3]]);
  const query = scores && matchHeads(graph, scores.query, [[0, 2, 1, 3]]);
  const key = scores && matchHeads(graph, scores.key, KEY_TURNS);
  if (!value || !query || !key) return null;
  const { heads } = query;
  if (key.heads !== heads || value.heads !== heads) return null;
  const scale = multiply(scores.scale, query.scale, key.scale);
  const size = query.dense.to / heads;
  // Computed from the shape, it is the usual one.
  if (scale !== null && Math.abs(scale * Math.sqrt(size) - 1) > 1e-3) return null;
  return { query: query.dense, key: key.dense, value: value.dense, heads };
}

/** To [batch, heads, size, tokens], at once or in two steps. */
const KEY_TURNS = [
  [0, 2, 3, 1],
  [0, 1, 3, 2],
  [0, 2, 1, 3],
];

/** Null: not known before it runs. */
type Scale = number | null;

function multiply(...scales: Scale[]): Scale {
  return scales.reduce(
    (product, scale) => (product === null || scale === null ? null : product * scale),
    1,
  );
}

/** Back from the shares of a softmax over mask and scale to the product of queries and keys. */
function findScores(
  graph: Graph,
  shares: string | undefined,
): { query: string; key: string; scale: Scale } | null {
  // What guards against rows that are all masked.
  const guarded = graph.madeBy(shares, 'Where')?.inputs[2] ?? shares;
  const softmax = graph.madeBy(guarded, 'Softmax');
  return softmax && findProduct(graph, softmax.inputs[0], MOST_STEPS);
}

function findProduct(
  graph: Graph,
  value: string | undefined,
  steps: number,
): { query: string; key: string; scale: Scale } | null {
  const node = steps > 0 ? graph.maker(value) : null;
  const [first = '', second = ''] = node?.inputs ?? [];
  if (node?.operator === 'MatMul') return { query: first, key: second, scale: 1 };
  if (node?.operator === 'Add') {
    return findProduct(graph, first, steps - 1) ?? findProduct(graph, second, steps - 1);
  }
  const scaled = readScale(graph, value);
  const found = scaled && findProduct(graph, scaled.other, steps - 1);
  return found && { ...found, scale: multiply(found.scale, scaled.scale) };
}

/** Products and quotients by one number. */
function readScale(
  graph: Graph,
  value: string | undefined,
): { other: string; scale: Scale } | null {
  const node = graph.maker(value);
  if (node?.operator !== 'Mul' && node?.operator !== 'Div') return null;
  const [first = '', second = ''] = node.inputs;
  const number = readScalar(graph.constant(second));
  if (number !== null)
    return { other: first, scale: node.operator === 'Mul' ? number : 1 / number };
  if (node.operator === 'Div') return null;
  const before = readScalar(graph.constant(first));
  if (before !== null) return { other: second, scale: before };
  // √(1 / √size), as PyTorch writes its own attention.
  return graph.madeBy(second, 'Sqrt') ? { other: first, scale: null } : null;
}

interface FoundHeads {
  dense: FoundDense;
  heads: number;
  scale: Scale;
}

/** A dense layer cut into heads: reshaped, turned by some of `turns`, perhaps scaled. */
function matchHeads(
  graph: Graph,
  value: string | undefined,
  turns: readonly (readonly number[])[],
): FoundHeads | null {
  let at = value;
  let scale: Scale = 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    const turned = graph.madeBy(at, 'Transpose');
    const scaled = turned ? null : readScale(graph, at);
    if (turned) {
      const perm = turned.attributes.get('perm')?.integers;
      if (!turns.some((turn) => isTurn(perm, turn))) return null;
      at = turned.inputs[0];
    } else if (scaled) {
      scale = multiply(scale, scaled.scale);
      at = scaled.other;
    } else {
      break;
    }
  }
  const cut = graph.madeBy(at, 'Reshape');
  const dense = cut && matchDense(graph, cut.inputs[0]);
  const heads = dense && readHeads(graph, cut.inputs[1], dense.to);
  return heads ? { dense, heads, scale } : null;
}

function isTurn(perm: readonly number[] | undefined, wanted: readonly number[]): boolean {
  return perm !== undefined && perm.join() === wanted.join();
}

/** Heads by the shape [batch, tokens, heads, size], one of the last two perhaps left open. */
function readHeads(graph: Graph, shape: string | undefined, width: number): number | null {
  const whole = graph.constant(shape);
  const parts = graph.madeBy(shape, 'Concat')?.inputs ?? [];
  const read = (value: string | undefined): number | undefined => {
    const tensor = graph.constant(value);
    return (tensor && readIntegers(tensor))?.[0];
  };
  const sizes = whole ? (readIntegers(whole) ?? []) : parts.map(read);
  const [heads = 0, size = 0] = sizes.length === 4 ? sizes.slice(2) : [];
  if (size > 0 && width % size === 0 && (heads === width / size || heads === -1))
    return width / size;
  return size === -1 && heads > 0 && width % heads === 0 ? heads : null;
}
