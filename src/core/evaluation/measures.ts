import { zeroMismatch, scoreText } from '../metrics/weblinx/turn-score.ts';
import type { ActionRow, RankRow, Row } from './row.ts';
import { isActionRow, isRankRow } from './row.ts';

/** A figure that is a mean over turns: what a turn adds to it, null where it does not apply. */
export interface Measure<R> {
  name: string;
  /** For people. */
  label: string;
  read(row: R): number | null;
}

/** The figures of actions: WebLINX's unconditional ones, and Mind2Web's over all steps. */
const ACTION_MEASURES: readonly Measure<ActionRow>[] = [
  { name: 'overall', label: 'Overall', read: (row) => zeroMismatch(row).overall },
  { name: 'intentMatch', label: 'Intent match', read: (row) => row.intentMatch },
  { name: 'exactMatch', label: 'Exact match', read: (row) => zeroMismatch(row).exactMatch },
  { name: 'element', label: 'Element group (IoU)', read: (row) => zeroMismatch(row).iou },
  { name: 'text', label: 'Text group (chrF, URLF)', read: (row) => scoreText(zeroMismatch(row)) },
  { name: 'stepElement', label: 'Element accuracy', read: ({ step }) => step?.element ?? null },
  { name: 'stepOperation', label: 'Operation F1', read: ({ step }) => step?.operationF1 ?? null },
  { name: 'stepSuccess', label: 'Step success', read: ({ step }) => step?.success ?? null },
];

/** Ranks at which WebLINX reports recall. */
export const RECALL_AT = [1, 5, 10, 20, 50, 100, 200];
/** Ranks beyond this add nothing to the reciprocal rank, as in WebLINX. */
const LAST_RANK = 50;

/** The figures of rankers, over the turns whose target is a candidate. */
const RANK_MEASURES: readonly Measure<RankRow>[] = [
  { name: 'mrr', label: 'MRR', read: readReciprocal },
  ...RECALL_AT.map((k) => ({
    name: `recall${k}`,
    label: `Recall@${k}`,
    read: ({ targetRank }: RankRow) => (targetRank === null ? null : targetRank <= k ? 1 : 0),
  })),
];

function readReciprocal({ targetRank }: RankRow): number | null {
  if (targetRank === null) return null;
  return targetRank <= LAST_RANK ? 1 / targetRank : 0;
}

/** The measures that fit these rows, each able to read any of them. */
export function pickMeasures(rows: readonly Row[]): Measure<Row>[] {
  if (rows.some(isRankRow)) {
    return RANK_MEASURES.map((measure) => widen(measure, isRankRow));
  }
  return ACTION_MEASURES.map((measure) => widen(measure, isActionRow));
}

function widen<R extends Row>(
  { name, label, read }: Measure<R>,
  fits: (row: Row) => row is R,
): Measure<Row> {
  return { name, label, read: (row) => (fits(row) ? read(row) : null) };
}
