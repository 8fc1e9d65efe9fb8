import type { LogEvent, RunLog } from '../../core/navigator/log/run-log.ts';
import { createRunLog } from '../../core/navigator/log/run-log.ts';
import type { StoredEvent } from '../../core/navigator/log/stored-log.ts';
import { readStoredEvents, STORED_LOG } from '../../core/navigator/log/stored-log.ts';
import {
  deleteConversations,
  listConversations,
  writeConversation,
} from '../../platform/store/journal.ts';

/** The log of one page's conversation on disk. */
export interface Journal {
  /** Settles once the stored events are in the log; no run may begin before. Never rejects. */
  ready: Promise<void>;
  read: () => readonly StoredEvent[];
  write: (event: LogEvent) => void;
  /** Deletes the conversation. */
  clear: () => Promise<void>;
  /** Waits until everything is on disk; false if it couldn't be written. */
  settle: () => Promise<boolean>;
}

export function openRunLog(): RunLog {
  return createRunLog(() => ({ id: crypto.randomUUID(), at: Date.now() }));
}

/** Older conversations are deleted instead of continued. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/**
 * Continues the latest conversation that no open page holds, or begins one. A page holds its conversation with
 * a lock, which the browser releases when the page goes away.
 */
export function openJournal(log: RunLog, signal: AbortSignal): Journal {
  let id: string = crypto.randomUUID();
  const stored = log.project(STORED_LOG);
  let latest = stored().events;
  let isCleared = false;
  let written: Promise<boolean> = Promise.resolve(true);
  // A run isn't finished because its page closes.
  signal.addEventListener('abort', () => log.append({ type: 'leftOpen' }));

  async function restore(): Promise<void> {
    const conversations = await listConversations();
    const old = conversations.filter(({ at }) => Date.now() - at > OLDEST_MS);
    if (old.length > 0) await deleteConversations(old.map((each) => each.id));
    for (const each of conversations) {
      if (old.includes(each) || !(await hold(each.id, signal))) continue;
      id = each.id;
      log.restore(readStoredEvents(each.entries));
      latest = stored().events;
      return;
    }
    await hold(id, signal);
  }

  return {
    // Without a store there is nothing to continue; actions are refused later.
    ready: restore().catch(() => undefined),
    read: () => stored().events,
    write({ type }) {
      // Spending is written with the next event, so that no action waits for it.
      if (isCleared || type === 'spent' || stored().events === latest) return;
      latest = stored().events;
      // One write after the other; each writes the state of its time.
      written = written.then(() =>
        writeConversation({ id, at: Date.now(), entries: stored().events }).then(
          () => true,
          () => false,
        ),
      );
    },
    async clear() {
      isCleared = true;
      await written;
      await deleteConversations([id]);
    },
    settle: () => written,
  };
}

/** Locks a conversation until the page goes away; false if another page has it. */
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
