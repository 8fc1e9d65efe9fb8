import type { Receipt } from '../../action/receipt.ts';
import { joinWords } from '../describe.ts';
import { containsWords, normalizeName } from '../form-controls.ts';
import type { Task } from '../request/step.ts';
import { readConsequenceWords } from '../rules/consequences.ts';
import type { HistoryEntry } from '../run/history.ts';
import { toUserActionHistory } from '../run/history.ts';
import type { UserAction } from '../run/user-action.ts';
import { describeUserAction } from '../run/user-action.ts';
import type { JournalEntry, JournalEntryOf, JournalStep, ResumeState } from './journal-entry.ts';
import { isJournalEntry } from './journal-entry.ts';

/** A round that began and did not end. */
export interface UnfinishedRun {
  kind: 'unfinished';
  message: string;
  /** The message is not kept as it was said, so that it cannot be gone on with. */
  hidden: boolean;
  tabId: number;
  url: string;
  /** What came of each action that has a receipt, oldest first. */
  done: readonly string[];
  /** Actions that may or may not have been done: they began, and nothing tells what came of them. */
  uncertain: readonly JournalStep[];
  /** What is left of a direct request; null where only a model, or the user, can tell. */
  next: readonly Task[] | null;
  /** What the person did by hand since the last action, oldest first. */
  deeds: readonly UserAction[];
}

type LastRun = { kind: 'none' } | UnfinishedRun;

/** What the last round left, from whatever is stored. Never throws; what is no entry is passed over. */
export function readLastRun(stored: readonly unknown[]): LastRun {
  const entries = stored.filter(isJournalEntry);
  const from = entries.findLastIndex(({ type }) => type === 'began');
  const began = entries[from];
  if (began?.type !== 'began') return { kind: 'none' };
  const round = entries.slice(from + 1);
  if (round.some(({ type }) => type === 'ended')) return { kind: 'none' };
  const { message, hidden, tabId, url, carried } = began;
  const done = [...(carried?.done ?? [])];
  let uncertain = [...(carried?.uncertain ?? [])];
  let next = carried?.next ?? null;
  let deeds = [...(carried?.deeds ?? [])];
  for (const acting of round) {
    if (acting.type === 'deed') {
      done.push(`You ${describeUserAction(acting)}`);
      deeds.push(toUserAction(acting));
    }
    if (acting.type !== 'acting') continue;
    deeds = [];
    const { action, description, left } = acting;
    const answer = findAnswer(round, acting);
    // Doing it again was allowed by the user: what is not certain now is this time.
    uncertain = uncertain.filter((step) => !findPossibleRepeat([step], acting, false));
    if (!answer) uncertain.push({ action, description });
    if (answer?.type === 'acted') done.push(`${description}: ${answer.outcome}`);
    const isDone = answer?.type === 'acted' && tookEffect(answer.receipt);
    next = left && (isDone ? left.rest : [left.now, ...left.rest]);
  }
  return { kind: 'unfinished', message, hidden, tabId, url, done, uncertain, next, deeds };
}

/**
 * What a round that begins anew has to know of those before it: nothing but what it must not do again
 * without asking, however long ago that began. Null when that is nothing.
 */
export function carryUncertainSteps(stored: readonly unknown[]): ResumeState | null {
  const entries = stored.filter(isJournalEntry);
  let before: JournalStep[] = [];
  /** Of the round that is read. */
  let own: JournalStep[] = [];
  for (const entry of entries) {
    if (entry.type === 'began') {
      before = [...(entry.carried?.uncertain ?? [...before, ...own])];
      own = [];
    }
    if (entry.type === 'acting') {
      const { action, description } = entry;
      // It was asked about, and allowed.
      before = before.filter((step) => !findPossibleRepeat([step], entry, false));
      if (!findAnswer(entries, entry)) own.push({ action, description });
    }
    if (entry.type === 'ended') {
      // What has no answer in a round that came to its end was stopped in the middle; what was open before it has
      // been on a card, and perhaps asked about.
      const open = entry.isGivenUp ? [] : [...before, ...own];
      before = open.map((step): JournalStep => ({ ...step, isTold: true }));
      own = [];
    }
  }
  const uncertain = [...before, ...own];
  return uncertain.length === 0 ? null : { done: [], uncertain, next: null };
}

