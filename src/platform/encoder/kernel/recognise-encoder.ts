import { OUTPUTS } from '../models/check-model.ts';
import type { OnnxFacts } from '../models/read-onnx.ts';
import { readOnnx } from '../models/read-onnx.ts';
import type { Graph } from './onnx-graph.ts';
import { openGraph, readIntegers, readScalar } from './onnx-graph.ts';
import type { FoundDense, FoundEmbeddings, FoundNorm } from './match-layers.ts';
import { matchDense, matchEmbeddings, matchNorm } from './match-layers.ts';

/** BERT (Devlin et al. 2019) as it was found in a graph. */
export interface FoundEncoder {
  embeddings: FoundEmbeddings;
  layers: FoundLayer[];
  hidden: number;
  inner: number;
  heads: number;
}

export interface FoundLayer {
  attention: FoundAttention;
  output: FoundDense;
  outputNorm: FoundNorm;
  up: FoundDense;
  down: FoundDense;
  downNorm: FoundNorm;
}

/** Larger models are not for a browser. */
const MOST_LAYERS = 48;

/**
 * The encoder in an ONNX file, by what its nodes do and not by their names, when it is one that the own kernel
 * computes: token vectors out, sizes that fill its registers. Null for every other.
 */
export function recogniseEncoder(file: Uint8Array): FoundEncoder | null {
  return findEncoder(readOnnx(file));
}

/** The same in what was read of a file. */
export function findEncoder(facts: OnnxFacts): FoundEncoder | null {
  const output = OUTPUTS.find((name) => facts.outputs.some((each) => each.name === name));
  const graph = openGraph(facts);
  const layers: FoundLayer[] = [];
  let value = graph.trace(output);
  for (let layer = matchLayer(graph, value); layer; layer = matchLayer(graph, value)) {
    if (layers.length === MOST_LAYERS) return null;
    layers.unshift(layer);
    value = layer.attention.query.input;
  }
  const embeddings = layers.length > 0 ? matchEmbeddings(graph, value) : null;
  return embeddings && checkSizes(embeddings, layers);
}

/** Attention and dense layers, each added to what it was made from and normalised. */
function matchLayer(graph: Graph, value: string): FoundLayer | null {
  const second = matchResidual(graph, value);
  const inner = second && matchGelu(graph, second.dense.input);
  const up = inner === null ? null : matchDense(graph, inner);
  const first = up && second && up.input === second.rest ? matchResidual(graph, up.input) : null;
  const attention = first && matchAttention(graph, first.dense.input);
  if (!second || !attention || !up) return null;
  const { query, key, value: values } = attention;
  if ([query, key, values].some(({ input }) => input !== first.rest)) return null;
  return {
    ...{ attention, output: first.dense, outputNorm: first.norm },
    ...{ up, down: second.dense, downNorm: second.norm },
  };
}

/** norm(dense + rest). */
function matchResidual(
  graph: Graph,
  value: string,
): { norm: FoundNorm; dense: FoundDense; rest: string } | null {
  const norm = matchNorm(graph, value);
  const [first, second] = (norm && graph.madeBy(norm.input, 'Add')?.inputs) ?? [];
  const before = matchDense(graph, first);
  const dense = before ?? matchDense(graph, second);
  return norm && dense && { norm, dense, rest: graph.trace(before ? second : first) };
}

function checkSizes(embeddings: FoundEmbeddings, layers: FoundLayer[]): FoundEncoder | null {
  const hidden = embeddings.words.width;
  const inner = layers[0]?.up.to ?? 0;
  const heads = layers[0]?.attention.heads ?? 1;
  const { places, types, norm } = embeddings;
  const isEven = layers.every(({ attention, output, outputNorm, up, down, downNorm }) => {
    const square = [attention.query, attention.key, attention.value, output];
    return (
      square.every(({ from, to }) => from === hidden && to === hidden) &&
      [up.from, up.to, down.from, down.to].join() === [hidden, inner, inner, hidden].join() &&
      attention.heads === heads &&
      [outputNorm, downNorm].every(({ gain }) => gain.length === hidden)
    );
  });
  const fits = hidden % 16 === 0 && inner % 16 === 0 && (hidden / heads) % 8 === 0;
  const isOne = places.width === hidden && (types?.width ?? hidden) === hidden;
  if (!isEven || !fits || !isOne || norm.gain.length !== hidden) return null;
  return { embeddings, layers, hidden, inner, heads };
}

/** x of x · ½ · (1 + erf(x / √2)), in any order of factors or as one operator; null for all else. */
function matchGelu(graph: Graph, value: string): string | null {
  const whole = graph.madeBy(value, 'Gelu');
  if (whole) return graph.trace(whole.inputs[0]);
  const factors = listFactors(graph, value);
  const half = factors.find((factor) => readScalar(graph.constant(factor)) === 0.5);
  const inputs = factors.map((factor) => matchSum(graph, factor));
  const input = inputs.find((found) => found !== null) ?? null;
  const isWhole = factors.length === 3 && half !== undefined && input !== null;
  return isWhole && factors.includes(input) ? input : null;
}

/** What is multiplied: at most four, so that no circle is followed. */
function listFactors(graph: Graph, value: string, most = 4): string[] {
  const product = most > 1 ? graph.madeBy(value, 'Mul') : null;
  if (!product) return [graph.trace(value)];
  return product.inputs.flatMap((input) => listFactors(graph, input, most - 1));
}

/** x of 1 + erf(x / √2). */
function matchSum(graph: Graph, value: string): string | null {
  const sum = graph.withConstant(value, 'Add');
  const error = sum && graph.madeBy(sum.other, 'Erf');
  if (!error || readScalar(sum.constant) !== 1) return null;
  const [first, second] = graph.madeBy(error.inputs[0], 'Div')?.inputs ?? [];
  if (isNear(readScalar(graph.constant(second)), Math.SQRT2)) return graph.trace(first);
  const scaled = graph.withConstant(error.inputs[0], 'Mul');
  return scaled && isNear(readScalar(scaled.constant), Math.SQRT1_2) ? scaled.other : null;
}

function isNear(value: number | null, wanted: number): boolean {
  return value !== null && Math.abs(value / wanted - 1) < 1e-3;
}

/** Softmax(query · keyᵀ / √size + mask) · value, heads beside one another. */
interface FoundAttention {
  query: FoundDense;
  key: FoundDense;
  value: FoundDense;
  heads: number;
}

/** More steps between two products no export has. */
const MOST_STEPS = 6;

/** The attention that made a value; null when none did. What the mask is made of is not looked at. */
function matchAttention(graph: Graph, made: string): FoundAttention | null {
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
