import type { Graph } from './graph.ts';
import { readScalar } from './tensor-values.ts';

/** x of x · ½ · (1 + erf(x / √2)), in any order of factors or as one operator; null for all else. */
export function matchGelu(graph: Graph, value: string): string | null {
  const whole = graph.madeBy(value, 'Gelu');
  if (whole) return graph.trace(whole.inputs[0]);
  const factors = listFactors(graph, value);
  const half = factors.find((factor) => readScalar(graph.constant(factor)) === 0.5);
  const inputs = factors.map((factor) => matchSum(graph, factor));
  const input = inputs.find((found) => found !== null) ?? null;
  const isWhole = factors.length === 3 && half !== undefined && input !== null;
  return isWhole && factors.includes(input) ? input : null;
}

/** What is multiplied: at most four, so that no circle is followed. */
function listFactors(graph: Graph, value: string, most = 4): string[] {
  const product = most > 1 ? graph.madeBy(value, 'Mul') : null;
  if (!product) return [graph.trace(value)];
  return product.inputs.flatMap((input) => listFactors(graph, input, most - 1));
}

/** x of 1 + erf(x / √2). */
function matchSum(graph: Graph, value: string): string | null {
  const sum = graph.withConstant(value, 'Add');
  const error = sum && graph.madeBy(sum.other, 'Erf');
  if (!error || readScalar(sum.constant) !== 1) return null;
  const [first, second] = graph.madeBy(error.inputs[0], 'Div')?.inputs ?? [];
  if (isNear(readScalar(graph.constant(second)), Math.SQRT2)) return graph.trace(first);
  const scaled = graph.withConstant(error.inputs[0], 'Mul');
  return scaled && isNear(readScalar(scaled.constant), Math.SQRT1_2) ? scaled.other : null;
}

function isNear(value: number | null, wanted: number): boolean {
  return value !== null && Math.abs(value / wanted - 1) < 1e-3;
}
