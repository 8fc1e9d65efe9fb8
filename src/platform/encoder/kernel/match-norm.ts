import type { OnnxTensor } from '../models/read-onnx.ts';
import type { Graph } from './graph.ts';
import { readFloats, readScalar } from './tensor-values.ts';

/** A layer normalisation. */
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
