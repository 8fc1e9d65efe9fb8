import { approximateTokenizer } from '../formats/otr/tokenizer.ts';
import type { StepScore } from '../metrics/mind2web/step.ts';
import type { MminaAnswers, MminaTask } from '../metrics/mmina/task.ts';
import type { TurnScore } from '../metrics/weblinx/turn-score.ts';
import type { Prices, QuestionUsage } from '../navigator/model/cost.ts';
import { estimateCost } from '../navigator/model/cost.ts';
import type { ChatMessage } from '../navigator/model/question.ts';

/** Where a judged turn stands. */
export interface TurnPlace {
  /** The input it was read from, as the user wrote it. */
  input: string;
  demonstration: string;
  /** The demonstration's name in WebLINX. */
  shortcode: string;
  /** Counts from 0, in WebLINX's turns. */
  turn: number;
  turnId: string;
  /** Of the recorded action, as the metrics call it. */
  intent: string;
  /** Host of the page, empty when unknown. */
  site: string;
  split: string;
}

/** What a question to an endpoint took; a cached answer costs nothing. */
export interface Usage extends QuestionUsage {
  cached: boolean;
}

/** A judged turn, as the journal keeps it. `key` is made of all that the result depends on. */
export interface ActionRow extends TurnPlace, TurnScore {
  type: 'turn';
  key: string;
  /** The recorded action and what was answered, as calls; null when nothing was. */
  reference: string;
  output: string | null;
  predicted: string;
  /** Mind2Web's figures where the turn is one of its steps. */
  step: StepScore | null;
  /** The kept screenshot of the state before, and the recorded target in it (shares of its size). */
  shot: Shot | null;
  usage: Usage | null;
}

/** The place of a ranker's target among the candidates. */
export interface RankRow extends TurnPlace {
  type: 'turn';
  key: string;
  /** What the target was looked for by. */
  request: string;
  candidates: number;
  /** From 1; null when the target is no candidate. */
  targetRank: number | null;
  shot: Shot | null;
}

/** Shares of the picture's width and height, 0 … 1. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Shot {
  hash: string;
  target: Area | null;
  /** What the answer named, when that is another element. */
  chosen: Area | null;
}

/** What is known of a demonstration as a whole: written when all its turns are. */
export interface DemonstrationRow {
  type: 'demonstration';
  key: string;
  input: string;
  demonstration: string;
  turns: number;
  /** How many are not judged, since their screenshot is missing or may be late; journals from before have none. */
  skipped?: number;
  website: string;
  /** Null where the demonstration doesn't allow MMInA's evaluators. */
  hops: HopMaterial | null;
  /** What the task's last answer is compared with; absent in journals of earlier versions. */
  answer?: AnswerMaterial | null;
}

/** What the navigator said last in a recording, and the index of that turn in WebLINX's file. */
export interface AnswerMaterial {
  turn: number;
  text: string;
  /** What any right answer has to include, as drafted for MMInA. */
  mustInclude: string[];
  /** For tasks written by hand: what the answer is compared with instead. */
  references?: MminaAnswers;
}

/** The judge's word on whether a task's last answer meets a reference; tasks by hand may have several. */
export interface AnswerRow {
  type: 'answer';
  key: string;
  input: string;
  demonstration: string;
  statement: string;
  reference: string;
  isRight: boolean;
  /** Null if no question was needed. */
  usage: Usage | null;
}

/** What of a demonstration MMInA's evaluators read. */
export interface HopMaterial {
  task: MminaTask;
  /** The address before each of WebLINX's turns (of a load: where it led), by index; '' for none. */
  urls: readonly string[];
  /** What the navigator said last, and at which turn; null when nothing. */
  answer: { turn: number; text: string } | null;
}

export type Row = ActionRow | RankRow | DemonstrationRow | AnswerRow;

export function isRankRow(row: Row): row is RankRow {
  return row.type === 'turn' && 'targetRank' in row;
}

export function isActionRow(row: Row): row is ActionRow {
  return row.type === 'turn' && !('targetRank' in row);
}

export function nameTask({
  input,
  demonstration,
}: {
  input: string;
  demonstration: string;
}): string {
  return `${input}\n${demonstration}`;
}

/** Orders rows by input, demonstration and turn, whatever order the work was done in. */
export function orderRows<R extends Row>(rows: readonly R[]): R[] {
  const place = (row: Row): number => {
    if (row.type === 'turn') return row.turn;
    return row.type === 'answer' ? Number.MAX_SAFE_INTEGER : -1;
  };
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return rows.toSorted(
    (a, b) =>
      compare(a.input, b.input) || compare(a.demonstration, b.demonstration) || place(a) - place(b),
  );
}

/** Groups items in the order met; Node 20 has no Map.groupBy. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export type Budget = ReturnType<typeof openBudget>;

/** Opens a budget without a limit where `limit` is null. `spent` is from before. */
export function openBudget(prices: Prices, limit: number | null, spent: number) {
  let [all, waiting] = [spent, 0];
  return {
    /** Returns the expected cost of a question and sets it aside; null when it may exceed the limit. */
    reserve(messages: readonly ChatMessage[]): number | null {
      const cost = estimateCost(prices, messages, approximateTokenizer.count);
      if (limit !== null && all + waiting + cost > limit) return null;
      waiting += cost;
      return cost;
    },
    /** Releases what was set aside and counts the actual cost. */
    settle(reserved: number, cost: number): void {
      waiting -= reserved;
      all += cost;
    },
    spent: () => all,
  };
}
