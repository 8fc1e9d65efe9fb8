import { approximateTokenizer } from '../formats/otr/tokenizer.ts';
import type { StepScore } from '../metrics/mind2web/step.ts';
import type { MminaAnswers, MminaTask } from '../metrics/mmina/task.ts';
import type { TurnScore } from '../metrics/weblinx/turn-score.ts';
import type { Prices } from '../navigator/model/cost.ts';
import { estimateCost, measureUsage } from '../navigator/model/cost.ts';
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

/** What a question to an endpoint took; of an answer from the cache nothing was paid. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
  /** Counted by us, because the endpoint did not. */
  estimated: boolean;
  /** In the currency of the given prices. */
  cost: number;
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
  /** How many turns there are to judge. */
  turns: number;
  /** How many are not judged, since their screenshot is missing or may be late; journals from before have none. */
  skipped?: number;
  website: string;
  /** What MMInA's evaluators need; null where the demonstration does not allow them. */
  hops: HopMaterial | null;
  /** What the task's last answer is held against; journals from before have none. */
  answer?: AnswerMaterial | null;
}

/** What the navigator said last in a recording, and in which of WebLINX's turns. */
export interface AnswerMaterial {
  turn: number;
  text: string;
  /** What any right answer has to include, as drafted for MMInA. */
  mustInclude: string[];
  /** Where somebody wrote the task by hand, what its answer is held against instead. */
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

export type Row = ActionRow | RankRow | DemonstrationRow | AnswerRow;

export function isRankRow(row: Row): row is RankRow {
  return row.type === 'turn' && 'targetRank' in row;
}

export function isActionRow(row: Row): row is ActionRow {
  return row.type === 'turn' && !('targetRank' in row);
}

/** By input, demonstration and turn: the order of every output, whatever order the work was done in. */
export function orderRows<R extends Row>(rows: readonly R[]): R[] {
  const place = (row: Row): number => {
    if (row.type === 'turn') return row.turn;
    return row.type === 'answer' ? Number.MAX_SAFE_INTEGER : -1;
  };
  return rows.toSorted(
    (a, b) =>
      compareText(a.input, b.input) ||
      compareText(a.demonstration, b.demonstration) ||
      place(a) - place(b),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Items by what `keyOf` gives, in the order met: Node 20 has no Map.groupBy. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** What of a demonstration MMInA's evaluators read. */
export interface HopMaterial {
  task: MminaTask;
  /** The address before each of WebLINX's turns (of a load: where it led), by index; '' for none. */
  urls: readonly string[];
  /** What the navigator said last, and at which turn; null when nothing. */
  answer: { turn: number; text: string } | null;
}

/** What was spent, and what those questions that are under way will cost. */
export interface Budget {
  /** Sets aside what a question will probably cost; false when that may be more than is left. */
  reserve(messages: readonly ChatMessage[]): number | null;
  /** Gives back what was set aside and counts what was really spent. */
  settle(reserved: number, spent: number): void;
  spent(): number;
}

/** `limit` null: without a limit. `spent` is from before. */
export function openBudget(prices: Prices, limit: number | null, spent: number): Budget {
  let [all, waiting] = [spent, 0];
  return {
    reserve(messages) {
      const cost = estimateCost(prices, messages, approximateTokenizer.count);
      if (limit !== null && all + waiting + cost > limit) return null;
      waiting += cost;
      return cost;
    },
    settle(reserved, cost) {
      waiting -= reserved;
      all += cost;
    },
    spent: () => all,
  };
}

/** What an answer took; what the endpoint did not count is estimated. */
export function readUsage(
  prices: Prices,
  messages: readonly ChatMessage[],
  text: string,
  counted: { promptTokens: number; completionTokens: number } | undefined,
): Usage {
  const usage = measureUsage(prices, messages, text, counted, approximateTokenizer.count);
  return { ...usage, cached: false };
}
