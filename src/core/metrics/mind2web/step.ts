import type { CandidateRanks } from './candidate-rank.ts';
import { listReachable, MIND2WEB_TOP_K } from './candidate-rank.ts';
import { scoreElement } from './element-accuracy.ts';
import { measureOperationF1 } from './operation-f1.ts';

export interface Mind2WebReference {
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
