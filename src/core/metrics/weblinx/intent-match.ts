import type { EvaluatedAction } from './evaluated-action.ts';

/**
 * 1 when the intents are equal, else 0 (WebLINX paper, §4.2; published code). There are no
 * equivalences: change is not textinput, submit is not click. `<unk>` as a reference never occurs.
 */
export function scoreIntentMatch(predicted: EvaluatedAction, reference: EvaluatedAction): number {
  return predicted.intent === reference.intent ? 1 : 0;
}
