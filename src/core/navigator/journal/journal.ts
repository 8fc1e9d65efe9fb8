import type { Receipt } from '../../action/receipt.ts';
import type { ModelUsage } from '../../demonstration/demonstration.ts';
import { MASK, maskAction } from '../../demonstration/secrets/secret-fields.ts';
import type { HopList } from '../hops/hop-list.ts';
import { NO_HOPS } from '../hops/hop-list.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { UserAction } from '../run/user-action.ts';
import type { JournalEntry, JournalEntryOf, OpenTasks, ResumeState } from './journal-entry.ts';
import { isJournalEntry } from './journal-entry.ts';
import {
  maskDeep,
  maskQuoted,
  maskTyped,
  maskValue,
  mayHoldSecret,
  readTypedSecret,
} from './mask-secrets.ts';

/** A conversation's journal in memory. */
export interface Journal {
  entries: readonly JournalEntry[];
  /** What was typed into secret fields, which is looked for in all that follows; never stored. */
  secrets: readonly string[];
}

export const EMPTY_JOURNAL: Journal = { entries: [], secrets: [] };

/** More than this, and the oldest rounds are dropped. */
const MAX_ENTRIES = 200;

interface RunBeginning {
  at: number;
  id: string;
  message: string;
  tabId: number;
  url: string;
  carried: ResumeState | null;
}

/** The journal with a round that begins. One that had not ended is over by that. */
export function beginRun(journal: Journal, beginning: RunBeginning): Journal {
  const hidden = mayHoldSecret(beginning.message);
  const message = hidden ? `${MASK} (a message with a secret is not kept)` : beginning.message;
  return add(journal, { type: 'began', ...beginning, message, hidden });
}

/** The journal after an event of the round; the same object where there is nothing to keep of it. */
export function recordEvent(
  journal: Journal,
  event: RunEvent,
  { at, id, left }: { at: number; id: string; left: OpenTasks | null },
): Journal {
  const isHidden = findBeginning(journal)?.hidden ?? false;
  switch (event.type) {
    case 'acting': {
      const { turnId, action, target, description } = event;
      const typed = readTypedSecret(action, target, null);
      if (typed !== null) {
        const entries = maskValue(journal.entries, typed);
        const secrets = [...journal.secrets, typed];
        const step = { action: maskAction(action), description };
        return add({ entries, secrets }, { type: 'acting', at, turnId, ...step, left: null });
      }
      const entry = { type: 'acting', at, turnId, action, description, left } as const;
      return add(journal, isHidden ? { ...maskTyped(entry), left: null } : entry);
    }
    case 'acted': {
      const { turnId, receipt, description } = event;
      const told = maskRevealed(journal, turnId, receipt);
      // Values of fields are in changes, too.
      return (findBeginning(told)?.hidden ?? false)
        ? add(told, {
            type: 'acted',
            at,
            turnId,
            receipt: { ...receipt, changes: [] },
            outcome: maskQuoted(description),
          })
        : add(told, { type: 'acted', at, turnId, receipt, outcome: description });
    }
    case 'deed':
      return addUserActionEntry(journal, isHidden ? maskTyped(event.deed) : event.deed);
    case 'refused': {
      const outcome = isHidden ? maskQuoted(event.message) : event.message;
      return add(journal, { type: 'refused', at, turnId: event.turnId, outcome });
    }
    case 'said':
    case 'asked':
    case 'failed': {
      const text = readSpokenText(event);
      return add(journal, { type: 'said', at, id, text: isHidden ? maskQuoted(text) : text });
    }
    case 'hops': {
      const { entries, secrets } = journal;
      const rest = entries.filter(({ type }) => type !== 'hops');
      const list = isHidden ? maskHops(event.list) : event.list;
      return add({ entries: rest, secrets }, { type: 'hops', at, list });
    }
    case 'ended':
      return endRun(journal, at);
    default:
      return journal;
  }
}

/** A fuller account takes the place of the one before. */
function addUserActionEntry({ entries, secrets }: Journal, deed: UserAction): Journal {
  const rest = entries.filter((entry) => entry.type !== 'deed' || entry.id !== deed.id);
  return add({ entries: rest, secrets }, { type: 'deed', ...deed });
}

