import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { Spending } from '../../demonstration/demonstration.ts';
import type { Deed } from '../charge/deed.ts';
import type { HopList } from '../hops/hop.ts';
import type { Task } from '../request/step.ts';

/** An action as a person would name it. */
export interface JournalStep {
  action: PageAction | TabAction;
  description: string;
  /** The user knows that it is not certain whether it was done, and may say it again. */
  isTold?: true;
}

/** What a direct request was at, and what was to come after it. */
export interface Left {
  now: Task;
  rest: Task[];
}

/** What a resumed round knows of those it goes on with. */
export interface Carried {
  done: readonly string[];
  uncertain: readonly JournalStep[];
  next: readonly Task[] | null;
  /** What the person did by hand since the last action; absent when nothing. */
  deeds?: readonly Deed[];
}

/**
 * One line of a conversation's journal, written before what it tells of is acted on. Plain JSON;
 * `at` is epoch ms. Holds nothing that was typed into secret fields.
 */
export type JournalEntry =
  | {
      type: 'began';
      at: number;
      id: string;
      message: string;
      tabId: number;
      url: string;
      /** The message holds a secret, so that it is not kept as it was said. */
      hidden: boolean;
      carried: Carried | null;
    }
  /** `left` is null in rounds that a model leads. */
  | ({ type: 'acting'; at: number; turnId: string; left: Left | null } & JournalStep)
  | { type: 'acted'; at: number; turnId: string; receipt: Receipt; outcome: string }
  /** The person did this while they had the page. A later line of the same id is a fuller account. */
  | ({ type: 'deed'; at: number } & Deed)
  /** It was not done, or to no effect. */
  | { type: 'refused'; at: number; turnId: string; outcome: string }
  | { type: 'said'; at: number; id: string; text: string }
  /** The whole list, as it is from here on. */
  | { type: 'hops'; at: number; list: HopList }
  /** What models have taken so far in the whole conversation, as it is from here on. */
  | { type: 'spent'; at: number; spending: Spending }
  /** `isGivenUp`: the user saw what was left of it, and wants no more of it. */
  | { type: 'ended'; at: number; isGivenUp?: true };

export type EntryOf<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>;
