import { ELEMENT_INTENTS } from './evaluated-action.ts';
import type { EvaluatedAction, EvaluatedIntent } from './evaluated-action.ts';

/** Arguments that have to be equal, besides the element. */
const COMPARED: Readonly<Partial<Record<EvaluatedIntent, readonly string[]>>> = {
  say: ['utterance'],
  textinput: ['text'],
  copy: ['text'],
  paste: ['text'],
  change: ['value'],
  load: ['url'],
  scroll: ['x', 'y'],
};

/**
 * 1 when intent, element and arguments are all equal, else 0 (weblinx-format.md §5.2, published code).
 * Intents on an element need both elements with equal uids. Scroll counts as one although references
 * never name its element, so it is always 0.
 */
export function scoreExactMatch(predicted: EvaluatedAction, reference: EvaluatedAction): number {
  if (predicted.intent !== reference.intent) return 0;
  if (ELEMENT_INTENTS.has(reference.intent) && !isSameElement(predicted, reference)) return 0;
  const names = COMPARED[reference.intent] ?? [];
  return names.every((name) => predicted.args[name] === reference.args[name]) ? 1 : 0;
}

function isSameElement(predicted: EvaluatedAction, reference: EvaluatedAction): boolean {
  const uid = predicted.element?.uid ?? null;
  return uid !== null && uid === reference.element?.uid;
}
