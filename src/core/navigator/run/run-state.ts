import type { Uid } from '../../action/action.ts';
import type { Grounded } from '../direct/grounded.ts';
import type { LastAction } from '../direct/last-action.ts';
import type { HopList } from '../hops/hop-list.ts';
import type { Task } from '../request/step.ts';
import type { AnswerOption } from './run-event.ts';

/**
 * What one round leaves for the next of the same conversation. A plain JSON value: the caller holds
 * it, hands it to every round, and may store it; the round updates it in place.
 */
export interface RunState {
  /** The question that waits for an answer; null when there is none. */
  pending: PendingQuestion | null;
  /** The text field worked in last: where "press Enter" and "type …" without a place go. */
  lastField: Uid | null;
  /** What the last request that acted did, in order, for follow-ups like "undo that". */
  lastActions?: LastAction[];
  /** The subtasks of what was asked, each on one site; absent while there are none. */
  hops?: HopList;
}

export interface PendingQuestion {
  question: string;
  options: PendingOption[];
  /** What is to be done with the chosen element, and what comes after it. */
  task: Task;
  rest: Task[];
}

export interface PendingOption extends AnswerOption {
  uid: Uid;
  /** The option of a select that is meant; null when the element itself is. */
  choice: string | null;
}

export function startRunState(): RunState {
  return { pending: null, lastField: null };
}

/** A question as it waits for its answer: what is done with that, and what comes after. */
export function toPendingQuestion(
  { question, options, task }: Extract<Grounded, { kind: 'ask' }>,
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
  return { question, options: offered, task: task ?? asked, rest };
}
