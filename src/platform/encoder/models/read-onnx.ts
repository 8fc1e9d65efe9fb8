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
  const facts: OnnxFacts = { inputs: [], outputs: [], tensors: new Map(), nodes: [] };
  for (const { number, bytes: graph } of readFields(bytes)) {
    if (number !== 7 || !graph) continue;
    for (const field of readFields(graph)) {
      if (!field.bytes) continue;
      if (field.number === 1) facts.nodes.push(readNode(field.bytes));
      else if (field.number === 11) facts.inputs.push(readValue(field.bytes));
      else if (field.number === 12) facts.outputs.push(readValue(field.bytes));
      else if (field.number === 5) {
        const tensor = readTensor(field.bytes);
        facts.tensors.set(tensor.name, tensor);
      }
    }
  }
  // Older exports list weights among the inputs.
  facts.inputs = facts.inputs.filter(({ name }) => !facts.tensors.has(name));
  return facts;
}

function readNode(bytes: Uint8Array): OnnxNode {
  const node: OnnxNode = { operator: '', inputs: [], outputs: [], attributes: new Map() };
  for (const field of readFields(bytes)) {
    if (!field.bytes) continue;
    if (field.number === 1) node.inputs.push(toText(field.bytes));
    else if (field.number === 2) node.outputs.push(toText(field.bytes));
    else if (field.number === 4) node.operator = toText(field.bytes);
    else if (field.number === 5) node.attributes.set(...readAttribute(field.bytes));
  }
  return node;
}

function readAttribute(bytes: Uint8Array): [string, OnnxAttribute] {
  let name = '';
  const attribute: OnnxAttribute = { float: 0, integers: [], tensor: null };
  for (const field of readFields(bytes)) {
    if (field.number === 1 && field.bytes) name = toText(field.bytes);
    else if (field.number === 2 && field.fixed) {
      attribute.float = new DataView(field.fixed.buffer, field.fixed.byteOffset).getFloat32(
        0,
        true,
      );
    } else if (field.number === 5 && field.bytes) attribute.tensor = readTensor(field.bytes);
    else if (field.number === 8) {
      attribute.integers.push(...readNumbers(field.value, field.bytes));
    }
  }
  return [name, attribute];
}

function readTensor(bytes: Uint8Array): OnnxTensor {
  const tensor: OnnxTensor = {
    ...{ name: '', type: 0, shape: [], isExternal: false },
    ...{ raw: null, floats: null, integers: null },
  };
  for (const field of readFields(bytes)) {
    if (field.number === 1) tensor.shape.push(...readNumbers(field.value, field.bytes));
    else if (field.number === 2) tensor.type = field.value;
    else if (field.number === 4) tensor.floats = field.bytes;
    else if (field.number === 5 || field.number === 7) tensor.integers = field.bytes;
    else if (field.number === 8 && field.bytes) tensor.name = toText(field.bytes);
    else if (field.number === 9) tensor.raw = field.bytes;
    else if (field.number === 13 || (field.number === 14 && field.value === 1)) {
      tensor.isExternal = true;
    }
  }
  return tensor;
}

/** A repeated number: alone, or packed. */
function readNumbers(value: number, packed: Uint8Array | null): number[] {
  if (!packed) return [value];
  const numbers: number[] = [];
  let number = 0;
  let scale = 1;
  for (const byte of packed) {
    number += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
    scale = 1;
  }
  return numbers;
}

/** ValueInfoProto: name, type → tensor_type → elem_type, shape → dim → dim_value. */
function readValue(bytes: Uint8Array): OnnxValue {
  const value: OnnxValue = { name: '', type: 0, shape: [] };
  for (const field of readFields(bytes)) {
    if (!field.bytes) continue;
    if (field.number === 1) value.name = toText(field.bytes);
    if (field.number !== 2) continue;
    for (const tensor of findMessages(field.bytes, 1)) {
      for (const part of readFields(tensor)) {
        if (part.number === 1) value.type = part.value;
        if (part.number !== 2 || !part.bytes) continue;
        value.shape = findMessages(part.bytes, 1).map(readDimension);
      }
    }
  }
  return value;
}

function readDimension(bytes: Uint8Array): number | null {
  for (const { number, value } of readFields(bytes)) if (number === 1) return value;
  return null;
}

function findMessages(bytes: Uint8Array, number: number): Uint8Array[] {
  return [...readFields(bytes)].flatMap((field) =>
    field.number === number && field.bytes ? [field.bytes] : [],
  );
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** One field of a protobuf message (protobuf.dev/programming-guides/encoding). */
export interface Field {
  number: number;
  /** Of varints; 0 for others. */
  value: number;
  /** Of length-delimited fields; null for others. */
  bytes: Uint8Array | null;
  /** The 4 or 8 bytes of fields that always have so many, low first. */
  fixed?: Uint8Array;
}

/** Thrown where bytes are no such message, or end within it. */
class BrokenMessage extends Error {}

/** Fields in order, without copying. Throws `BrokenMessage`. */
function* readFields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new BrokenMessage('it ends too early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new BrokenMessage('a number is too long');
  };
  const skip = (length: number): void => {
    at += length;
    if (at > bytes.length) throw new BrokenMessage('it ends too early');
  };
  while (at < bytes.length) {
    const key = readVarint();
    const number = Math.floor(key / 8);
    const wire = key % 8;
    if (number === 0) throw new BrokenMessage('a field has no number');
    if (wire === 0) {
      yield { number, value: readVarint(), bytes: null };
    } else if (wire === 2) {
      const length = readVarint();
      const from = at;
      skip(length);
      yield { number, value: 0, bytes: bytes.subarray(from, at) };
    } else if (wire === 5 || wire === 1) {
      const from = at;
      skip(wire === 5 ? 4 : 8);
      yield { number, value: 0, bytes: null, fixed: bytes.subarray(from, at) };
    } else {
      throw new BrokenMessage('a field has no known type');
    }
  }
}
