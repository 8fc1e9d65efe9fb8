import type { TurnScore } from './turn-score.ts';
import { scoreText, zeroMismatch } from './turn-score.ts';

/** A mean and how many turns it is of; `score` is null for none. */
export interface GroupScore {
  score: number | null;
  count: number;
}

export interface WeblinxScores {
  /** Over all turns. */
  intentMatch: GroupScore;
  exactMatch: GroupScore;
  /** Over the turns where each applies. */
  iou: GroupScore;
  chrf: GroupScore;
  urlf: GroupScore;
  overall: GroupScore;
  /** Element group: turns with an IoU. */
  element: GroupScore;
  /** Text group: turns with chrF or URLF, the higher of them. */
  text: GroupScore;
}

/**
 * Micro-averages over turns. `conditional` looks only at what applies;
 * `unconditional`, which WebLINX reports, first sets turns with unequal intents to 0 in everything.
 *
 * Scroll and change turns stay in, as in the published code; the paper says that it leaves them out.
 * To follow the paper, pass only turns whose reference is click, load, say, submit or textinput
 * (appendix B).
 */
export function aggregateTurns(turns: readonly TurnScore[]): {
  conditional: WeblinxScores;
  unconditional: WeblinxScores;
} {
  return { conditional: averageTurns(turns), unconditional: averageTurns(turns.map(zeroMismatch)) };
}

function averageTurns(turns: readonly TurnScore[]): WeblinxScores {
  return {
    intentMatch: average(turns, (turn) => turn.intentMatch),
    exactMatch: average(turns, (turn) => turn.exactMatch),
    iou: average(turns, (turn) => turn.iou),
    chrf: average(turns, (turn) => turn.chrf),
    urlf: average(turns, (turn) => turn.urlf),
    overall: average(turns, (turn) => turn.overall),
    element: average(turns, (turn) => turn.iou),
    text: average(turns, scoreText),
  };
}

function average(
  turns: readonly TurnScore[],
  read: (turn: TurnScore) => number | null,
): GroupScore {
  let [sum, count] = [0, 0];
  for (const turn of turns) {
    const score = read(turn);
    if (score === null) continue;
    sum += score;
    count++;
  }
  return { score: count === 0 ? null : sum / count, count };
}

/** Test-OOD: the plain mean of the four out-of-domain splits' scores (vis, geo, cat, web). */
export function averageSplits(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
