import { roundHalfEven } from '../../formats/python/number.ts';
import { splitUrl } from '../../formats/python/split-url.ts';
import { splitAtSpace } from '../../formats/python/text.ts';
import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';
import { measureF1 } from '../mind2web/step.ts';
import type { EvaluatedAction, EvaluatedIntent } from './evaluated-action.ts';
import { ELEMENT_INTENTS } from './evaluated-action.ts';

/** The metrics of one turn, 0 … 1, rounded to two decimals; null where one does not apply. */
export interface TurnScore {
  intentMatch: number;
  exactMatch: number;
  iou: number | null;
  chrf: number | null;
  urlf: number | null;
  /** From the rounded figures. */
  overall: number | null;
}

/**
 * Returns all metrics of a turn. They are rounded before any averaging, half to even on the binary value, since the
 * published code goes through a CSV file. `<unk>` as a reference never occurs, and no two intents are equivalent: change is
 * not textinput, submit is not click.
 */
export function scoreTurn(predicted: EvaluatedAction, reference: EvaluatedAction): TurnScore {
  const [iou = null, chrf = null, urlf = null] = [scoreIou, scoreChrf, scoreUrlf]
    .map((score) => score(predicted, reference))
    .map((score) => score && roundHalfEven(score, 2));
  return {
    intentMatch: predicted.intent === reference.intent ? 1 : 0,
    exactMatch: scoreExactMatch(predicted, reference),
    iou,
    chrf,
    urlf,
    overall: iou !== null && chrf !== null ? iou * chrf : (urlf ?? chrf ?? iou),
  };
}

/** Returns the text group of a turn: chrF or URLF, whichever is higher; null when neither applies. */
export function scoreText({ chrf, urlf }: TurnScore): number | null {
  return chrf === null || urlf === null ? (chrf ?? urlf) : Math.max(chrf, urlf);
}

/**
 * Returns the turn as `unconditional` figures count it: with unequal intents 0 in every metric, so that it enters the
 * element and the text group whatever its reference was.
 */
export function zeroMismatch(score: TurnScore): TurnScore {
  if (score.intentMatch === 1) return score;
  return { intentMatch: 0, exactMatch: 0, iou: 0, chrf: 0, urlf: 0, overall: 0 };
}

/**
 * Returns the overlap of two elements' boxes, 0 … 1. Null where it does not apply (other or unequal intents); 0 when an
 * element or its box is missing.
 */
function scoreIou(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== reference.intent || !ELEMENT_INTENTS.has(reference.intent)) return null;
  const [a, b] = [predicted.element?.box, reference.element?.box];
  return a && b ? measureOverlap(a, b) : 0;
}

type Sides = Pick<WeblinxBox, 'left' | 'top' | 'right' | 'bottom'>;

/**
 * Returns intersection over union, 0 … 1, without clipping boxes to the viewport. Deviation: two boxes without any area give
 * 0, where the published code divides by zero.
 */
export function measureOverlap(a: Sides, b: Sides): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const shared = Math.max(0, width) * Math.max(0, height);
  const union = measureArea(a) + measureArea(b) - shared;
  return union === 0 ? 0 : shared / union;
}

export function measureArea({ left, top, right, bottom }: Sides): number {
  return (right - left) * (bottom - top);
}

/** Arguments that must be equal, besides the element. */
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

/** Returns null unless both are loads. */
function scoreUrlf(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== 'load' || reference.intent !== 'load') return null;
  const [a, b] = [predicted.args['url'], reference.args['url']];
  return typeof a === 'string' && typeof b === 'string' ? measureUrlf(a, b) : 0;
}

/**
 * Returns F1 of the sets of a URL's tokens: its host and the segments of its path. As published, `www.` is removed as a run
 * of the characters `w` and `.` (`wwf.org` is `f.org`), a double slash makes an empty token, and scheme, query and fragment
 * are ignored. 0 when a URL is empty or cannot be parsed.
 */
export function measureUrlf(predicted: string, reference: string): number {
  const [a, b] = [readTokens(predicted), readTokens(reference)];
  return a === null || b === null ? 0 : measureF1(a, b);
}

function readTokens(url: string): Set<string> | null {
  const split = url === '' ? null : splitUrl(url);
  if (split === null) return null;
  const path = split.path.replace(/^\/+|\/+$/g, '');
  return new Set([split.netloc.replace(/^[w.]+/, ''), ...(path === '' ? [] : path.split('/'))]);
}

/** Arguments with the text to compare; copy and paste have none in the published code, so they score 0. */
const TEXT_ARGUMENTS: Readonly<Partial<Record<EvaluatedIntent, readonly string[]>>> = {
  say: ['utterance'],
  textinput: ['text', 'value'],
  load: ['url'],
  change: ['value'],
  copy: [],
  paste: [],
};

const ORDERS = 6;
const BETA_SQUARED = 4;

/** Returns chrF of an action's text, 0 … 1. Null where it does not apply; 0 unless both texts are strings. */
export function scoreChrf(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== reference.intent || !TEXT_ARGUMENTS[reference.intent]) return null;
  const [a, b] = [readText(predicted), readText(reference)];
  return a === null || b === null ? 0 : measureChrf(a, b);
}

function readText({ intent, args }: EvaluatedAction): string | null {
  const name = TEXT_ARGUMENTS[intent]?.find((argument) => args[argument] !== undefined);
  const text = name === undefined ? null : args[name];
  return typeof text === 'string' ? text : null;
}

/**
 * Returns sentence chrF as sacrebleu computes it by default (Popović 2015): character orders 1 to 6, no word n-grams,
 * beta 2, with case, without whitespace. Precision and recall are averaged over the orders that both texts are long enough
 * for. 0 … 1; 0 for an empty text, also against an empty one.
 */
export function measureChrf(predicted: string, reference: string): number {
  const [a, b] = [predicted, reference].map((text) => Array.from(splitAtSpace(text).join('')));
  if (!a || !b) return 0;
  const orders = Math.min(ORDERS, a.length, b.length);
  let [precision, recall] = [0, 0];
  for (let order = 1; order <= orders; order++) {
    const [gramsA, gramsB] = [countGrams(a, order), countGrams(b, order)];
    let matches = 0;
    for (const [gram, count] of gramsA) matches += Math.min(count, gramsB.get(gram) ?? 0);
    precision += matches / (a.length - order + 1);
    recall += matches / (b.length - order + 1);
  }
  if (precision === 0 && recall === 0) return 0;
  precision /= orders;
  recall /= orders;
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}

function countGrams(characters: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + order <= characters.length; at++) {
    const gram = characters.slice(at, at + order).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
