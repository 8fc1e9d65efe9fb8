import { OnnxGraph } from '../../../scripts/model/onnx-graph.ts';
import type {
  Dense,
  EncoderShape,
  EncoderWeights,
  Layer,
  Norm,
} from '../../../scripts/model/weights.ts';

/** How an export differs from another. */
export interface ExportedForm {
  /** As `quantize_dynamic` makes them without `per_channel` and with it, or left alone. */
  weights: 'u8 per tensor' | 's8 per column' | 'fp32';
  /** PyTorch's own attention scales queries and keys by what it works out of their shape. */
  attention: 'divided' | 'scaled by shape';
}

/**
 * The encoder as PyTorch exports it before opset 17 and optimum quantises it, unlike `writeEncoder`: layer
 * normalisation in nine nodes, biases before products, shapes worked out as it runs, tables of bytes.
 */
export function writeExported(
  shape: EncoderShape,
  weights: EncoderWeights,
  form: ExportedForm,
): Uint8Array {
  const writer = new Writer(shape, form);
  const { graph } = writer;
  for (const name of ['input_ids', 'attention_mask', 'token_type_ids']) {
    graph.input(name, ['batch_size', 'sequence_length']);
  }
  graph.output('last_hidden_state', ['batch_size', 'sequence_length', shape.hidden]);
  const numbers = Array.from({ length: shape.places }, (_, place) => place);
  const places = graph.node('Slice', [
    graph.ints('position_ids', numbers, [1, shape.places]),
    graph.ints('from', [0]),
    writer.dimension('input_ids', 1),
    graph.ints('axis', [1]),
  ]);
  const typed = writer.sum(
    writer.rows('words', weights.words, 'input_ids'),
    writer.rows('types', weights.types, 'token_type_ids'),
  );
  const placed = writer.sum(typed, writer.rows('places', weights.places, places));
  const lifted = graph.node('Unsqueeze', ['attention_mask', graph.ints('mask.axes', [1, 2])]);
  const counts = graph.node('Cast', [lifted], { to: 1 });
  const missing = graph.node('Sub', [writer.scalar(1), counts]);
  const mask = graph.node('Mul', [missing, writer.scalar(-3e38)]);
  const hidden = weights.layers.reduce(
    (input, layer, at) => addLayer(writer, layer, `layer.${at}`, input, mask),
    writer.norm('embeddings', placed, weights.embeddingNorm),
  );
  graph.node('Identity', [hidden], {}, 'last_hidden_state');
  return graph.toBytes();
}

function addLayer(writer: Writer, layer: Layer, name: string, input: string, mask: string): string {
  const { graph, shape, form } = writer;
  const size = shape.hidden / shape.heads;
  const isDivided = form.attention === 'divided';
  const value = writer.cut(writer.dense(`${name}.value`, input, layer.value));
  const query = writer.cut(writer.dense(`${name}.query`, input, layer.query));
  const asked = isDivided ? query : writer.scale(query, query);
  const key = writer.cut(writer.dense(`${name}.key`, input, layer.key));
  const turned = graph.node('Transpose', [key], { perm: [0, 1, 3, 2] });
  const product = graph.node('MatMul', [asked, isDivided ? turned : writer.scale(turned, query)]);
  const divided = isDivided
    ? graph.node('Div', [product, writer.scalar(Math.sqrt(size))])
    : product;
  const shares = graph.node('Softmax', [writer.sum(divided, mask)], { axis: -1 });
  const mixed = graph.node('MatMul', [shares, value]);
  const beside = graph.node('Transpose', [mixed], { perm: [0, 2, 1, 3] });
  const joined = graph.node('Reshape', [beside, graph.ints(`${name}.join`, [0, 0, shape.hidden])]);
  const output = writer.dense(`${name}.output`, joined, layer.output);
  const attended = writer.norm(`${name}.first`, writer.sum(output, input), layer.outputNorm);
  const up = writer.dense(`${name}.up`, attended, layer.up);
  const error = graph.node('Erf', [graph.node('Div', [up, writer.scalar(Math.SQRT2)])]);
  const doubled = graph.node('Mul', [up, writer.sum(error, writer.scalar(1))]);
  const inner = graph.node('Mul', [doubled, writer.scalar(0.5)]);
  const down = writer.dense(`${name}.down`, inner, layer.down);
  return writer.norm(`${name}.second`, writer.sum(down, attended), layer.downNorm);
}

/** The nodes that such an export has for one thing. */
class Writer {
  readonly graph = new OnnxGraph('main_graph');
  private count = 0;

  constructor(
    readonly shape: EncoderShape,
    readonly form: ExportedForm,
  ) {}

  sum(first: string, second: string): string {
    return this.graph.node('Add', [first, second]);
  }

  scalar(value: number): string {
    return this.graph.floats(`number_${this.count++}`, [], Float32Array.of(value));
  }

  /** One size of a value, as a list of one. */
  dimension(value: string, at: number): string {
    const edges = [at, at + 1].map((edge) => this.graph.ints(`edge_${this.count++}`, [edge]));
    return this.graph.node('Slice', [this.graph.node('Shape', [value]), ...edges]);
  }

