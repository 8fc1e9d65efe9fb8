import type { OnnxTensor } from '../models/read-onnx.ts';
import type { Graph } from './onnx-graph.ts';
import { isBytes, isFloats, readBytes, readFloats, readScalar } from './onnx-graph.ts';

/** x · weights + bias. */
export interface FoundDense {
  /** x. */
  input: string;
  from: number;
  to: number;
  weights: FoundWeights;
  /** [to]. */
  bias: Float32Array;
}

/** value = (number − zero) · scale. */
export interface FoundWeights {
  /** [from, to], of floats or bytes; large, so not read before they are needed. */
  numbers: OnnxTensor;
  /** One for all, or one per column. */
  scales: Float32Array;
  zeros: Int8Array | Uint8Array;
}

/** The dense layer that made a value, in floats or in 8 bits (`quantize_dynamic`); null when none did. */
export function matchDense(graph: Graph, value: string | undefined): FoundDense | null {
  const biased = graph.withConstant(value, 'Add');
  const bias = biased && readFloats(biased.constant);
  const product = biased && (matchFloats(graph, biased.other) ?? matchBytes(graph, biased.other));
  if (!product || !bias) return null;
  const [from, to, ...more] = product.weights.numbers.shape;
  if (from === undefined || to === undefined || more.length > 0 || bias.length !== to) return null;
  const { scales, zeros } = product.weights;
  if (![1, to].includes(scales.length) || ![1, to].includes(zeros.length)) return null;
  return { input: product.input, from, to, weights: product.weights, bias };
}

interface Product {
  input: string;
  weights: FoundWeights;
}

function matchFloats(graph: Graph, value: string): Product | null {
  const product = graph.madeBy(value, 'MatMul');
  const numbers = product && graph.constant(product.inputs[1]);
  if (!numbers || !isFloats(numbers)) return null;
  const weights = { numbers, scales: Float32Array.of(1), zeros: Int8Array.of(0) };
  return { input: graph.trace(product.inputs[0]), weights };
}

/** MatMulInteger of what DynamicQuantizeLinear made, times the product of both scales. */
function matchBytes(graph: Graph, value: string): Product | null {
  const [first, second] = graph.madeBy(value, 'Mul')?.inputs ?? [];
  const product = graph.madeBy(first, 'MatMulInteger') ?? graph.madeBy(second, 'MatMulInteger');
  const factor = graph.withConstant(first, 'Mul') ?? graph.withConstant(second, 'Mul');
  const quantised = product && graph.madeBy(product.inputs[0], 'DynamicQuantizeLinear');
  const numbers = product && graph.constant(product.inputs[1]);
  const scales = factor && readFloats(factor.constant);
  if (!quantised || !numbers || !isBytes(numbers) || !scales) return null;
  // Scale and zero must be of the same input, else it means something else.
  const [, scale, zero] = quantised.outputs;
  if (factor.other !== scale || graph.trace(product.inputs[2]) !== zero) return null;
  const zeros = readZeros(graph, product.inputs[3]);
  return zeros && { input: graph.trace(quantised.inputs[0]), weights: { numbers, scales, zeros } };
}

/** 0 where none is said; null where it is not constant. */
function readZeros(graph: Graph, value: string | undefined): Int8Array | Uint8Array | null {
  if (value === undefined || value === '') return Int8Array.of(0);
  const tensor: OnnxTensor | null = graph.constant(value);
  return tensor && readBytes(tensor);
}

export interface FoundNorm {
  /** The value that is normalised. */
  input: string;
  gain: Float32Array;
  shift: Float32Array;
  epsilon: number;
}

/** As ONNX has it where it is not said. */
const USUAL_EPSILON = 1e-5;

/** The layer normalisation that made a value, as one operator or as nine; null when none did. */
export function matchNorm(graph: Graph, value: string): FoundNorm | null {
  const whole = graph.madeBy(value, 'LayerNormalization');
  if (!whole) return matchParts(graph, value);
  const [input, gain, shift] = whole.inputs;
  const epsilon = whole.attributes.get('epsilon')?.float ?? USUAL_EPSILON;
  return make(graph.trace(input), graph.constant(gain), graph.constant(shift), epsilon);
}

/** (x − mean) / √(mean of (x − mean)² + ε) · gain + shift, as exports before opset 17 spell it. */
function matchParts(graph: Graph, value: string): FoundNorm | null {
  const shifted = graph.withConstant(value, 'Add');
  const gained = shifted && graph.withConstant(shifted.other, 'Mul');
  const quotient = gained && graph.madeBy(gained.other, 'Div');
  const root = quotient && graph.madeBy(quotient.inputs[1], 'Sqrt');
  const variance = root && graph.withConstant(root.inputs[0], 'Add');
  const mean = variance && graph.madeBy(variance.other, 'ReduceMean');
  const power = mean && graph.madeBy(mean.inputs[0], 'Pow');
  if (!shifted || !power || readScalar(graph.constant(power.inputs[1])) !== 2) return null;
  const input = matchCentred(graph, quotient.inputs[0]);
  if (input === null || matchCentred(graph, power.inputs[0]) !== input) return null;
  const epsilon = readScalar(variance.constant) ?? USUAL_EPSILON;
  return make(input, gained.constant, shifted.constant, epsilon);
}

