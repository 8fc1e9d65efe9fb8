import { splitAtSpace } from '../../formats/python/space.ts';
import type { EvaluatedAction, EvaluatedIntent } from './evaluated-action.ts';

/** Intents with a text to compare. */
const TEXT_INTENTS: ReadonlySet<EvaluatedIntent> = new Set([
  'say',
  'textinput',
  'copy',
  'paste',
  'load',
  'change',
]);

/** Where an intent's text stands; copy and paste have none in the published code, so they score 0. */
const TEXT_ARGUMENTS: Readonly<Partial<Record<EvaluatedIntent, readonly string[]>>> = {
  say: ['utterance'],
  textinput: ['text', 'value'],
  load: ['url'],
  change: ['value'],
};

const ORDERS = 6;
const BETA_SQUARED = 4;

/**
 * chrF of an action's text, 0 … 1 (weblinx-format.md §5.2). null where it does not apply; 0 unless both
 * texts are strings.
 */
export function scoreChrf(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== reference.intent || !TEXT_INTENTS.has(reference.intent)) return null;
  const [a, b] = [readText(predicted), readText(reference)];
  return a === null || b === null ? 0 : measureChrf(a, b);
}

function readText({ intent, args }: EvaluatedAction): string | null {
  const name = TEXT_ARGUMENTS[intent]?.find((argument) => args[argument] !== undefined);
  const text = name === undefined ? null : args[name];
  return typeof text === 'string' ? text : null;
}

/**
 * Sentence chrF as sacrebleu computes it by default (Popović 2015): character orders 1 to 6, no word
 * n-grams, beta 2, case kept, whitespace removed. Precision and recall are averaged over the orders
 * that both texts are long enough for. 0 … 1; an empty text gives 0, also against an empty one.
 */
export function measureChrf(predicted: string, reference: string): number {
  const [a, b] = [readCharacters(predicted), readCharacters(reference)];
  const orders = Math.min(ORDERS, a.length, b.length);
  let [precision, recall] = [0, 0];
  for (let order = 1; order <= orders; order++) {
    const matches = countMatches(a, b, order);
    precision += matches / (a.length - order + 1);
    recall += matches / (b.length - order + 1);
  }
  if (precision === 0 && recall === 0) return 0;
  precision /= orders;
  recall /= orders;
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}

function readCharacters(text: string): string[] {
  return Array.from(splitAtSpace(text).join(''));
}

/** N-grams in both, each as often as in the text that has it less often. */
function countMatches(a: readonly string[], b: readonly string[], order: number): number {
  const left = new Map<string, number>();
  for (let at = 0; at + order <= b.length; at++) {
    const gram = b.slice(at, at + order).join('');
    left.set(gram, (left.get(gram) ?? 0) + 1);
  }
  let matches = 0;
  for (let at = 0; at + order <= a.length; at++) {
    const gram = a.slice(at, at + order).join('');
    const count = left.get(gram) ?? 0;
    if (count === 0) continue;
    left.set(gram, count - 1);
    matches++;
  }
  return matches;
}
