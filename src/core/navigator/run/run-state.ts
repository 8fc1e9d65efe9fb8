import type { Uid } from '../../action/action.ts';
import type { Grounded } from '../target/grounded.ts';
import type { LastAction } from '../target/last-action.ts';
import type { HopList } from '../hops/hop-list.ts';
import type { Task } from '../request/step.ts';
import type { AnswerOption } from './run-event.ts';

/** What one run leaves for the next of the same conversation. Plain JSON, updated in place. */
export interface RunState {
  /** The question that waits for an answer. */
  pending: PendingQuestion | null;
  /** The last text field: the target of "press Enter" and of "type …" without a place. */
  lastField: Uid | null;
  /** The actions of the last request that acted, for follow-ups like "undo that". */
  lastActions?: LastAction[];
  hops?: HopList;
}

export interface PendingQuestion {
  question: string;
  options: PendingOption[];
  /** What to do with the chosen element; `rest` follows. */
  task: Task;
  rest: Task[];
  /** What was asked for is done: other words than an answer end the question. */
  isOffer?: true;
}

export interface PendingOption extends AnswerOption {
  uid: Uid;
  /** The option of a select; null if the element itself is meant. */
  choice: string | null;
}

export function startRunState(): RunState {
  return { pending: null, lastField: null };
}

export function toPendingQuestion(
  { question, options, task, isOffer }: Extract<Grounded, { kind: 'ask' }>,
  asked: Task,
  rest: Task[],
): PendingQuestion {
  const offered = options.map(({ label, candidate: { uid, frameId }, choice }): PendingOption => ({
    label,
    value: label,
    target: { uid, frameId },
    uid,
    choice,
  }));
  return { question, options: offered, task: task ?? asked, rest, ...(isOffer && { isOffer }) };
}
