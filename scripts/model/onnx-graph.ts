import { Message } from './protobuf.ts';

/** Numbers of onnx.proto3 (TensorProto.DataType, AttributeProto.AttributeType). */
const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT64 = 7;
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
const IR_VERSION = 8;
/** 17 brings LayerNormalization as one operator. */
const OPSET = 17;

type Attribute = number | number[] | { float: number };

/** Collects nodes and weights, and writes them as an ONNX file. Names are those of the values. */
export class OnnxGraph {
  private readonly graph = new Message();
  private count = 0;

  constructor(private readonly name: string) {}

  /** Adds a node with one output and returns the output's name. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
    output = `${operator}_${this.count++}`,
  ): string {
    this.add(operator, inputs, [output], attributes);
    return output;
  }

  /** Adds DynamicQuantizeLinear (8 bits, a scale per tensor, found as it runs) and names its outputs. */
  quantize(input: string): { values: string; scale: string; zero: string } {
    const name = `Quantize_${this.count++}`;
    const outputs = { values: name, scale: `${name}_scale`, zero: `${name}_zero` };
    this.add('DynamicQuantizeLinear', [input], Object.values(outputs), {});
    return outputs;
  }

  private add(
    operator: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: Record<string, Attribute>,
  ): void {
    const node = new Message();
    for (const input of inputs) node.text(1, input);
    for (const output of outputs) node.text(2, output);
    node.text(3, outputs[0] ?? '').text(4, operator);
    for (const [key, value] of Object.entries(attributes)) node.message(5, toAttribute(key, value));
    this.graph.message(1, node);
  }

  int8s(name: string, shape: readonly number[], values: Int8Array): string {
    return this.tensor(
      name,
      INT8,
      shape,
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  }

  bytes(name: string, shape: readonly number[], values: Uint8Array): string {
    return this.tensor(name, UINT8, shape, values);
  }

  floats(name: string, shape: readonly number[], values: Float32Array): string {
    return this.tensor(
      name,
      FLOAT,
      shape,
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  }

  ints(
    name: string,
    values: readonly number[],
    shape: readonly number[] = [values.length],
  ): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.tensor(name, INT64, shape, bytes);
  }

  /** An input of int64; dimensions given by name may vary. */
  input(name: string, shape: readonly (number | string)[]): void {
    this.graph.message(11, toValueInfo(name, INT64, shape));
  }

  output(name: string, shape: readonly (number | string)[]): void {
    this.graph.message(12, toValueInfo(name, FLOAT, shape));
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    this.graph.text(2, this.name);
    return new Message()
      .int(1, IR_VERSION)
      .text(2, 'wayscribe make-model')
      .message(7, this.graph)
      .message(8, new Message().text(1, '').int(2, OPSET))
      .toBytes();
  }

  private tensor(name: string, type: number, shape: readonly number[], raw: Uint8Array): string {
    const tensor = new Message();
    for (const size of shape) tensor.int(1, size);
    this.graph.message(5, tensor.int(2, type).text(8, name).bytes(9, raw));
    return name;
  }
}

function toAttribute(name: string, value: Attribute): Message {
  const attribute = new Message().text(1, name);
  if (typeof value === 'number') return attribute.int(3, value).int(20, ATTRIBUTE_INT);
  if ('float' in value) return attribute.float(2, value.float).int(20, ATTRIBUTE_FLOAT);
  for (const item of value) attribute.int(8, item);
  return attribute.int(20, ATTRIBUTE_INTS);
}

function toValueInfo(name: string, type: number, shape: readonly (number | string)[]): Message {
  const dims = new Message();
  for (const size of shape) {
    dims.message(
      1,
      typeof size === 'number' ? new Message().int(1, size) : new Message().text(2, size),
    );
  }
  const tensor = new Message().int(1, type).message(2, dims);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}