/** The journal without what was typed, where only the receipt shows that it went into a secret field. */
function maskRevealed(journal: Journal, turnId: string, receipt: Receipt): Journal {
  const acting = journal.entries.findLast(
    (entry) => entry.type === 'acting' && entry.turnId === turnId,
  );
  const typed = acting?.type === 'acting' ? readTypedSecret(acting.action, null, receipt) : null;
  if (typed === null || typed === MASK) return journal;
  const entries = maskValue(journal.entries, typed).map((entry) =>
    entry.type === 'acting' && entry.turnId === turnId ? maskTyped(entry) : entry,
  );
  return { entries, secrets: [...journal.secrets, typed] };
}

/** The conversation has taken so much by now. */
export function recordSpending(
  { entries, secrets }: Journal,
  spending: ModelUsage,
  at: number,
): Journal {
  const rest = entries.filter(({ type }) => type !== 'spent');
  return add({ entries: rest, secrets }, { type: 'spent', at, spending });
}

/** The last round is over. */
export function endRun(journal: Journal, at: number): Journal {
  return add(journal, { type: 'ended', at });
}

/** The last round is given up, with all that is not certain of it. */
export function discardRun(journal: Journal, at: number): Journal {
  return add(journal, { type: 'ended', at, isGivenUp: true });
}

function readSpokenText(event: Extract<RunEvent, { type: 'said' | 'asked' | 'failed' }>): string {
  if (event.type === 'said') return event.text;
  return event.type === 'asked' ? event.question : event.message;
}

function findBeginning({ entries }: Journal): JournalEntryOf<'began'> | null {
  const began = entries.findLast(({ type }) => type === 'began');
  return began?.type === 'began' ? began : null;
}

function add({ entries, secrets }: Journal, entry: JournalEntry): Journal {
  const hidden = secrets.reduce<unknown>(maskDeep, entry) as JournalEntry;
  return { entries: trim([...entries, hidden]), secrets };
}

/** Drops whole rounds from the front; the last one stays whole, and what is of all stays. */
function trim(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  if (entries.length <= MAX_ENTRIES) return entries;
  const starts = entries.flatMap(({ type }, index) => (type === 'began' ? [index] : []));
  const from = starts.find((start) => entries.length - start <= MAX_ENTRIES) ?? starts.at(-1) ?? 0;
  const kept = entries.slice(from);
  const ofAll = [findHopsEntry(entries), findSpendingEntry(entries)].filter(
    (entry) => entry !== null,
  );
  return [...ofAll.filter((entry) => !kept.includes(entry)), ...kept];
}

/** The hops as they were left. */
export function readStoredHops(stored: readonly unknown[]): HopList {
  return findHopsEntry(stored.filter(isJournalEntry))?.list ?? NO_HOPS;
}

/** The line about hops; there is one at most, which each change takes the place of. */
function findHopsEntry(entries: readonly JournalEntry[]): JournalEntryOf<'hops'> | null {
  const entry = entries.findLast(({ type }) => type === 'hops');
  return entry?.type === 'hops' ? entry : null;
}

/** In a round whose message is not kept: what hops quote may be the secret in it. */
function maskHops(list: HopList): HopList {
  const hops = list.hops.map((hop) => {
    const { evidence } = hop;
    const isQuoted = evidence !== null && evidence.from !== 'instructor';
    return {
      ...hop,
      text: maskQuoted(hop.text.replace(/"([^"]*)"/g, '“$1”')),
      evidence: isQuoted ? { ...evidence, text: MASK } : evidence,
    };
  });
  return { ...list, hops, removed: [] };
}

/** What the conversation has taken, as it was left; null where no model was asked. */
export function readStoredSpending(stored: readonly unknown[]): ModelUsage | null {
  return findSpendingEntry(stored.filter(isJournalEntry))?.spending ?? null;
}

/** The line about it; there is one at most, which each change takes the place of. */
function findSpendingEntry(entries: readonly JournalEntry[]): JournalEntryOf<'spent'> | null {
  const entry = entries.findLast(({ type }) => type === 'spent');
  return entry?.type === 'spent' ? entry : null;
}