/** x of x − mean(x). */
function matchCentred(graph: Graph, value: string | undefined): string | null {
  const difference = graph.madeBy(value, 'Sub');
  const mean = difference && graph.madeBy(difference.inputs[1], 'ReduceMean');
  if (!mean) return null;
  const input = graph.trace(difference.inputs[0]);
  return graph.trace(mean.inputs[0]) === input ? input : null;
}

function make(
  input: string,
  gaining: OnnxTensor | null,
  shifting: OnnxTensor | null,
  epsilon: number,
): FoundNorm | null {
  const gain = gaining && readFloats(gaining);
  const shift = shifting && readFloats(shifting);
  return gain && shift && gain.length === shift.length ? { input, gain, shift, epsilon } : null;
}

/** A table of vectors, value = (number − zero) · scale. */
export interface FoundTable {
  rows: number;
  width: number;
  /** Row by row, of floats or bytes; large, so not read before they are needed. */
  numbers: OnnxTensor;
  scale: number;
  zero: number;
}

export interface FoundEmbeddings {
  words: FoundTable;
  places: FoundTable;
  /** Null where the model has none. */
  types: FoundTable | null;
  norm: FoundNorm;
}

/** What numbers places otherwise than from 0 on, such as RoBERTa. */
const COUNTING = new Set(['CumSum', 'NonZero', 'Not', 'Equal']);
/** Behind a place's number there are a few steps to the shape of the ids. */
const MOST_STEPS = 12;

/** The vectors of words, places and types that are added up and normalised; null for all else. */
export function matchEmbeddings(graph: Graph, value: string): FoundEmbeddings | null {
  const norm = matchNorm(graph, value);
  const parts = norm ? listParts(graph, norm.input) : [];
  let words: FoundTable | null = null;
  let places: FoundTable | null = null;
  let types: FoundTable | null = null;
  for (const part of parts) {
    const found = matchTable(graph, part);
    if (!found) return null;
    const { table, ids } = found;
    if (ids === 'input_ids') words = table;
    else if (ids === 'token_type_ids') types = table;
    else if (!isCounted(graph, ids, MOST_STEPS)) places = table;
  }
  const isWhole = [words, places, types].filter(Boolean).length === parts.length;
  return norm && words && places && isWhole ? { words, places, types, norm } : null;
}

function listParts(graph: Graph, value: string, most = 3): string[] {
  const sum = most > 1 ? graph.madeBy(value, 'Add') : null;
  return sum
    ? sum.inputs.flatMap((input) => listParts(graph, input, most - 1))
    : [graph.trace(value)];
}

/** Rows of a table, or its beginning, and what says which. */
function matchTable(graph: Graph, value: string): { table: FoundTable; ids: string } | null {
  const decoded = graph.madeBy(value, 'DequantizeLinear');
  const scaled = decoded ? null : graph.withConstant(value, 'Mul');
  const taken = graph.maker(decoded?.inputs[0] ?? scaled?.other ?? value);
  if (taken?.operator !== 'Gather' && taken?.operator !== 'Slice') return null;
  const tensor = graph.constant(taken.inputs[0]);
  const factor = decoded ? graph.constant(decoded.inputs[1]) : (scaled?.constant ?? null);
  const zeros = readZeros(graph, decoded?.inputs[2]);
  const table = tensor && zeros && readTable(tensor, factor, zeros);
  // A slice: from the first row on, up to the length of the ids.
  const ids = taken.operator === 'Gather' ? taken.inputs[1] : taken.inputs[2];
  return table && { table, ids: graph.trace(ids) };
}

function readTable(
  numbers: OnnxTensor,
  factor: OnnxTensor | null,
  zeros: Int8Array | Uint8Array,
): FoundTable | null {
  // A table of places may stand as a batch of one.
  const [rows, width, ...more] = numbers.shape[0] === 1 ? numbers.shape.slice(-2) : numbers.shape;
  const scales = factor ? readFloats(factor) : Float32Array.of(1);
  if (scales?.length !== 1 || zeros.length !== 1 || more.length > 0) return null;
  if (rows === undefined || width === undefined) return null;
  const [[scale = 1], [zero = 0]] = [scales, zeros];
  return isBytes(numbers) || isFloats(numbers) ? { rows, width, numbers, scale, zero } : null;
}

function isCounted(graph: Graph, value: string | undefined, steps: number): boolean {
  const node = steps > 0 ? graph.maker(value) : null;
  if (!node) return false;
  return (
    COUNTING.has(node.operator) || node.inputs.some((input) => isCounted(graph, input, steps - 1))
  );
}