  /** [batch, tokens, hidden] as [batch, heads, tokens, size]. */
  cut(value: string): string {
    const { hidden, heads } = this.shape;
    const sizes = [heads, hidden / heads].map((each) =>
      this.graph.ints(`size_${this.count++}`, [each]),
    );
    const known = [0, 1].map((at) => this.dimension(value, at));
    const wanted = this.graph.node('Concat', [...known, ...sizes], { axis: 0 });
    const apart = this.graph.node('Reshape', [value, wanted]);
    return this.graph.node('Transpose', [apart], { perm: [0, 2, 1, 3] });
  }

  /** Times √(1 / √size), the size being that of the last dimension of `of`. */
  scale(value: string, of: string): string {
    const size = this.graph.node('Cast', [this.dimension(of, 3)], { to: 1 });
    const factor = this.graph.node('Div', [this.scalar(1), this.graph.node('Sqrt', [size])]);
    return this.graph.node('Mul', [value, this.graph.node('Sqrt', [factor])]);
  }

  norm(name: string, input: string, { scale, shift }: Norm): string {
    const { graph } = this;
    const mean = (value: string): string => graph.node('ReduceMean', [value], { axes: [-1] });
    const apart = graph.node('Sub', [input, mean(input)]);
    const variance = mean(graph.node('Pow', [apart, this.scalar(2)]));
    const root = graph.node('Sqrt', [this.sum(variance, this.scalar(1e-12))]);
    const unit = graph.node('Div', [apart, root]);
    const width = [this.shape.hidden];
    const gained = graph.node('Mul', [unit, graph.floats(`${name}.gain`, width, scale)]);
    return this.sum(gained, graph.floats(`${name}.shift`, width, shift));
  }

  dense(name: string, input: string, { kernel, bias }: Dense): string {
    const { graph } = this;
    const to = bias.length;
    const dims = [kernel.length / to, to];
    const added = graph.floats(`${name}.bias`, [to], bias);
    if (this.form.weights === 'fp32') {
      const product = graph.node('MatMul', [input, graph.floats(name, dims, kernel)]);
      return this.sum(added, product);
    }
    const isOne = this.form.weights === 'u8 per tensor';
    const { numbers, scales, zeros } = quantise(kernel, isOne ? 1 : to, isOne);
    const keep = (part: string, shape: number[], values: Uint8Array): string =>
      isOne
        ? graph.bytes(`${name}.${part}`, shape, values)
        : graph.int8s(`${name}.${part}`, shape, new Int8Array(values.buffer));
    const from = graph.quantize(input);
    const sizes = isOne ? [] : [to];
    const product = graph.node('MatMulInteger', [
      ...[from.values, keep('quantized', dims, numbers)],
      ...[from.zero, keep('zero_point', sizes, zeros)],
    ]);
    const factors = graph.floats(`${name}.scale`, sizes, scales);
    const scaled = graph.node('Mul', [
      graph.node('Cast', [product], { to: 1 }),
      graph.node('Mul', [from.scale, factors]),
    ]);
    return this.sum(added, scaled);
  }

  /** Rows of a table by the ids in an input. */
  rows(name: string, values: Float32Array, ids: string): string {
    const { graph } = this;
    const dims = [values.length / this.shape.hidden, this.shape.hidden];
    if (this.form.weights === 'fp32') {
      return graph.node('Gather', [graph.floats(name, dims, values), ids]);
    }
    const { numbers, scales, zeros } = quantise(values, 1, true);
    const taken = graph.node('Gather', [graph.bytes(name, dims, numbers), ids]);
    const scale = graph.floats(`${name}.scale`, [], scales);
    return graph.node('DequantizeLinear', [
      taken,
      scale,
      graph.bytes(`${name}.zero_point`, [], zeros),
    ]);
  }
}

/** 8 bits from the least to the greatest value of each column (or of all), or evenly about zero, as bytes. */
function quantise(values: Float32Array, columns: number, isUnsigned: boolean) {
  const least = new Float32Array(columns);
  const most = new Float32Array(columns);
  values.forEach((value, at) => {
    least[at % columns] = Math.min(least[at % columns] ?? 0, value);
    most[at % columns] = Math.max(most[at % columns] ?? 0, value);
  });
  const scales = least.map((low, column) => {
    const high = most[column] ?? 0;
    return isUnsigned ? (high - low) / 255 : Math.max(-low, high) / 127;
  });
  const zeros = new Uint8Array(columns);
  if (isUnsigned) least.forEach((low, at) => (zeros[at] = Math.round(-low / (scales[at] ?? 1))));
  const numbers = Uint8Array.from(values, (value, at) => {
    const number = Math.round(value / (scales[at % columns] ?? 1)) + (zeros[at % columns] ?? 0);
    return isUnsigned ? Math.max(0, Math.min(255, number)) : number & 0xff;
  });
  return { numbers, scales, zeros };
}
