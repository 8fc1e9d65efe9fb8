import { readFollowUp } from './follow-up.ts';
import { readRequest } from './request.ts';
import type { ReadRequest } from './request.ts';
import type { RunState } from '../run/run-state.ts';
import type { Step, Task } from './step.ts';

export type ReadMessage = { ok: true; tasks: Task[] } | Extract<ReadRequest, { ok: false }>;

/**
 * Reads a message in its conversation: a follow-up on what was done before where it is one and stands
 * for nothing else, "it" as the element worked on last, otherwise a request of its own.
 */
export function readMessage(message: string, { lastActions: acts = [] }: RunState): ReadMessage {
  const last = acts.at(-1);
  const followUp = last ? readFollowUp(message) : null;
  if (followUp && followUp.kind !== 'same')
    return { ok: true, tasks: [{ kind: 'follow', followUp }] };
  const own = readRequest(message);
  if (followUp?.kind === 'same') {
    const said = readRequest(followUp.words);
    if (said.ok && followUp.instead) return { ok: true, tasks: said.steps };
    if (!said.ok && (!own.ok || !isCommand(own.steps))) {
      return { ok: true, tasks: [{ kind: 'follow', followUp }] };
    }
  }
  if (!own.ok) return own;
  const uid = last?.uid;
  const tasks = own.steps.map((step): Task =>
    uid && 'target' in step && IT.test(step.target ?? '')
      ? { kind: 'bound', uid, task: step }
      : step,
  );
  return { ok: true, tasks };
}

const IT = /^(?:it|that|this|that one|this one|it again)$/iu;

/** Anything but a bare "no" or a wish not to. */
function isCommand(steps: readonly Step[]): boolean {
  return steps.some(({ kind }) => kind !== 'tell');
}

const LEFTOVERS = [
  'pick',
  'confirm',
  'commit',
  'folded',
  'day',
  'follow',
  'bound',
  'unread',
] as const;

/** The step that a task is; null for what is only left of one. */
export function toStep(task: Task): Step | null {
  if (task.kind === 'bound') return task.task;
  return LEFTOVERS.some((kind) => kind === task.kind) ? null : (task as Step);
}
