import { ORDINAL_PATTERN, normaliseOrdinals, readOrdinal } from '../../ranking/query/take-item.ts';
import type { RunState } from '../run/run-state.ts';
import { FOLLOWING } from './language.ts';
import { compilePattern, matchPattern } from './pattern.ts';
import { readRequest } from './request.ts';
import type { ReadRequest } from './request.ts';
import type { FollowUp, Step, Task } from './step.ts';
import { readWords, splitTokens, splitWords } from './tokens.ts';

export type ReadMessage = { ok: true; tasks: Task[] } | Extract<ReadRequest, { ok: false }>;

/**
 * Reads a message in its conversation: a follow-up on what was done before where it is one and stands
 * for nothing else, "it" as the element worked on last, otherwise a request of its own.
 */
export function readMessage(message: string, { lastActions: acts = [] }: RunState): ReadMessage {
  const last = acts.at(-1);
  const followUp = last ? readFollowUp(message) : null;
  const follow = followUp && { ok: true as const, tasks: [{ kind: 'follow' as const, followUp }] };
  if (follow && followUp.kind !== 'same') return follow;
  const own = readRequest(message);
  if (follow && followUp.kind === 'same') {
    const said = readRequest(followUp.words);
    if (said.ok && followUp.instead) return { ok: true, tasks: said.steps };
    // Anything but a bare "no" or a wish not to is a command.
    const isCommand = own.ok && own.steps.some(({ kind }) => kind !== 'tell');
    if (!said.ok && !isCommand) return follow;
  }
  if (!own.ok) return own;
  const uid = last?.uid;
  const tasks = own.steps.map((step): Task => {
    const isIt = 'target' in step && IT.test(step.target ?? '');
    return uid && isIt ? { kind: 'bound', uid, task: step } : step;
  });
  return { ok: true, tasks };
}

const IT = /^(?:it|that|this|that one|this one|it again)$/iu;

const LEFTOVERS = splitWords(
  'pick confirm commit folded day follow bound unread skill retype shown inMenu confirmed agree lack unsaved',
);

/** The step that a task is; null for what is only left of one. */
export function toStep(task: Task): Step | null {
  if (task.kind === 'bound') return task.task;
  return LEFTOVERS.has(task.kind) ? null : (task as Step);
}

const COMPILED = FOLLOWING.map(({ kind, pattern }) => ({ kind, pattern: compilePattern(pattern) }));
const LEADS = splitWords('and now then also please');
const ORDINAL_ONE = new RegExp(`^(?:the )?(${ORDINAL_PATTERN})(?: one)?$`);

/** Reads a follow-up; null when the message stands for itself. */
export function readFollowUp(message: string): FollowUp | null {
  const tokens = splitTokens(message.trim()).filter(({ kind }) => kind !== 'mark');
  const plain = tokens.slice(tokens.findIndex(({ key }) => !LEADS.has(key)));
  for (const { kind, pattern } of COMPILED) {
    const slots = matchPattern(pattern, kind === 'also' ? tokens : plain);
    if (!slots) continue;
    if (kind === 'undo' || kind === 'again' || kind === 'other') return { kind };
    if (kind === 'next' || kind === 'before') return { kind: 'next', by: kind === 'next' ? 1 : -1 };
    const words = readWords(slots['ANY'] ?? []);
    const ordinal = ORDINAL_ONE.exec(normaliseOrdinals(words.toLowerCase()))?.[1];
    const place = ordinal === undefined ? null : readOrdinal(ordinal);
    const instead = kind === 'instead';
    return place === null ? { kind: 'same', words, instead } : { kind: 'nth', place, instead };
  }
  return null;
}
