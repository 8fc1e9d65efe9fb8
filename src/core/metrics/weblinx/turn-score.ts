import { roundHalfEven, splitUrl, splitAtSpace } from '../../formats/python/python.ts';
import { meanOf } from '../mean.ts';
import { measureF1 } from '../mind2web/step.ts';
import type { EvaluatedAction, Sides } from './evaluated-action.ts';
import { getRules, measureArea } from './evaluated-action.ts';

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
  if (predicted.intent !== reference.intent || !getRules(reference.intent).onElement) return null;
  const [a, b] = [predicted.element?.box, reference.element?.box];
  return a && b ? measureOverlap(a, b) : 0;
}

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

/**
 * Returns 1 when intent, element and arguments are all equal, else 0. Scroll counts as an intent on an element although
 * references never name its element, so it is always 0.
 */
export function scoreExactMatch(predicted: EvaluatedAction, reference: EvaluatedAction): number {
  if (predicted.intent !== reference.intent) return 0;
  if (getRules(reference.intent).onElement && !isSameElement(predicted, reference)) return 0;
  const names = getRules(reference.intent).equal ?? [];
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

const ORDERS = 6;
const BETA_SQUARED = 4;

/** Returns chrF of an action's text, 0 … 1. Null where it does not apply; 0 unless both texts are strings. */
export function scoreChrf(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== reference.intent || !getRules(reference.intent).texts) return null;
  const [a, b] = [readText(predicted), readText(reference)];
  return a === null || b === null ? 0 : measureChrf(a, b);
}

function readText({ intent, args }: EvaluatedAction): string | null {
  const name = getRules(intent).texts?.find((argument) => args[argument] !== undefined);
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

/** A mean and its number of turns; `score` is null without any. */
interface GroupScore {
  score: number | null;
  count: number;
}

/** `element`: turns with an IoU; `text`: turns with chrF or URLF, the higher of them. */
export type WeblinxScores = Record<keyof TurnScore | 'element' | 'text', GroupScore>;

/**
 * Returns micro-averages over turns. `conditional` is over the turns where a metric applies; `unconditional`, which WebLINX
 * reports, first sets turns with unequal intents to 0 in everything.
 *
 * Scroll and change turns stay in, as in the published code; the paper says that it leaves them out. To follow the paper,
 * pass only turns whose reference is click, load, say, submit or textinput (appendix B).
 */
export function aggregateTurns(turns: readonly TurnScore[]): {
  conditional: WeblinxScores;
  unconditional: WeblinxScores;
} {
  return { conditional: averageTurns(turns), unconditional: averageTurns(turns.map(zeroMismatch)) };
}

function averageTurns(turns: readonly TurnScore[]): WeblinxScores {
  const average = (read: (turn: TurnScore) => number | null): GroupScore => {
    const scores = turns.map(read).filter((score) => score !== null);
    return { score: meanOf(scores), count: scores.length };
  };
  return {
    intentMatch: average((turn) => turn.intentMatch),
    exactMatch: average((turn) => turn.exactMatch),
    iou: average((turn) => turn.iou),
    chrf: average((turn) => turn.chrf),
    urlf: average((turn) => turn.urlf),
    overall: average((turn) => turn.overall),
    element: average((turn) => turn.iou),
    text: average(scoreText),
  };
}

/** A candidate's rank, from 1; `label` is 1 for the target. */
export interface RankedLabel {
  label: 0 | 1;
  rank: number;
}

/**
 * Returns the share of targets among the first `k` candidates, 0 … 1, over the records of all turns together; null without
 * a target. A turn whose target is no candidate has no record with label 1 and doesn't count, so this is higher than a
 * recall over turns. WebLINX reports k = 1, 5, 10, 20, 50, 100 and 200.
 */
export function scoreRecall(records: Iterable<RankedLabel>, k: number): number | null {
  return meanOf(listTargetRanks(records).map((rank) => (rank <= k ? 1 : 0)));
}

/** Ranks beyond this count as 0. */
const LAST_RANK = 50;

/** Returns the mean reciprocal rank of the targets, 0 … 1; null without a target. */
export function scoreReciprocalRank(records: Iterable<RankedLabel>): number | null {
  return meanOf(listTargetRanks(records).map((rank) => (rank <= LAST_RANK ? 1 / rank : 0)));
}

function listTargetRanks(records: Iterable<RankedLabel>): number[] {
  return Array.from(records).flatMap(({ label, rank }) => (label === 1 ? [rank] : []));
}
