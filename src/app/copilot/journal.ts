import type { ModelUsage } from '../../core/demonstration/demonstration.ts';
import { isJournalEntry } from '../../core/navigator/journal/journal-entry.ts';
import type {
  ResumeState,
  JournalEntry,
  OpenTasks,
} from '../../core/navigator/journal/journal-entry.ts';
import {
  beginRun,
  discardRun,
  EMPTY_JOURNAL,
  recordEvent,
  recordSpending,
} from '../../core/navigator/journal/journal.ts';
import type { Journal } from '../../core/navigator/journal/journal.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import {
  deleteConversations,
  listConversations,
  writeConversation,
} from '../../platform/store/journal.ts';

/** The journal of the conversation that one page holds. */
export interface RoundJournal {
  /** Settles once what was stored is read; until then nothing must be written. */
  ready: Promise<void>;
  read: () => readonly JournalEntry[];
  /** A round begins; `settle` tells when that is on disk. */
  begin: (beginning: {
    id: string;
    message: string;
    tabId: number;
    url: string;
    carried: ResumeState | null;
  }) => void;
  note: (event: RunEvent, id: string, left: OpenTasks | null) => void;
  /** What the conversation has taken by now; it is written with what comes next. */
  spend: (spending: ModelUsage) => void;
  /** The rest of the round under way is not known: it stays unfinished, to be gone on with. */
  leaveOpen: () => void;
  /** Gives the unfinished round up. */
  discard: () => void;
  /** Forgets the conversation. */
  clear: () => Promise<void>;
  /** Waits until all is on disk; false when it could not be written. */
  settle: () => Promise<boolean>;
}

/** An older conversation is not taken up again, and forgotten. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/**
 * Takes up the conversation that was held last and that no open page holds now, or begins a new one. A
 * lock says that it is held; the browser lets go of it with the page, however that ends.
 */
export function openRoundJournal(signal: AbortSignal): RoundJournal {
  let id: string = crypto.randomUUID();
  let journal: Journal = EMPTY_JOURNAL;
  let isLeft = false;
  let written: Promise<boolean> = Promise.resolve(true);
  // The end that a round comes to with its page is none.
  signal.addEventListener('abort', () => (isLeft = true));

  async function takeUp(): Promise<void> {
    const stored = await listConversations();
    const old = stored.filter(({ at }) => Date.now() - at > OLDEST_MS);
    if (old.length > 0) await deleteConversations(old.map((each) => each.id));
    for (const each of stored) {
      if (old.includes(each) || !(await hold(each.id, signal))) continue;
      id = each.id;
      journal = { ...EMPTY_JOURNAL, entries: each.entries.filter(isJournalEntry) };
      return;
    }
    await hold(id, signal);
  }

  function change(next: Journal): void {
    if (next === journal) return;
    journal = next;
    // One after the other; each writes all of it as it is by then.
    written = written.then(() => write());
  }

  async function write(): Promise<boolean> {
    const conversation = { id, at: Date.now(), entries: journal.entries };
    return writeConversation(conversation).then(
      () => true,
      () => false,
    );
  }

  return {
    // Without the store there is no conversation to take up; acting is refused later.
    ready: takeUp().catch(() => undefined),
    read: () => journal.entries,
    begin(beginning) {
      isLeft = false;
      change(beginRun(journal, { at: Date.now(), ...beginning }));
    },
    note(event, entryId, left) {
      if (!isLeft) change(recordEvent(journal, event, { at: Date.now(), id: entryId, left }));
    },
    spend(spending) {
      // No write of its own, which an action would have to wait for.
      if (!isLeft) journal = recordSpending(journal, spending, Date.now());
    },
    leaveOpen() {
      isLeft = true;
    },
    discard: () => change(discardRun(journal, Date.now())),
    async clear() {
      journal = EMPTY_JOURNAL;
      await written;
      await deleteConversations([id]);
    },
    settle: () => written,
  };
}

/** Holds a conversation until the page is gone; false when another page holds it. */
function hold(id: string, signal: AbortSignal): Promise<boolean> {
  const taken = Promise.withResolvers<boolean>();
  const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const held = navigator.locks.request(
    `conversation ${id}`,
    { ifAvailable: true },
    async (lock) => {
      taken.resolve(lock !== null);
      if (lock) await gone;
    },
  );
  held.catch(taken.reject);
  return taken.promise;
}
