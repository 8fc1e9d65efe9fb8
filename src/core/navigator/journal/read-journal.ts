import type { Receipt } from '../../action/receipt.ts';
import { describeDeed } from '../charge/deed.ts';
import type { Deed } from '../charge/deed.ts';
import { tellDeeds } from '../charge/tell-deeds.ts';
import type { HistoryEntry } from '../history.ts';
import type { Task } from '../request/step.ts';
import { isJournalEntry } from './check-entry.ts';
import { findDoubt } from './may-be-done.ts';
import type { Carried, EntryOf, JournalEntry, JournalStep } from './journal-entry.ts';

/** A round that began and did not end. */
export interface Unfinished {
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
  deeds: readonly Deed[];
}

type ReadJournal = { kind: 'none' } | Unfinished;

/** What the last round left, from whatever is stored. Never throws; what is no entry is passed over. */
export function readJournal(stored: readonly unknown[]): ReadJournal {
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
      done.push(`You ${describeDeed(acting)}`);
      deeds.push(toDeed(acting));
    }
    if (acting.type !== 'acting') continue;
    deeds = [];
    const { action, description, left } = acting;
    const answer = findAnswer(round, acting);
    // Doing it again was allowed by the user: what is not certain now is this time.
    uncertain = uncertain.filter((step) => !findDoubt([step], acting, false));
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
export function carryDoubts(stored: readonly unknown[]): Carried | null {
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
      before = before.filter((step) => !findDoubt([step], entry, false));
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
        return tellDeeds([entry]);
      default:
        return [];
    }
  });
}

function toDeed({ id, at, action, target, description, site }: EntryOf<'deed'>): Deed {
  return { id, at, action, target, description, ...(site !== undefined && { site }) };
}

const UNCERTAIN =
  'It is not certain whether this was done: look at the page before doing it again.';

/** A receipt, which a refusal may follow that finds it wanting; else the refusal. */
function findAnswer(
  entries: readonly JournalEntry[],
  { turnId }: EntryOf<'acting'>,
): EntryOf<'acted'> | EntryOf<'refused'> | null {
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
