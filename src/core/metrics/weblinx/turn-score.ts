import { roundHalfEven } from '../../formats/python/round.ts';
import { scoreChrf } from './chrf.ts';
import type { EvaluatedAction } from './evaluated-action.ts';
import { scoreExactMatch } from './exact-match.ts';
import { scoreIntentMatch } from './intent-match.ts';
import { scoreIou } from './iou.ts';
import { scoreUrlf } from './urlf.ts';

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
 * All metrics of a turn (weblinx-format.md §5.2, §5.4). They are rounded before any averaging, as the
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
