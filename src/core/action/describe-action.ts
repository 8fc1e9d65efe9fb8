import type { Action } from './action.ts';
import { getDefinition } from './action.ts';
import type { SentenceForm, Words } from './sentence.ts';

/** Returns a sentence without subject: `Type “walnut lamp” in Search`, `typed …`, `typing …`. */
export function describeAction(
  action: Exclude<Action, { intent: 'say' }>,
  form: SentenceForm,
  words: Words,
): string {
  const phrase = getDefinition(action.intent).sentence?.(action as never, words);
  if (!phrase) return action.intent;
  const [verb, rest] = phrase;
  return `${verb[form]} ${rest}`.trim();
}
