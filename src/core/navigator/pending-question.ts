import type { Grounded } from './direct/find-target.ts';
import type { PendingOption, PendingQuestion } from './round-state.ts';
import type { Task } from './request/step.ts';

/** A question as it waits for its answer: what is done with that, and what comes after. */
export function toPending(
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
