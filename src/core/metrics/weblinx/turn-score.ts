import { roundHalfEven } from '../../formats/python/number-text.ts';
import { splitAtSpace } from '../../formats/python/space.ts';
import { splitUrl } from '../../formats/python/split-url.ts';
import type { EvaluatedAction, EvaluatedIntent } from './evaluated-action.ts';
import { ELEMENT_INTENTS } from './evaluated-action.ts';
import { scoreIou } from './iou.ts';

/** The metrics of one turn, 0 … 1, each rounded to two decimals; null where one does not apply. */
export interface TurnScore {
  intentMatch: number;
  exactMatch: number;
  iou: number | null;
  chrf: number | null;
  urlf: number | null;
  /** One figure for the turn, from the rounded ones. */
  overall: number | null;
}

/**
 * All metrics of a turn. They are rounded before any averaging, as the
 * published code does by going through a CSV file; half to even on the binary value, as Python's
 * formatting does.
 */
export function scoreTurn(predicted: EvaluatedAction, reference: EvaluatedAction): TurnScore {
  const iou = round(scoreIou(predicted, reference));
  const chrf = round(scoreChrf(predicted, reference));
  const urlf = round(scoreUrlf(predicted, reference));
  return {
    intentMatch: scoreIntentMatch(predicted, reference),
    exactMatch: scoreExactMatch(predicted, reference),
    iou,
    chrf,
    urlf,
    overall: iou !== null && chrf !== null ? iou * chrf : (urlf ?? chrf ?? iou),
  };
}

function round(score: number | null): number | null {
  return score === null ? null : roundHalfEven(score, 2);
}

/** Text group of a turn: chrF or URLF, whichever is higher; null when neither applies. */
export function scoreText({ chrf, urlf }: TurnScore): number | null {
  return chrf === null || urlf === null ? (chrf ?? urlf) : Math.max(chrf, urlf);
}

/**
 * The turn as `unconditional` figures count it: with unequal intents 0 in every metric, so that it
 * enters the element and the text group whatever its reference was.
 */
export function zeroMismatch(score: TurnScore): TurnScore {
  if (score.intentMatch === 1) return score;
  return { intentMatch: 0, exactMatch: 0, iou: 0, chrf: 0, urlf: 0, overall: 0 };
}

/**
 * 1 when the intents are equal, else 0 (WebLINX paper, §4.2; published code). There are no
 * equivalences: change is not textinput, submit is not click. `<unk>` as a reference never occurs.
 */
function scoreIntentMatch(predicted: EvaluatedAction, reference: EvaluatedAction): number {
  return predicted.intent === reference.intent ? 1 : 0;
}

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
 * 1 when intent, element and arguments are all equal, else 0.
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

/** URLF of two loads, 0 … 1; null for anything else. */
function scoreUrlf(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== 'load' || reference.intent !== 'load') return null;
  const [a, b] = [predicted.args['url'], reference.args['url']];
  return typeof a === 'string' && typeof b === 'string' ? measureUrlf(a, b) : 0;
}

/**
 * F1 of the sets of a URL's tokens: its host and the segments of its path. As published, `www.` is
 * removed as a run of the characters `w` and `.` (`wwf.org` is `f.org`), a double slash makes an empty
 * token, and scheme, query and fragment do not count. 0 when a URL is empty or cannot be parsed.
 */
export function measureUrlf(predicted: string, reference: string): number {
  const [a, b] = [readTokens(predicted), readTokens(reference)];
  if (a === null || b === null) return 0;
  const shared = [...a].filter((token) => b.has(token)).length;
  if (shared === 0) return 0;
  const [precision, recall] = [shared / a.size, shared / b.size];
  return (2 * precision * recall) / (precision + recall);
}

function readTokens(url: string): Set<string> | null {
  if (url === '') return null;
  const split = splitUrl(url);
  if (split === null) return null;
  const path = split.path.replace(/^\/+|\/+$/g, '');
  return new Set([split.netloc.replace(/^[w.]+/, ''), ...(path === '' ? [] : path.split('/'))]);
}

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
 * chrF of an action's text, 0 … 1. null where it does not apply; 0 unless both
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
