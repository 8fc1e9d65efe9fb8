import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { describeDone, joinWords, shorten } from '../describe.ts';
import type { Task } from '../request/step.ts';
import type { RunEvent } from './run-event.ts';

/** What one round has done so far, for its closing words. */
export interface RunProgress {
  actions: RunAction[];
  /** What was found to be so already, as sentences. */
  notes: string[];
  /** What came of the last action, where more was looked at than its receipt; null otherwise. */
  outcome: string | null;
  /** What was ordered so far, each with the page it was ordered on; see `isLoop`. */
  steps: string[];
  /** An action that was ordered and has not answered yet. */
  openAction: { action: PageAction | TabAction; target: Candidate | null } | null;
}

export interface RunAction {
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  /** What was on the page before. */
  among: readonly Candidate[];
  receipt: Receipt;
  /** What came of it, in words. */
  outcome: string;
  /** What was done, to follow "I". */
  done: string;
  /** Goes without saying once what it led to is done. */
  isPart: boolean;
  /** The page took it back after it was reported as done. */
  isTakenBack?: true;
}

export function startRunProgress(): RunProgress {
  return { actions: [], notes: [], outcome: null, steps: [], openAction: null };
}

/** What was done and what came of it: `I clicked Add to cart: “Added to cart” appeared.` */
export function describeProgress({ actions: acts, notes, outcome }: RunProgress): string {
  const last = acts.at(-1);
  if (!last) return notes.join(' ');
  return [...notes, `I ${listDone(acts)}: ${outcome ?? last.outcome}.`].join(' ');
}

/** The closing sentence of a run that did what was asked. */
export function describeEnd(progress: RunProgress): Extract<RunEvent, { type: 'said' }> {
  const { actions, notes, outcome } = progress;
  const repeats = actions.length > 0 && notes.length === 0 && outcome === null;
  return { type: 'said', text: describeProgress(progress), ...(repeats && { repeats }) };
}

/** The actions that changed something, and still do. */
export function listEffective(log: RunProgress): RunAction[] {
  return log.actions.filter((act) => act.receipt.verdict !== 'unchanged' && !act.isTakenBack);
}

/** What is left undone after a step failed; empty when there is nothing to tell. */
export function describeRest(log: RunProgress, rest: readonly Task[]): string {
  const done = listEffective(log);
  const before = done.length > 0 ? `Before that I ${listDone(done)}.` : '';
  const left = rest.length > 0 ? `I did not go on to ${joinWords(rest.map(describeTask))}.` : '';
  return [before, left].filter((sentence) => sentence !== '').join(' ');
}

/** What was done before a stop, and what is not known to be done. */
export function describeStop({ actions: acts, openAction: open }: RunProgress): string {
  const done = acts.length > 0 ? `Before that I ${listDone(acts)}.` : '';
  if (open) {
    const doing = describeDone(open.action, open.target);
    return `Stopped. It is not certain whether I ${doing}: please look at the page. ${done}`.trim();
  }
  return done === '' ? 'Stopped. I did nothing on the page.' : `Stopped. ${done}`;
}

function listDone(acts: readonly RunAction[]): string {
  const whole = acts.filter(({ isPart }, at) => !isPart || at === acts.length - 1);
  return joinWords(mergeRepeats(whole.map(({ done }) => done)));
}

/** Describes the same thing several times in a row once, with its number. */
function mergeRepeats(reply: readonly string[]): string[] {
  const runs: { words: string; times: number }[] = [];
  for (const words of reply) {
    const last = runs.at(-1);
    if (last?.words === words) last.times += 1;
    else runs.push({ words, times: 1 });
  }
  return runs.map(({ words, times }) => (times === 1 ? words : `${words} ${formatCount(times)}`));
}

function formatCount(times: number): string {
  return times === 2 ? 'twice' : `${String(times)} times`;
}

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
    case 'range':
      return `set “${task.target}” from “${shorten(task.from)}” to “${shorten(task.to)}”`;
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
    case 'wait':
      return 'wait';
    case 'help':
      return 'say what I can do here';
    case 'scroll':
      return `scroll ${task.direction}`;
    case 'day':
      return `choose “${task.said}”`;
    case 'confirm':
      return `look whether “${task.value}” was taken`;
    case 'commit':
      return `set “${task.target}” to “${shorten(task.value)}”`;
    case 'fill':
      return 'fill in the form';
    case 'expand':
    case 'folded':
      return `${task.open ? 'open' : 'close'} “${task.target}”`;
    case 'tickAll':
      return `${task.on ? 'tick' : 'untick'} all ${task.target}`.trim();
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
export function describeTaskPart(
  task: Task,
  action: PageAction | TabAction,
  target: Candidate | null,
  next: readonly Task[],
  among: readonly Candidate[],
): { done: string; isPart: boolean; named: string } {
  const isPart = next.some(({ kind }) => kind === 'pick');
  const named = readTargetName(task);
  if (task.kind === 'pick' && target && action.intent === 'click') {
    return { done: `chose “${nameCandidate(target)}” in ${task.from}`, isPart, named };
  }
  if (isPart && target && action.intent === 'click') {
    return { done: `opened ${nameCandidate(target)}`, isPart, named };
  }
  return { done: describeDone(action, target, among), isPart, named };
}

/** What the user called the target of a task, or what is done where they named none. */
function readTargetName(task: Task): string {
  if (task.kind === 'choose' || task.kind === 'pick') return task.value;
  if (task.kind === 'copy') return task.to;
  return ('target' in task ? task.target : null) ?? task.kind;
}
