/** An input or output; `shape` has null where a dimension varies. */
export interface OnnxValue {
  name: string;
  /** TensorProto.DataType. */
  type: number;
  shape: (number | null)[];
}

export interface OnnxTensor {
  name: string;
  type: number;
  shape: number[];
  /** Its values lie in another file. */
  isExternal: boolean;
  /** Where its values are: as they lie in memory, as packed floats, or as packed varints. */
  raw: Uint8Array | null;
  floats: Uint8Array | null;
  integers: Uint8Array | null;
}

export interface OnnxNode {
  operator: string;
  inputs: string[];
  outputs: string[];
  /** Those that are a float, integers (negative ones as 2⁶⁴ less) or a tensor. */
  attributes: Map<string, OnnxAttribute>;
}

export interface OnnxAttribute {
  float: number;
  integers: number[];
  tensor: OnnxTensor | null;
}

/** What an ONNX file says about itself without being run. */
export interface OnnxFacts {
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  tensors: Map<string, OnnxTensor>;
  nodes: OnnxNode[];
}

/**
 * Reads an ONNX file (onnx.proto3: ModelProto, GraphProto) without copying its weights. Throws
 * `BrokenMessage` when the bytes are no protobuf; a file of another kind gives a graph without nodes.
 */
export function readOnnx(bytes: Uint8Array): OnnxFacts {
  const graphs = readMessage(bytes).messages(7);
  const tensors = new Map(
    graphs.flatMap((graph) => graph.messages(5)).map((each) => [each.text(8), readTensor(each)]),
  );
  return {
    // Older exports list weights among the inputs.
    inputs: graphs
      .flatMap((graph) => graph.messages(11).map(readValue))
      .filter(({ name }) => !tensors.has(name)),
    outputs: graphs.flatMap((graph) => graph.messages(12).map(readValue)),
    tensors,
    nodes: graphs.flatMap((graph) => graph.messages(1).map(readNode)),
  };
}

function readNode(node: Message): OnnxNode {
  return {
    operator: node.text(4),
    inputs: node.texts(1),
    outputs: node.texts(2),
    attributes: new Map(node.messages(5).map((each) => [each.text(1), readAttribute(each)])),
  };
}

function readAttribute(attribute: Message): OnnxAttribute {
  const [tensor] = attribute.messages(5).slice(-1);
  return {
    float: attribute.float(2),
    integers: attribute.numbers(8),
    tensor: tensor ? readTensor(tensor) : null,
  };
}

function readTensor(tensor: Message): OnnxTensor {
  return {
    name: tensor.text(8),
    type: tensor.number(2) ?? 0,
    shape: tensor.numbers(1),
    isExternal: tensor.has(13) || tensor.number(14) === 1,
    raw: tensor.bytes(9),
    floats: tensor.bytes(4),
    integers: tensor.bytes(7) ?? tensor.bytes(5),
  };
}

/** ValueInfoProto: name, type → tensor_type → elem_type, shape → dim → dim_value. */
function readValue(value: Message): OnnxValue {
  const [tensor] = value.messages(2).flatMap((type) => type.messages(1));
  const dimensions = tensor?.messages(2).flatMap((shape) => shape.messages(1)) ?? [];
  return {
    name: value.text(1),
    type: tensor?.number(1) ?? 0,
    shape: dimensions.map((dimension) => dimension.number(1) ?? null),
  };
}

/** One field of a protobuf message (protobuf.dev/programming-guides/encoding). */
interface Field {
  /** Of varints; 0 for others. */
  value: number;
  /** Of length-delimited fields, and of those that always have 4 or 8 bytes, low first; null for varints. */
  bytes: Uint8Array | null;
}

/** Thrown where bytes are no such message, or end within it. */
class BrokenMessage extends Error {}

/** A protobuf message by the numbers of its fields. Of a field that is there once, the last one counts. */
class Message {
  constructor(private readonly fields: ReadonlyMap<number, readonly Field[]>) {}

  has(number: number): boolean {
    return this.fields.has(number);
  }

  number(number: number): number | undefined {
    return this.fields.get(number)?.at(-1)?.value;
  }

  bytes(number: number): Uint8Array | null {
    return this.fields.get(number)?.at(-1)?.bytes ?? null;
  }

  float(number: number): number {
    const bytes = this.bytes(number);
    return bytes ? new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true) : 0;
  }

  text(number: number): string {
    return this.texts(number).at(-1) ?? '';
  }

  texts(number: number): string[] {
    return this.all(number).map((bytes) => new TextDecoder().decode(bytes));
  }

  messages(number: number): Message[] {
    return this.all(number).map(readMessage);
  }

  /** Repeated numbers, each alone or packed. */
  numbers(number: number): number[] {
    return (this.fields.get(number) ?? []).flatMap(({ value, bytes }) =>
      bytes ? [...readVarints(bytes)] : [value],
    );
  }

  private all(number: number): Uint8Array[] {
    return (this.fields.get(number) ?? []).flatMap(({ bytes }) => bytes ?? []);
  }
}

/** How many bytes a field of these wire types has. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Reads the fields of one level, without copying. Throws `BrokenMessage`. */
function readMessage(message: Uint8Array): Message {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const readVarint = (): number => {
    const [value, end] = readOneVarint(message, at);
    at = end;
    return value;
  };
  while (at < message.length) {
    const key = readVarint();
    const [number, wire] = [Math.floor(key / 8), key % 8];
    if (number === 0) throw new BrokenMessage('a field has no number');
    const field: Field = { value: 0, bytes: null };
    if (wire === 0) field.value = readVarint();
    else {
      const length = wire === 2 ? readVarint() : FIXED[wire];
      if (length === undefined) throw new BrokenMessage('a field has no known type');
      field.bytes = message.subarray(at, at + length);
      at += length;
      if (at > message.length) throw new BrokenMessage('it ends too early');
    }
    const known = fields.get(number);
    if (known) known.push(field);
    else fields.set(number, [field]);
  }
  return new Message(fields);
}

function* readVarints(packed: Uint8Array): Generator<number> {
  for (let at = 0; at < packed.length;) {
    const [value, end] = readOneVarint(packed, at);
    yield value;
    at = end;
  }
}

/** A number and where it ends. */
function readOneVarint(bytes: Uint8Array, start: number): [number, number] {
  let value = 0;
  for (let at = start; at < start + 10; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw new BrokenMessage('it ends too early');
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return [value, at + 1];
  }
  throw new BrokenMessage('a number is too long');
}
