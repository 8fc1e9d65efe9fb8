import type { PageAction, TabAction } from '../action/action.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { nameCandidate } from '../ranking/describe-candidate.ts';
import { describeDone, shorten } from './describe.ts';
import type { Task } from './request/step.ts';

/** A task not done yet, to follow "I did not": `click “Send”`. */
export function describeTask(task: Task): string {
  switch (task.kind) {
    case 'click':
    case 'hover':
      return `${task.kind === 'click' ? 'click' : 'move over'} “${task.target}”`;
    case 'type':
      return `type “${shorten(task.text)}”`;
    case 'search':
      return `search for “${shorten(task.text)}”`;
    case 'choose':
    case 'pick':
      return `choose “${task.value}”`;
    case 'set':
      return `set “${task.target}” to “${shorten(task.value)}”`;
    case 'copy':
      return `copy “${task.from}” to “${task.to}”`;
    case 'count':
      return `make “${task.target ?? 'it'}” ${String(Math.abs(task.by))} ${task.by > 0 ? 'more' : 'less'}`;
    case 'toggle':
      return `${task.on ? 'tick' : 'untick'} “${task.target}”`;
    case 'clear':
      return `clear “${task.target}”`;
    case 'submit':
      return 'submit the form';
    case 'press':
      return `press ${task.key}`;
    case 'load':
      return `open ${task.url}`;
    case 'back':
    case 'forward':
      return `go ${task.kind}`;
    case 'reload':
      return 'reload the page';
    case 'scroll':
      return `scroll ${task.direction}`;
    case 'day':
      return `choose “${task.said}”`;
    case 'confirm':
      return `look whether “${task.value}” was taken`;
    case 'fill':
      return 'fill in the form';
    case 'expand':
      return `${task.open ? 'open' : 'close'} “${task.target}”`;
    case 'tickAll':
      return `${task.on ? 'tick' : 'untick'} all ${task.target}`.trim();
    case 'hunt':
      return `look for “${task.target}”`;
    case 'tell':
      return task.text;
    case 'bound':
      return describeTask(task.task);
    case 'unread':
    case 'follow':
      return 'do what you asked for';
    case 'reveal':
      return `scroll to “${task.target}”`;
  }
}

/** What a part of a task comes to in words: choosing in a custom list takes several actions. */
export function describePart(
  task: Task,
  action: PageAction | TabAction,
  target: Candidate | null,
  next: readonly Task[],
  among: readonly Candidate[],
): { done: string; isPart: boolean; named: string } {
  const isPart = next.some(({ kind }) => kind === 'pick');
  const named = nameInTask(task);
  if (task.kind === 'pick' && target && action.intent === 'click') {
    return { done: `chose “${nameCandidate(target)}” in ${task.from}`, isPart, named };
  }
  if (isPart && target && action.intent === 'click') {
    return { done: `opened ${nameCandidate(target)}`, isPart, named };
  }
  return { done: describeDone(action, target, among), isPart, named };
}

/** What the user called the target of a task, or what is done where they named none. */
function nameInTask(task: Task): string {
  if (task.kind === 'choose' || task.kind === 'pick') return task.value;
  if (task.kind === 'copy') return task.to;
  return ('target' in task ? task.target : null) ?? task.kind;
}
