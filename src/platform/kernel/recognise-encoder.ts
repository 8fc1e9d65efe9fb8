import { OUTPUTS } from '../models/check-model.ts';
import type { OnnxFacts } from '../models/read-onnx.ts';
import { readOnnx } from '../models/read-onnx.ts';
import type { Graph } from './graph.ts';
import { openGraph } from './graph.ts';
import type { FoundAttention } from './match-attention.ts';
import { matchAttention } from './match-attention.ts';
import type { FoundDense } from './match-dense.ts';
import { matchDense } from './match-dense.ts';
import type { FoundEmbeddings } from './match-embeddings.ts';
import { matchEmbeddings } from './match-embeddings.ts';
import { matchGelu } from './match-gelu.ts';
import type { FoundNorm } from './match-norm.ts';
import { matchNorm } from './match-norm.ts';

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
