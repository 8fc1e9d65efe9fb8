import type { TurnScore } from './turn-score.ts';
import { scoreText, zeroMismatch } from './turn-score.ts';

/** A mean and its number of turns; `score` is null without any. */
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
  /** Turns with an IoU. */
  element: GroupScore;
  /** Turns with chrF or URLF, the higher of them. */
  text: GroupScore;
}

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
  const iou = average((turn) => turn.iou);
  return {
    intentMatch: average((turn) => turn.intentMatch),
    exactMatch: average((turn) => turn.exactMatch),
    iou,
    chrf: average((turn) => turn.chrf),
    urlf: average((turn) => turn.urlf),
    overall: average((turn) => turn.overall),
    element: iou,
    text: average(scoreText),
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
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
