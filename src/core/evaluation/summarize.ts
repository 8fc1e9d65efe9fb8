import type { Mind2WebScores } from '../metrics/mind2web/aggregate.ts';
import { aggregateTasks } from '../metrics/mind2web/aggregate.ts';
import type { Judge } from '../metrics/mmina/string-match.ts';
import type { MminaScores } from '../metrics/mmina/task.ts';
import { aggregateResults } from '../metrics/mmina/task.ts';
import type { WeblinxScores, RankedLabel } from '../metrics/weblinx/aggregate.ts';
import { aggregateTurns, scoreRecall, scoreReciprocalRank } from '../metrics/weblinx/aggregate.ts';
import { scoreText, zeroMismatch } from '../metrics/weblinx/turn-score.ts';
import { scoreHops } from './hops.ts';
import type { AnswerFigures } from './judge-answers.ts';
import { describeAnswers, recallJudge } from './judge-answers.ts';
import type { ActionRow, DemonstrationRow, RankRow, Row, TurnPlace } from './row.ts';
import { groupBy, isActionRow, isRankRow, orderRows } from './row.ts';

/** The ways turns are grouped for tables. */
export const GROUPINGS = ['intent', 'site', 'split'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface ActionFigures {
  turns: number;
  conditional: WeblinxScores;
  unconditional: WeblinxScores;
  mind2web: Mind2WebScores | null;
}

export interface RankFigures {
  turns: number;
  /** Turns whose target was no candidate: they count in no figure, as in WebLINX. */
  withoutTarget: number;
  recall: Record<string, number | null>;
  mrr: number | null;
}

export type Summary = {
  demonstrations: number;
  /** Turns without a proven screenshot, which are not judged. */
  skipped: number;
  byIntent: Record<string, ActionFigures | RankFigures>;
  bySite: Record<string, ActionFigures | RankFigures>;
  bySplit: Record<string, ActionFigures | RankFigures>;
  mmina?: { strict: MminaScores; upstream: MminaScores } | null;
  answers?: AnswerFigures | null;
} & (ActionFigures | RankFigures);

/**
 * All figures of a run, from the core's own metrics. The order of the rows does not matter. MMInA's are
 * over the demonstrations that allow them and whose turns were all answered.
 */
export async function summarizeRows(rows: readonly Row[], isGold: boolean): Promise<Summary> {
  const ordered = orderRows(rows);
  const demonstrations = ordered.filter((row) => row.type === 'demonstration');
  const skipped = demonstrations.reduce((sum, row) => sum + (row.skipped ?? 0), 0);
  const ranked = ordered.filter(isRankRow);
  if (ranked.length > 0) {
    return {
      demonstrations: demonstrations.length,
      skipped,
      ...describeRanks(ranked),
      ...groupAll(ranked, describeRanks),
    };
  }
  const turns = ordered.filter(isActionRow);
  const websites = new Map(demonstrations.map((row) => [nameOf(row), row.website]));
  const describe = (some: readonly ActionRow[]): ActionFigures => describeActions(some, websites);
  return {
    demonstrations: demonstrations.length,
    skipped,
    ...describe(turns),
    mmina: await describeHops(demonstrations, turns, isGold, recallJudge(ordered)),
    answers: await describeAnswers(ordered, isGold),
    ...groupAll(turns, describe),
  };
}

function groupAll<R extends TurnPlace, F>(rows: readonly R[], describe: (some: readonly R[]) => F) {
  const group = (by: Grouping): Record<string, F> =>
    Object.fromEntries(groupRows(rows, by).map(([name, some]) => [name, describe(some)] as const));
  return { byIntent: group('intent'), bySite: group('site'), bySplit: group('split') };
}

/** The rows of each group, groups in the order of their names. */
export function groupRows<R extends TurnPlace>(rows: readonly R[], by: Grouping): [string, R[]][] {
  const groups = groupBy(rows, (row) => row[by]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function describeActions(
  rows: readonly ActionRow[],
  websites: ReadonlyMap<string, string>,
): ActionFigures {
  const tasks = [...groupBy(rows, nameOf)].map(([name, ofTask]) => ({
    website: websites.get(name) ?? '',
    steps: ofTask.flatMap(({ step }) => step ?? []),
  }));
  return { turns: rows.length, ...aggregateTurns(rows), mind2web: aggregateTasks(tasks) };
}

function describeRanks(rows: readonly RankRow[]): RankFigures {
  const labels: RankedLabel[] = rows.flatMap(({ targetRank }) =>
    targetRank === null ? [] : [{ label: 1, rank: targetRank }],
  );
  return {
    turns: rows.length,
    withoutTarget: rows.length - labels.length,
    recall: Object.fromEntries(RECALL_AT.map((k) => [k, scoreRecall(labels, k)])),
    mrr: scoreReciprocalRank(labels),
  };
}

async function describeHops(
  demonstrations: readonly DemonstrationRow[],
  turns: readonly ActionRow[],
  isGold: boolean,
  judge: Judge,
): Promise<NonNullable<Summary['mmina']> | null> {
  const byName = groupBy(turns, nameOf);
  const whole = demonstrations.filter((row) => byName.get(nameOf(row))?.length === row.turns);
  const results = await Promise.all(
    whole.flatMap((row) =>
      row.hops === null ? [] : [scoreHops(row.hops, byName.get(nameOf(row)) ?? [], isGold, judge)],
    ),
  );
  if (results.length === 0) return null;
  return {
    strict: aggregateResults(results.map(({ strict }) => strict)),
    upstream: aggregateResults(results.map(({ upstream }) => upstream)),
  };
}

/** The same demonstration may be in two inputs. */
function nameOf({ input, demonstration }: { input: string; demonstration: string }): string {
  return `${input}\n${demonstration}`;
}

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
