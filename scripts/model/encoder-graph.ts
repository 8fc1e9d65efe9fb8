import { OnnxGraph } from './onnx-graph.ts';
import { quantizeColumns, quantizeTable } from './quantize.ts';
import type { Dense, EncoderShape, EncoderWeights, Layer, Norm } from './weights.ts';
import { NORM_EPSILON } from './weights.ts';

/** Far below any attention score, and safe in half precision. */
const MASKED = -10000;

/** As it was trained, or as `quantize_dynamic` makes it: 8 bits per weight, a scale per column. */
export type GraphPrecision = 'fp32' | 'int8';

/**
 * A BERT encoder as Hugging Face exports MiniLM: int64 `input_ids`, `attention_mask`, `token_type_ids`
 * of [batch, sequence]; float `last_hidden_state` of [batch, sequence, hidden].
 */
export function writeEncoder(
  shape: EncoderShape,
  weights: EncoderWeights,
  precision: GraphPrecision = 'fp32',
): Uint8Array<ArrayBuffer> {
  const graph = new OnnxGraph('encoder');
  for (const name of ['input_ids', 'attention_mask', 'token_type_ids']) {
    graph.input(name, ['batch', 'sequence']);
  }
  graph.output('last_hidden_state', ['batch', 'sequence', shape.hidden]);
  const add = createBuilder(graph, shape, precision);
  const mask = addMask(graph);
  let hidden = addEmbeddings(graph, shape, weights, add);
  weights.layers.forEach((layer, at) => {
    hidden = addLayer(graph, shape, layer, `layer.${at}`, hidden, mask, add);
  });
  graph.node('Identity', [hidden], {}, 'last_hidden_state');
  return graph.toBytes();
}

interface Builder {
  dense(name: string, input: string, part: Dense): string;
  norm(name: string, input: string, part: Norm): string;
  /** A table whose rows can be taken by the ids in an input. */
  table(name: string, values: Float32Array): (ids: string) => string;
}

function createBuilder(graph: OnnxGraph, shape: EncoderShape, precision: GraphPrecision): Builder {
  const plain = createPlainBuilder(graph, shape);
  return precision === 'fp32' ? plain : { ...plain, ...createInt8Builder(graph, shape.hidden) };
}

function createInt8Builder(graph: OnnxGraph, hidden: number): Pick<Builder, 'dense' | 'table'> {
  const quantized = new Map<string, ReturnType<OnnxGraph['quantize']>>();
  return {
    dense(name, input, { kernel, bias }) {
      const to = bias.length;
      const { values, scales } = quantizeColumns(kernel, to);
      // What several read is quantised once.
      const from = quantized.get(input) ?? graph.quantize(input);
      quantized.set(input, from);
      const weight = graph.int8s(`${name}.weight`, [kernel.length / to, to], values);
      const product = graph.node('MatMulInteger', [from.values, weight, from.zero]);
      const scale = graph.node('Mul', [from.scale, graph.floats(`${name}.scale`, [to], scales)]);
      const scaled = graph.node('Mul', [graph.node('Cast', [product], { to: 1 }), scale]);
      return graph.node('Add', [scaled, graph.floats(`${name}.bias`, [to], bias)]);
    },
    table(name, floats) {
      const { values, scale } = quantizeTable(floats);
      const rows = graph.int8s(name, [floats.length / hidden, hidden], values);
      const factor = graph.floats(`${name}.scale`, [1], scale);
      return (ids) => {
        const taken = graph.node('Cast', [graph.node('Gather', [rows, ids])], { to: 1 });
        return graph.node('Mul', [taken, factor]);
      };
    },
  };
}

function createPlainBuilder(graph: OnnxGraph, shape: EncoderShape): Builder {
  return {
    table(name, values) {
      const rows = graph.floats(name, [values.length / shape.hidden, shape.hidden], values);
      return (ids) => graph.node('Gather', [rows, ids]);
    },
    dense(name, input, { kernel, bias }) {
      const to = bias.length;
      const product = graph.node('MatMul', [
        input,
        graph.floats(`${name}.weight`, [kernel.length / to, to], kernel),
      ]);
      return graph.node('Add', [product, graph.floats(`${name}.bias`, [to], bias)]);
    },
    norm(name, input, { scale, shift }) {
      const inputs = [
        input,
        graph.floats(`${name}.weight`, [shape.hidden], scale),
        graph.floats(`${name}.bias`, [shape.hidden], shift),
      ];
      return graph.node('LayerNormalization', inputs, {
        axis: -1,
        epsilon: { float: NORM_EPSILON },
      });
    },
  };
}

