import type { Mind2WebScores } from '../metrics/mind2web/step.ts';
import { aggregateTasks } from '../metrics/mind2web/step.ts';
import type { Judge } from '../metrics/mmina/evaluate.ts';
import type { MminaScores } from '../metrics/mmina/task.ts';
import { aggregateResults } from '../metrics/mmina/task.ts';
import type { RankedLabel, WeblinxScores } from '../metrics/weblinx/turn-score.ts';
import {
  aggregateTurns,
  scoreRecall,
  scoreReciprocalRank,
  scoreText,
  zeroMismatch,
} from '../metrics/weblinx/turn-score.ts';
import type { AnswerFigures } from './answers.ts';
import { describeAnswers, recallJudge, scoreHops } from './answers.ts';
import type { ActionRow, DemonstrationRow, RankRow, Row, TurnPlace } from './row.ts';
import { groupBy, isActionRow, isRankRow, nameTask, orderRows } from './row.ts';

/** The ways turns are grouped for tables. */
export const GROUPINGS = ['intent', 'site', 'split'] as const;
export type Grouping = (typeof GROUPINGS)[number];

interface ActionFigures {
  turns: number;
  conditional: WeblinxScores;
  unconditional: WeblinxScores;
  mind2web: Mind2WebScores | null;
}

interface RankFigures {
  turns: number;
  /** Turns whose target was no candidate: they count in no figure, as in WebLINX. */
  withoutTarget: number;
  recall: Record<string, number | null>;
  mrr: number | null;
}

type Figures = ActionFigures | RankFigures;

export type Summary = {
  demonstrations: number;
  /** Turns without a proven screenshot, which are not judged. */
  skipped: number;
  byIntent: Record<string, Figures>;
  bySite: Record<string, Figures>;
  bySplit: Record<string, Figures>;
  mmina?: { strict: MminaScores; upstream: MminaScores } | null;
  answers?: AnswerFigures | null;
} & Figures;

/**
 * Returns all figures of a run by the metrics in core/metrics, whatever the order of the rows. MMInA's are over the
 * demonstrations that allow them and whose turns were all answered.
 */
export async function summarizeRows(rows: readonly Row[], isGold: boolean): Promise<Summary> {
  const ordered = orderRows(rows);
  const whole = ordered.filter((row) => row.type === 'demonstration');
  const common = {
    demonstrations: whole.length,
    skipped: whole.reduce((sum, row) => sum + (row.skipped ?? 0), 0),
  };
  const ranked = ordered.filter(isRankRow);
  if (ranked.length > 0) {
    return { ...common, ...describeRanks(ranked), ...describeGroups(ranked, describeRanks) };
  }
  const turns = ordered.filter(isActionRow);
  const websites = new Map(whole.map((row) => [nameTask(row), row.website]));
  const describe = (some: readonly ActionRow[]): ActionFigures => describeActions(some, websites);
  return {
    ...{ ...common, ...describe(turns) },
    mmina: await describeHops(whole, turns, isGold, recallJudge(ordered)),
    answers: await describeAnswers(ordered, isGold),
    ...describeGroups(turns, describe),
  };
}

function describeGroups<R extends TurnPlace, F>(rows: readonly R[], describe: (some: R[]) => F) {
  const group = (by: Grouping): Record<string, F> =>
    Object.fromEntries(groupRows(rows, by).map(([name, some]) => [name, describe(some)]));
  return { byIntent: group('intent'), bySite: group('site'), bySplit: group('split') };
}

export function groupRows<R extends TurnPlace>(rows: readonly R[], by: Grouping): [string, R[]][] {
  return [...groupBy(rows, (row) => row[by])].sort(([a], [b]) => (a < b ? -1 : 1));
}

function describeActions(
  rows: readonly ActionRow[],
  websites: ReadonlyMap<string, string>,
): ActionFigures {
  const tasks = [...groupBy(rows, nameTask)].map(([name, ofTask]) => ({
    website: websites.get(name) ?? '',
    steps: ofTask.flatMap(({ step }) => step ?? []),
  }));
  return { turns: rows.length, ...aggregateTurns(rows), mind2web: aggregateTasks(tasks) };
}

function describeRanks(rows: readonly RankRow[]): RankFigures {
  const labels = labelTargets(rows);
  return {
    turns: rows.length,
    withoutTarget: rows.length - labels.length,
    recall: Object.fromEntries(RECALL_AT.map((k) => [k, scoreRecall(labels, k)])),
    mrr: scoreReciprocalRank(labels),
  };
}

function labelTargets(rows: readonly RankRow[]): RankedLabel[] {
  return rows.flatMap(({ targetRank: rank }) => (rank === null ? [] : [{ label: 1, rank }]));
}

async function describeHops(
  demonstrations: readonly DemonstrationRow[],
  turns: readonly ActionRow[],
  isGold: boolean,
  judge: Judge,
): Promise<NonNullable<Summary['mmina']> | null> {
  const byTask = groupBy(turns, nameTask);
  const results = await Promise.all(
    demonstrations.flatMap((row) => {
      const own = byTask.get(nameTask(row));
      if (row.hops === null || own?.length !== row.turns) return [];
      return [scoreHops(row.hops, own, isGold, judge)];
    }),
  );
  if (results.length === 0) return null;
  return {
    strict: aggregateResults(results.map(({ strict }) => strict)),
    upstream: aggregateResults(results.map(({ upstream }) => upstream)),
  };
}

/** A figure that is a mean over turns. */
export interface Measure<R> {
  name: string;
  /** For people. */
  label: string;
  /** Returns null where the figure does not apply. */
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

/** The figures of rankers, over the turns whose target is a candidate. */
const RANK_MEASURES: readonly Measure<RankRow>[] = [
  { name: 'mrr', label: 'MRR', read: (row) => scoreReciprocalRank(labelTargets([row])) },
  ...RECALL_AT.map((k) => ({
    ...{ name: `recall${k}`, label: `Recall@${k}` },
    read: (row: RankRow) => scoreRecall(labelTargets([row]), k),
  })),
];

/** Returns the measures that fit these rows, each able to read any of them. */
export function pickMeasures(rows: readonly Row[]): Measure<Row>[] {
  const widen = <R extends Row>(
    measures: readonly Measure<R>[],
    fits: (row: Row) => row is R,
  ): Measure<Row>[] =>
    measures.map(({ name, label, read }) => {
      return { name, label, read: (row) => (fits(row) ? read(row) : null) };
    });
  return rows.some(isRankRow)
    ? widen(RANK_MEASURES, isRankRow)
    : widen(ACTION_MEASURES, isActionRow);
}

/** Returns a measure's values where it applies. */
export function readValues(rows: readonly Row[], measure: Measure<Row>): number[] {
  return rows.map((row) => measure.read(row)).filter((value) => value !== null);
}
