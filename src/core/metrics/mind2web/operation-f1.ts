import { splitAtSpace } from '../../formats/python/space.ts';

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
