import type { OnnxTensor } from '../models/read-onnx.ts';
import type { Graph } from './graph.ts';
import { isBytes, isFloats, readBytes, readFloats } from './tensor-values.ts';

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
export function readZeros(graph: Graph, value: string | undefined): Int8Array | Uint8Array | null {
  if (value === undefined || value === '') return Int8Array.of(0);
  const tensor: OnnxTensor | null = graph.constant(value);
  return tensor && readBytes(tensor);
}
