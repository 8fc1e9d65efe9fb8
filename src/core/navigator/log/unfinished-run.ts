import { hasTrait } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import { joinWords } from '../describe.ts';
import { containsWords, normalizeName } from '../form-controls.ts';
import type { Task } from '../request/step.ts';
import { readConsequenceWords } from '../rules/consequences.ts';
import type { UserAction } from '../run/user-action.ts';
import { describeUserAction } from '../run/user-action.ts';
import type { ActionStep, ResumeState } from './resume-state.ts';
import type { LogEventOf } from './run-log.ts';
import type { StoredEvent } from './stored-log.ts';

/** A run that began and didn't end. */
export interface UnfinishedRun {
  kind: 'unfinished';
  message: string;
  /** The message isn't stored as it was written, so the run can't be resumed. */
  hidden: boolean;
  /** The agent outside the browser that worked, which alone knows what is left. */
  agent: string | null;
  tabId: number;
  url: string;
  /** The outcome of each action with a receipt, oldest first. */
  done: readonly string[];
  /** Actions that began and have no outcome, so that they may or may not have been done. */
  uncertain: readonly ActionStep[];
  /** The rest of a direct request; null where only a model or the user knows it. */
  next: readonly Task[] | null;
  /** What the person did since the last action, oldest first. */
  userActions: readonly UserAction[];
}

type LastRun = { kind: 'none' } | UnfinishedRun;

/** Returns the last run if it's unfinished. */
export function readLastRun(events: readonly StoredEvent[]): LastRun {
  const from = events.findLastIndex(({ type }) => type === 'began');
  const began = events[from];
  if (began?.type !== 'began') return { kind: 'none' };
  const run = events.slice(from + 1);
  if (run.some(({ type }) => type === 'ended' || type === 'discarded')) return { kind: 'none' };
  const { message, hidden = false, agent = null, tabId, url, carried } = began;
  const done = [...(carried?.done ?? [])];
  let uncertain = [...(carried?.uncertain ?? [])];
  let next = carried?.next ?? null;
  let userActions = [...(carried?.userActions ?? [])];
  for (const event of run) {
    if (event.type === 'userAction') {
      done.push(`You ${describeUserAction(event.userAction)}`);
      userActions.push(event.userAction);
    }
    if (event.type !== 'acting') continue;
    userActions = [];
    const { action, description, left } = event;
    const outcome = findOutcome(run, event);
    // The user allowed it again: only the new attempt is uncertain now.
    uncertain = uncertain.filter((step) => !findPossibleRepeat([step], event, false));
    if (!outcome) uncertain.push({ action, description });
    if (outcome?.type === 'acted') done.push(`${description}: ${outcome.description}`);
    const isDone = outcome?.type === 'acted' && tookEffect(outcome.receipt);
    next = left ? (isDone ? left.rest : [left.now, ...left.rest]) : null;
  }
  const known = { kind: 'unfinished', message, hidden, agent, tabId, url } as const;
  return { ...known, done, uncertain, next, userActions };
}

/**
 * Returns the uncertain actions of all runs, which a new run mustn't repeat without asking; null when there
 * are none.
 */
export function carryUncertainSteps(events: readonly StoredEvent[]): ResumeState | null {
  let before: ActionStep[] = [];
  /** Of the run that is being read. */
  let own: ActionStep[] = [];
  for (const event of events) {
    if (event.type === 'began') {
      before = [...(event.carried?.uncertain ?? [...before, ...own])];
      own = [];
    }
    if (event.type === 'acting') {
      const { action, description } = event;
      // The user was asked about it and allowed it.
      before = before.filter((step) => !findPossibleRepeat([step], event, false));
      if (!findOutcome(events, event)) own.push({ action, description });
    }
    if (event.type === 'ended') {
      // The user saw the action stop, or the card that named it.
      before = [...before, ...own].map((step): ActionStep => ({ ...step, isReported: true }));
      own = [];
    }
    if (event.type === 'discarded') before = own = [];
  }
  const uncertain = [...before, ...own];
  return uncertain.length === 0 ? null : { done: [], uncertain, next: null };
}

/** Returns the receipt of an action, or its refusal. A refusal may follow a receipt without effect. */
function findOutcome(
  events: readonly StoredEvent[],
  { turnId }: LogEventOf<'acting'>,
): LogEventOf<'acted' | 'refused'> | null {
  const outcomes = events
    .filter((event) => event.type === 'acted' || event.type === 'refused')
    .filter((event) => event.turnId === turnId);
  return outcomes.findLast(({ type }) => type === 'acted') ?? outcomes.at(-1) ?? null;
}

function tookEffect({ verdict, asAsked }: Receipt): boolean {
  return asAsked ?? verdict !== 'unchanged';
}

/**
 * Returns the uncertain step that this one may repeat. Steps are compared by bare names, because uids don't
 * outlive a page. Anything that sends a form may repeat an interrupted press. `submits`: pressing the target
 * sends its form.
 */
export function findPossibleRepeat(
  uncertain: readonly ActionStep[],
  step: ActionStep,
  submits: boolean,
): ActionStep | null {
  const mayRepeat = (before: ActionStep): boolean => {
    if (before.description === step.description) return true;
    if (!isPress(before) || !isPress(step)) return false;
    return (
      submitsForm(step, submits) || isSameName(before, step) || mayHaveSameEffect(before, step)
    );
  };
  return uncertain.find(mayRepeat) ?? null;
}

function isPress({ action }: ActionStep): boolean {
  const { intent } = action;
  return hasTrait(intent, 'pointed') || intent === 'submit' || intent === 'press';
}

function submitsForm({ action }: ActionStep, submits: boolean): boolean {
  if (action.intent === 'press') return action.key === 'Enter';
  return action.intent === 'submit' || (action.intent === 'click' && submits);
}

/** `Delete (2nd of 3)` may be `Delete` by now, and `Pay` be `Pay again`. */
function isSameName(before: ActionStep, step: ActionStep): boolean {
  const then = readStepName(before);
  const now = readStepName(step);
  return then === now || containsWords(then, now) || containsWords(now, then);
}

/** What is pressed, without the verb and what tells it from others. */
function readStepName({ description }: ActionStep): string {
  const name = description.replace(/^(?:Click|Submit the form with|Press .+? in) /u, '');
  return normalizeName(name.replace(/ \([^()]*\)$/u, ''));
}

/** Enter may have sent whatever there was. */
function mayHaveSameEffect(before: ActionStep, step: ActionStep): boolean {
  const now = readConsequenceWords(readStepName(step));
  if (now.size === 0) return false;
  return (
    submitsForm(before, false) ||
    [...readConsequenceWords(readStepName(before))].some((each) => now.has(each))
  );
}

/** The sentences of the card about an interrupted run. */
export function describeUnfinished({ message, hidden, agent, done, uncertain }: UnfinishedRun): {
  happened: string;
  saved: string;
  next: string;
} {
  const doubts = uncertain.map(({ description }) => `“${description}”`);
  const certain = done.length === 0 ? 'No action was completed.' : `Done: ${done.join('; ')}.`;
  const doubt =
    doubts.length === 0
      ? ''
      : `It is not certain whether I did ${joinWords(doubts)}: please look at the page.`;
  const goOn =
    agent !== null
      ? `Ask ${agent} to go on.`
      : hidden
        ? 'What you wrote held a secret and is not kept: write it again.'
        : 'Nothing is done again without asking you.';
  return {
    happened: `I was interrupted while I worked on “${message}”.`,
    saved: certain,
    next: `${doubt} ${goOn}`.trim(),
  };
}
