import type { OnnxTensor } from '../models/read-onnx.ts';
import type { Graph } from './graph.ts';
import { readZeros } from './match-dense.ts';
import type { FoundNorm } from './match-norm.ts';
import { matchNorm } from './match-norm.ts';
import { isBytes, isFloats, readFloats } from './tensor-values.ts';

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
