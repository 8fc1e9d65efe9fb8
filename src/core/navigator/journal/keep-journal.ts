import type { Receipt } from '../../action/receipt.ts';
import type { Spending } from '../../demonstration/demonstration.ts';
import { MASK, maskAction } from '../../demonstration/secret.ts';
import type { Deed } from '../charge/deed.ts';
import type { RoundEvent } from '../round-event.ts';
import {
  hideIn,
  hideQuoted,
  hideTyped,
  hideValue,
  mayHoldSecret,
  readTypedSecret,
} from './hide-secret.ts';
import { findHops, hideInHops } from './keep-hops.ts';
import { findSpent } from './keep-spent.ts';
import type { Carried, EntryOf, JournalEntry, Left } from './journal-entry.ts';

/** A conversation's journal in memory. */
export interface Journal {
  entries: readonly JournalEntry[];
  /** What was typed into secret fields, which is looked for in all that follows; never stored. */
  secrets: readonly string[];
}

export const EMPTY_JOURNAL: Journal = { entries: [], secrets: [] };

/** More than this, and the oldest rounds are dropped. */
const MOST_ENTRIES = 200;

interface Beginning {
  at: number;
  id: string;
  message: string;
  tabId: number;
  url: string;
  carried: Carried | null;
}

/** The journal with a round that begins. One that had not ended is over by that. */
export function beginRound(journal: Journal, beginning: Beginning): Journal {
  const hidden = mayHoldSecret(beginning.message);
  const message = hidden ? `${MASK} (a message with a secret is not kept)` : beginning.message;
  return add(journal, { type: 'began', ...beginning, message, hidden });
}

/** The journal after an event of the round; the same object where there is nothing to keep of it. */
export function noteEvent(
  journal: Journal,
  event: RoundEvent,
  { at, id, left }: { at: number; id: string; left: Left | null },
): Journal {
  const isHidden = findBeginning(journal)?.hidden ?? false;
  switch (event.type) {
    case 'acting': {
      const { turnId, action, target, description } = event;
      const typed = readTypedSecret(action, target, null);
      if (typed !== null) {
        const entries = hideValue(journal.entries, typed);
        const secrets = [...journal.secrets, typed];
        const step = { action: maskAction(action), description };
        return add({ entries, secrets }, { type: 'acting', at, turnId, ...step, left: null });
      }
      const entry = { type: 'acting', at, turnId, action, description, left } as const;
      return add(journal, isHidden ? { ...hideTyped(entry), left: null } : entry);
    }
    case 'acted': {
      const { turnId, receipt, description } = event;
      const told = hideRevealed(journal, turnId, receipt);
      // Values of fields are in changes, too.
      return (findBeginning(told)?.hidden ?? false)
        ? add(told, {
            type: 'acted',
            at,
            turnId,
            receipt: { ...receipt, changes: [] },
            outcome: hideQuoted(description),
          })
        : add(told, { type: 'acted', at, turnId, receipt, outcome: description });
    }
    case 'deed':
      return addDeed(journal, isHidden ? hideTyped(event.deed) : event.deed);
    case 'refused': {
      const outcome = isHidden ? hideQuoted(event.message) : event.message;
      return add(journal, { type: 'refused', at, turnId: event.turnId, outcome });
    }
    case 'said':
    case 'asked':
    case 'failed': {
      const text = readWords(event);
      return add(journal, { type: 'said', at, id, text: isHidden ? hideQuoted(text) : text });
    }
    case 'hops': {
      const { entries, secrets } = journal;
      const rest = entries.filter(({ type }) => type !== 'hops');
      const list = isHidden ? hideInHops(event.list) : event.list;
      return add({ entries: rest, secrets }, { type: 'hops', at, list });
    }
    case 'ended':
      return endRound(journal, at);
    default:
      return journal;
  }
}

/** A fuller account takes the place of the one before. */
function addDeed({ entries, secrets }: Journal, deed: Deed): Journal {
  const rest = entries.filter((entry) => entry.type !== 'deed' || entry.id !== deed.id);
  return add({ entries: rest, secrets }, { type: 'deed', ...deed });
}

/** The journal without what was typed, where only the receipt shows that it went into a secret field. */
function hideRevealed(journal: Journal, turnId: string, receipt: Receipt): Journal {
  const acting = journal.entries.findLast(
    (entry) => entry.type === 'acting' && entry.turnId === turnId,
  );
  const typed = acting?.type === 'acting' ? readTypedSecret(acting.action, null, receipt) : null;
  if (typed === null || typed === MASK) return journal;
  const entries = hideValue(journal.entries, typed).map((entry) =>
    entry.type === 'acting' && entry.turnId === turnId ? hideTyped(entry) : entry,
  );
  return { entries, secrets: [...journal.secrets, typed] };
}

/** The conversation has taken so much by now. */
export function noteSpent({ entries, secrets }: Journal, spending: Spending, at: number): Journal {
  const rest = entries.filter(({ type }) => type !== 'spent');
  return add({ entries: rest, secrets }, { type: 'spent', at, spending });
}

/** The last round is over. */
export function endRound(journal: Journal, at: number): Journal {
  return add(journal, { type: 'ended', at });
}

/** The last round is given up, with all that is not certain of it. */
export function discardRound(journal: Journal, at: number): Journal {
  return add(journal, { type: 'ended', at, isGivenUp: true });
}

function readWords(event: Extract<RoundEvent, { type: 'said' | 'asked' | 'failed' }>): string {
  if (event.type === 'said') return event.text;
  return event.type === 'asked' ? event.question : event.message;
}

function findBeginning({ entries }: Journal): EntryOf<'began'> | null {
  const began = entries.findLast(({ type }) => type === 'began');
  return began?.type === 'began' ? began : null;
}

function add({ entries, secrets }: Journal, entry: JournalEntry): Journal {
  const hidden = secrets.reduce<unknown>(hideIn, entry) as JournalEntry;
  return { entries: trim([...entries, hidden]), secrets };
}

/** Drops whole rounds from the front; the last one stays whole, and what is of all stays. */
function trim(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  if (entries.length <= MOST_ENTRIES) return entries;
  const starts = entries.flatMap(({ type }, index) => (type === 'began' ? [index] : []));
  const from = starts.find((start) => entries.length - start <= MOST_ENTRIES) ?? starts.at(-1) ?? 0;
  const kept = entries.slice(from);
  const ofAll = [findHops(entries), findSpent(entries)].filter((entry) => entry !== null);
  return [...ofAll.filter((entry) => !kept.includes(entry)), ...kept];
}
