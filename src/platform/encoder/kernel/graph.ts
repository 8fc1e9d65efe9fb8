import type { OnnxFacts, OnnxNode, OnnxTensor } from '../models/read-onnx.ts';

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
