import { FLOAT, FLOAT16, INT32, INT64, INT8, UINT8 } from '../models/check-model.ts';
import type { OnnxFacts, OnnxNode, OnnxTensor } from '../models/read-onnx.ts';
import { readHalf } from '../onnx/open-session.ts';

/** What hands its first input on as it is, or in another precision. */
const PASSING = new Set(['Identity', 'Cast', 'Dropout']);

/** An ONNX graph from its end: which node made a value, and from what. */
export interface Graph {
  /** The value that a value is another name of, or another precision. */
  trace(value: string | undefined): string;
  /** What made it; null for inputs and constants. */
  maker(value: string | undefined): OnnxNode | null;
  /** Its maker if that is such an operator. */
  madeBy(value: string | undefined, operator: string): OnnxNode | null;
  /** Null where it is not constant. */
  constant(value: string | undefined): OnnxTensor | null;
  /** The two inputs of its maker, if that is such an operator and one of them is constant. */
  withConstant(
    value: string | undefined,
    operator: string,
  ): { other: string; constant: OnnxTensor } | null;
}

export function openGraph({ nodes, tensors }: Pick<OnnxFacts, 'nodes' | 'tensors'>): Graph {
  const makers = new Map<string, OnnxNode>();
  const constants = new Map(tensors);
  for (const node of nodes) {
    const tensor = node.operator === 'Constant' ? node.attributes.get('value')?.tensor : null;
    for (const output of node.outputs) {
      if (tensor) constants.set(output, tensor);
      else makers.set(output, node);
    }
  }
  const trace: Graph['trace'] = (value = '') => {
    let at = value;
    let node = makers.get(at);
    // A graph has no circles, but a file may.
    for (let steps = 0; node && PASSING.has(node.operator) && steps < makers.size; steps++) {
      at = node.inputs[0] ?? '';
      node = makers.get(at);
    }
    return at;
  };
  const maker: Graph['maker'] = (value) => makers.get(trace(value)) ?? null;
  const madeBy: Graph['madeBy'] = (value, operator) => {
    const node = maker(value);
    return node?.operator === operator ? node : null;
  };
  const constant: Graph['constant'] = (value) => constants.get(trace(value)) ?? null;
  return {
    ...{ trace, maker, madeBy, constant },
    withConstant(value, operator) {
      const [first, second] = madeBy(value, operator)?.inputs ?? [];
      const [before, after] = [constant(first), constant(second)];
      if (before && !after) return { other: trace(second), constant: before };
      if (after && !before) return { other: trace(first), constant: after };
      return null;
    },
  };
}

/** Of 8 bits, with a sign or without. */
export function isBytes({ type }: OnnxTensor): boolean {
  return type === UINT8 || type === INT8;
}

/** Of single or half precision. */
export function isFloats({ type }: OnnxTensor): boolean {
  return type === FLOAT || type === FLOAT16;
}

/** Weights in any of these; throws where the file holds fewer than it says. */
export function readNumbers(tensor: OnnxTensor): Float32Array | Int8Array | Uint8Array {
  const numbers = readBytes(tensor) ?? readFloats(tensor);
  if (!numbers) throw new Error(`The weights ${tensor.name} are not whole`);
  return numbers;
}

function countValues(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** Values of single or half precision; null when it holds others, or not as many as its shape says. */
export function readFloats(tensor: OnnxTensor): Float32Array | null {
  const count = countValues(tensor.shape);
  const { type, raw, floats } = tensor;
  const bytes = raw ?? floats;
  if (!bytes) return null;
  if (type === FLOAT && bytes.length === 4 * count) {
    // A copy: the file is not aligned, and is not to be kept for it.
    return new Float32Array(new Uint8Array(bytes).buffer);
  }
  if (type === FLOAT16 && raw?.length === 2 * count) {
    return Float32Array.from(new Uint16Array(new Uint8Array(raw).buffer), readHalf);
  }
  return null;
}

/** The one float that it holds; null for all else. */
export function readScalar(tensor: OnnxTensor | null): number | null {
  if (!tensor || countValues(tensor.shape) !== 1) return null;
  return readFloats(tensor)?.[0] ?? null;
}

/** Values of 8 bits with a sign or without, not copied; null when it holds others. */
export function readBytes(tensor: OnnxTensor): Int8Array | Uint8Array | null {
  const { type, raw, integers } = tensor;
  if (!isBytes(tensor)) return null;
  const bytes = raw ?? (integers && Uint8Array.from(readVarints(integers)));
  if (bytes?.length !== countValues(tensor.shape)) return null;
  return type === INT8 ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes;
}

/** Whole numbers of 32 or 64 bits, of which the lower 32 are read; null when it holds others. */
export function readIntegers({ type, shape, raw, integers }: OnnxTensor): number[] | null {
  if (type !== INT32 && type !== INT64) return null;
  const count = countValues(shape);
  if (!raw) {
    const found = integers ? readVarints(integers) : [];
    return found.length === count ? found : null;
  }
  const size = type === INT32 ? 4 : 8;
  if (raw.length !== size * count) return null;
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  return Array.from({ length: count }, (_, at) => view.getInt32(at * size, true));
}

/** The lower 32 bits of each, with their sign. */
function readVarints(packed: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  let shift = 0;
  for (const byte of packed) {
    if (shift < 32) number |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
    shift = 0;
  }
  return numbers;
}
