import { splitAtSpace } from '../../formats/python/text.ts';

type Mind2WebOp = 'CLICK' | 'TYPE' | 'SELECT';

/** Writes an operation as Op F1 compares it: `CLICK`, `TYPE red kettle`. A click has no value. */
export function writeOperation(op: Mind2WebOp, value: string): string {
  return op === 'CLICK' ? op : `${op} ${value}`;
}

/** The ranks that a candidate generator gave to an action's elements: from 0, as in Mind2Web's files. */
type CandidateRanks = ReadonlyMap<string, number>;

interface Mind2WebReference {
  /** `backend_node_id`s of pos_candidates; may be empty in the official data. */
  positives: readonly string[];
  /** See `writeOperation`. */
  operation: string;
  /** Null without a candidate generator. */
  ranks: CandidateRanks | null;
}

export interface Mind2WebPrediction {
  /** `backend_node_id`; null for "none of the above". */
  element: string | null;
  operation: string;
}

export interface StepScore {
  element: number;
  operationF1: number;
  /** 1 when the element is right and the operation is exact. */
  success: number;
}

/** How many candidates the published protocol gives to the model. */
const MIND2WEB_TOP_K = 50;

/**
 * Scores one action (Mind2Web's `evaluate_dataset`, paper §4): 0 in all three without a prediction, or without a positive
 * among the top candidates. Steps are independent, since each is given the gold history.
 */
export function scoreStep(
  predicted: Mind2WebPrediction | null,
  { positives, ranks, operation }: Mind2WebReference,
  topK: number = MIND2WEB_TOP_K,
): StepScore {
  const reachable = positives.filter(
    (id) => ranks === null || (ranks.get(id) ?? Number.POSITIVE_INFINITY) < topK,
  );
  if (predicted === null || reachable.length === 0) {
    return { element: 0, operationF1: 0, success: 0 };
  }
  const element = predicted.element !== null && reachable.includes(predicted.element) ? 1 : 0;
  const operationF1 = measureOperationF1(predicted.operation, operation);
  return { element, operationF1, success: element === 1 && operationF1 === 1 ? 1 : 0 };
}

/**
 * Returns F1 of the sets of words of two operations, 0 … 1 (Mind2Web paper §4, SeeAct's copy of `calculate_f1`): word order
 * and repetition are ignored, case isn't. Two empty operations give 1.
 */
export function measureOperationF1(predicted: string, reference: string): number {
  const a = new Set(splitAtSpace(predicted));
  const b = new Set(splitAtSpace(reference));
  return a.size === 0 && b.size === 0 ? 1 : measureF1(a, b);
}

/** Returns F1 of two sets, 0 … 1. */
export function measureF1(predicted: ReadonlySet<string>, reference: ReadonlySet<string>): number {
  const shared = [...predicted].filter((member) => reference.has(member)).length;
  if (shared === 0) return 0;
  const [precision, recall] = [shared / predicted.size, shared / reference.size];
  return (2 * precision * recall) / (precision + recall);
}
