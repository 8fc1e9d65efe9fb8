import { splitAtSpace } from '../../formats/python/space.ts';

interface Mind2WebReference {
  /** `backend_node_id`s of pos_candidates; may be empty in the official data. */
  positives: readonly string[];
  /** As `writeOperation` writes it. */
  operation: string;
  /** null when no candidate generator stood between. */
  ranks: CandidateRanks | null;
}

export interface Mind2WebPrediction {
  /** `backend_node_id`, or null for none. */
  element: string | null;
  operation: string;
}

export interface StepScore {
  element: number;
  operationF1: number;
  /** 1 when the element is right and the operation exactly so. */
  success: number;
}

/**
 * One action (Mind2Web's `evaluate_dataset`): no prediction, or no positive among the top candidates,
 * is 0 in all three. Steps are independent: each is shown the gold history.
 */
export function scoreStep(
  predicted: Mind2WebPrediction | null,
  reference: Mind2WebReference,
  topK: number = MIND2WEB_TOP_K,
): StepScore {
  const reachable = listReachable(reference.positives, reference.ranks, topK);
  if (predicted === null || reachable.length === 0) {
    return { element: 0, operationF1: 0, success: 0 };
  }
  const element = scoreElement(predicted.element, reachable);
  const operationF1 = measureOperationF1(predicted.operation, reference.operation);
  return { element, operationF1, success: element === 1 && operationF1 === 1 ? 1 : 0 };
}

/** The ranks a candidate generator gave to an action's elements: from 0, as in Mind2Web's files. */
type CandidateRanks = ReadonlyMap<string, number>;

/** How many candidates the published protocol lets the model choose among. */
const MIND2WEB_TOP_K = 50;

/** Ids of the positives ranked better than `topK`; without ranks all of them. */
function listReachable(
  positives: readonly string[],
  ranks: CandidateRanks | null,
  topK: number,
): string[] {
  if (ranks === null) return [...positives];
  return positives.filter((id) => (ranks.get(id) ?? Number.POSITIVE_INFINITY) < topK);
}

/**
 * Share of actions with any positive among the first `k` candidates, 0 … 1; null for no actions. The
 * paper reports k = 5, 10, 20 and 50.
 */
export function scoreCandidateRecall(
  references: readonly Pick<Mind2WebReference, 'positives' | 'ranks'>[],
  k: number,
): number | null {
  if (references.length === 0) return null;
  const found = references.filter(
    ({ positives, ranks }) => listReachable(positives, ranks, k).length > 0,
  );
  return found.length / references.length;
}

/**
 * 1 when the chosen element is one of the reachable positives, else 0 (Mind2Web paper §4). Ids are
 * `backend_node_id`s; null is "none of the above". An action none of whose positives is among the top
 * candidates scores 0 whatever was chosen.
 */
function scoreElement(predicted: string | null, reachable: readonly string[]): number {
  return predicted !== null && reachable.includes(predicted) ? 1 : 0;
}

/**
 * F1 of the sets of words of two operations written `OP value`, 0 … 1 (Mind2Web paper §4, SeeAct's copy
 * of `calculate_f1`): word order and repetition do not count, case does. Two empty ones give 1.
 */
export function measureOperationF1(predicted: string, reference: string): number {
  const a = new Set(splitAtSpace(predicted));
  const b = new Set(splitAtSpace(reference));
  if (a.size === 0 && b.size === 0) return 1;
  const shared = [...a].filter((word) => b.has(word)).length;
  if (shared === 0) return 0;
  const [precision, recall] = [shared / a.size, shared / b.size];
  return (2 * precision * recall) / (precision + recall);
}

/** As some later papers compare (SeeAct, AWM): lower case, without punctuation. Not comparable with the original. */
export function normalizeOperation(operation: string): string {
  return operation.toLowerCase().replace(/[!-/:-@[-`{-~]/g, '');
}