/** What the navigator is told of the rounds that the journal keeps, oldest first. */
export function readHistory(stored: readonly unknown[]): HistoryEntry[] {
  const entries = stored.filter(isJournalEntry);
  return entries.flatMap((entry): HistoryEntry[] => {
    switch (entry.type) {
      case 'began':
        return [{ kind: 'said', speaker: 'instructor', text: entry.message }];
      case 'said':
        return [{ kind: 'said', speaker: 'navigator', text: entry.text }];
      case 'acting': {
        const { action, description } = entry;
        const answer = findAnswer(entries, entry);
        const receipt = answer?.type === 'acted' ? answer.receipt : null;
        const outcome = answer?.outcome ?? UNCERTAIN;
        return [{ kind: 'acted', action, receipt, outcome, description }];
      }
      case 'deed':
        return toUserActionHistory([entry]);
      default:
        return [];
    }
  });
}

function toUserAction({
  id,
  at,
  action,
  target,
  description,
  site,
}: JournalEntryOf<'deed'>): UserAction {
  return { id, at, action, target, description, ...(site !== undefined && { site }) };
}

const UNCERTAIN =
  'It is not certain whether this was done: look at the page before doing it again.';

/** A receipt, which a refusal may follow that finds it wanting; else the refusal. */
function findAnswer(
  entries: readonly JournalEntry[],
  { turnId }: JournalEntryOf<'acting'>,
): JournalEntryOf<'acted'> | JournalEntryOf<'refused'> | null {
  const of = (type: JournalEntry['type']): JournalEntry | undefined =>
    entries.findLast(
      (entry) => entry.type === type && 'turnId' in entry && entry.turnId === turnId,
    );
  const answer = of('acted') ?? of('refused');
  return answer?.type === 'acted' || answer?.type === 'refused' ? answer : null;
}

function tookEffect({ verdict, asAsked }: Receipt): boolean {
  return asAsked ?? verdict !== 'unchanged';
}

/**
 * The step of which it is not certain whether it was done, and that this one would repeat; null when none.
 * Uids do not outlive a page, and what tells a name from others may have changed with it, so that steps are
 * known by their bare names; and whatever sends a form, or comes to the same, may do once more what a press that
 * was interrupted has done. `submits`: pressing the target sends its form.
 */
export function findPossibleRepeat(
  uncertain: readonly JournalStep[],
  step: JournalStep,
  submits: boolean,
): JournalStep | null {
  const mayRepeat = (before: JournalStep): boolean => {
    if (before.description === step.description) return true;
    if (!isPress(before) || !isPress(step)) return false;
    return (
      submitsForm(step, submits) || isSameName(before, step) || mayHaveSameEffect(before, step)
    );
  };
  return uncertain.find(mayRepeat) ?? null;
}

function isPress({ action }: JournalStep): boolean {
  return action.intent === 'click' || action.intent === 'submit' || action.intent === 'press';
}

function submitsForm({ action }: JournalStep, submits: boolean): boolean {
  if (action.intent === 'press') return action.key === 'Enter';
  return action.intent === 'submit' || (action.intent === 'click' && submits);
}

/** `Delete (2nd of 3)` may be `Delete` by now, and `Pay` be `Pay again`. */
function isSameName(before: JournalStep, step: JournalStep): boolean {
  const then = readStepName(before);
  const now = readStepName(step);
  return then === now || containsWords(then, now) || containsWords(now, then);
}

/** What is pressed, without the verb and what tells it from others. */
function readStepName({ description }: JournalStep): string {
  const name = description.replace(/^(?:Click|Submit the form with|Press .+? in) /u, '');
  return normalizeName(name.replace(/ \([^()]*\)$/u, ''));
}

/** Enter may have sent whatever there was. */
function mayHaveSameEffect(before: JournalStep, step: JournalStep): boolean {
  const now = readConsequenceWords(readStepName(step));
  if (now.size === 0) return false;
  return (
    submitsForm(before, false) ||
    [...readConsequenceWords(readStepName(before))].some((each) => now.has(each))
  );
}

/** What a person is told of a round that was interrupted: what was asked, done, and is not certain. */
interface UnfinishedText {
  happened: string;
  kept: string;
  next: string;
}

export function describeUnfinished({
  message,
  hidden,
  done,
  uncertain,
}: UnfinishedRun): UnfinishedText {
  const doubts = uncertain.map(({ description }) => `“${description}”`);
  const certain = done.length === 0 ? 'No action was completed.' : `Done: ${done.join('; ')}.`;
  const doubt =
    doubts.length === 0
      ? ''
      : `It is not certain whether I did ${joinWords(doubts)}: please look at the page.`;
  const goOn = hidden
    ? 'What you wrote held a secret and is not kept: write it again.'
    : 'Nothing is done again without asking you.';
  return {
    happened: `I was interrupted while I worked on “${message}”.`,
    kept: certain,
    next: `${doubt} ${goOn}`.trim(),
  };
}