/** [batch, 1, 1, sequence]: 0 where a token counts, far below zero where it does not. */
function addMask(graph: OnnxGraph): string {
  const counts = graph.node('Cast', ['attention_mask'], { to: 1 });
  const wide = graph.node('Unsqueeze', [counts, graph.ints('mask.axes', [1, 2])]);
  const missing = graph.node('Sub', [graph.floats('one', [1], Float32Array.of(1)), wide]);
  return graph.node('Mul', [missing, graph.floats('masked', [1], Float32Array.of(MASKED))]);
}

function addEmbeddings(
  graph: OnnxGraph,
  shape: EncoderShape,
  weights: EncoderWeights,
  add: Builder,
): string {
  const { hidden } = shape;
  const takeWords = add.table('embeddings.word', weights.words);
  const places = graph.floats('embeddings.position', [shape.places, hidden], weights.places);
  const takeTypes = add.table('embeddings.token_type', weights.types);
  const length = graph.node('Slice', [
    graph.node('Shape', ['input_ids']),
    graph.ints('dim.from', [1]),
    graph.ints('dim.to', [2]),
  ]);
  const inPlace = graph.node('Slice', [
    places,
    graph.ints('places.from', [0]),
    length,
    graph.ints('places.axis', [0]),
  ]);
  const typed = graph.node('Add', [takeWords('input_ids'), takeTypes('token_type_ids')]);
  return add.norm(
    'embeddings.LayerNorm',
    graph.node('Add', [typed, inPlace]),
    weights.embeddingNorm,
  );
}

function addLayer(
  graph: OnnxGraph,
  shape: EncoderShape,
  layer: Layer,
  name: string,
  input: string,
  mask: string,
  add: Builder,
): string {
  const size = shape.hidden / shape.heads;
  const apart = graph.ints(`${name}.heads`, [0, 0, shape.heads, size]);
  const split = (part: string, from: Dense, perm: number[]): string => {
    const projected = add.dense(`${name}.attention.${part}`, input, from);
    return graph.node('Transpose', [graph.node('Reshape', [projected, apart])], { perm });
  };
  const query = split('query', layer.query, [0, 2, 1, 3]);
  const key = split('key', layer.key, [0, 2, 3, 1]);
  const value = split('value', layer.value, [0, 2, 1, 3]);
  const scale = graph.floats(`${name}.scale`, [1], Float32Array.of(1 / Math.sqrt(size)));
  const scores = graph.node('Mul', [graph.node('MatMul', [query, key]), scale]);
  const shares = graph.node('Softmax', [graph.node('Add', [scores, mask])], { axis: -1 });
  const mixed = graph.node('Transpose', [graph.node('MatMul', [shares, value])], {
    perm: [0, 2, 1, 3],
  });
  const joined = graph.node('Reshape', [mixed, graph.ints(`${name}.joined`, [0, 0, shape.hidden])]);
  const attended = add.norm(
    `${name}.attention.LayerNorm`,
    graph.node('Add', [add.dense(`${name}.attention.output`, joined, layer.output), input]),
    layer.outputNorm,
  );
  const inner = addGelu(graph, name, add.dense(`${name}.intermediate`, attended, layer.up));
  const down = add.dense(`${name}.output`, inner, layer.down);
  return add.norm(`${name}.LayerNorm`, graph.node('Add', [down, attended]), layer.downNorm);
}

/** x · ½ · (1 + erf(x / √2)), the exact form BERT uses (Hendrycks & Gimpel 2016). */
function addGelu(graph: OnnxGraph, name: string, input: string): string {
  const number = (part: string, value: number): string =>
    graph.floats(`${name}.gelu.${part}`, [1], Float32Array.of(value));
  const error = graph.node('Erf', [graph.node('Div', [input, number('root', Math.SQRT2)])]);
  const sum = graph.node('Add', [error, number('one', 1)]);
  return graph.node('Mul', [graph.node('Mul', [input, sum]), number('half', 0.5)]);
}
