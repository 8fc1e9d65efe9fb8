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
  const grams = new GramNumbers(a, b);
  let [precision, recall] = [0, 0];
  for (let order = 1; order <= orders; order++) {
    const matches = grams.countMatches();
    precision += matches / (a.length - order + 1);
    recall += matches / (b.length - order + 1);
    grams.lengthen();
  }
  if (precision === 0 && recall === 0) return 0;
  precision /= orders;
  recall /= orders;
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}

function readCharacters(text: string): string[] {
  return Array.from(splitAtSpace(text).join(''));
}

/**
 * The n-grams of two texts as numbers, equal ones alike: an n-gram is the one before it (less a
 * character) and a character, so that no strings have to be made for them.
 */
class GramNumbers {
  private readonly letters = new Map<string, number>();
  private readonly a: { letters: number[]; grams: number[] };
  private readonly b: { letters: number[]; grams: number[] };
  private distinct: number;

  constructor(a: readonly string[], b: readonly string[]) {
    const number = (character: string) => intern(this.letters, character);
    const [lettersA, lettersB] = [a.map(number), b.map(number)];
    this.a = { letters: lettersA, grams: [...lettersA] };
    this.b = { letters: lettersB, grams: [...lettersB] };
    this.distinct = this.letters.size;
  }

  /** How many n-grams both have, each counted as often as in the text that has it less often. */
  countMatches(): number {
    const left = new Int32Array(this.distinct);
    for (const gram of this.b.grams) left[gram] = (left[gram] ?? 0) + 1;
    let matches = 0;
    for (const gram of this.a.grams) {
      const count = left[gram] ?? 0;
      if (count === 0) continue;
      left[gram] = count - 1;
      matches++;
    }
    return matches;
  }

  /** Goes on to n-grams of one character more. */
  lengthen(): void {
    const numbers = new Map<number, number>();
    this.lengthenIn(this.a, numbers);
    this.lengthenIn(this.b, numbers);
    this.distinct = numbers.size;
  }

  private lengthenIn(text: GramNumbers['a'], numbers: Map<number, number>): void {
    const { grams, letters } = text;
    const order = letters.length - grams.length + 1;
    for (let at = 0; at + order < letters.length; at++) {
      const key = (grams[at] ?? 0) * this.letters.size + (letters[at + order] ?? 0);
      grams[at] = intern(numbers, key);
    }
    grams.pop();
  }
}

function intern<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(key, number);
  return number;
}
