import type { PerformResult } from '../../core/action/receipt.ts';
import type { ResumeState } from '../../core/navigator/log/resume-state.ts';
import type { LogEvent, RunLog } from '../../core/navigator/log/run-log.ts';
import { createRunLog } from '../../core/navigator/log/run-log.ts';
import type { StoredEvent } from '../../core/navigator/log/stored-log.ts';
import { readStoredEvents, STORED_LOG } from '../../core/navigator/log/stored-log.ts';
import { findPossibleRepeat } from '../../core/navigator/log/unfinished-run.ts';
import type { UncertainSteps } from '../../core/navigator/rules/gate.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import {
  deleteConversations,
  listConversations,
  writeConversation,
} from '../../platform/store/journal.ts';
import { untilAborted } from '../until-aborted.ts';

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

/** Wraps ports so that an action is performed only once its announcement is on disk. */
export function journalPorts(
  ports: Ports,
  tabId: number,
  { settle, append }: Pick<Journal, 'settle'> & Pick<RunLog, 'append'>,
): Ports {
  return {
    ...ports,
    async observe(signal) {
      const observed = await ports.observe(signal);
      if (!observed.ok && (await isCrashed(tabId))) append({ type: 'leftOpen' });
      return observed;
    },
    async perform(order, signal) {
      // A slow disk must not delay a stop.
      const isWritten = await untilAborted(settle(), signal).catch(() => false);
      if (!isWritten && !signal.aborted) return NOT_WRITTEN;
      const performed = await ports.perform(order, signal);
      if (isNotBegun(performed)) append({ type: 'notStarted', turnId: order.turnId });
      const isKnown = performed.ok && performed.receipt.verdict !== 'unknown';
      if (isKnown || signal.aborted || !(await isCrashed(tabId))) return performed;
      append({ type: 'leftOpen' });
      return CRASHED;
    },
  };
}

/** Stopped before its first input event. */
function isNotBegun(performed: PerformResult): performed is Extract<PerformResult, { ok: false }> {
  return !performed.ok && performed.reason === 'stopped' && !performed.receipt;
}

const NOT_WRITTEN = {
  ok: false,
  reason: 'unreachable',
  message:
    'I didn’t do it, because I couldn’t save what I was about to do. Free some disk space, then send it again.',
} as const;

const CRASHED = {
  ok: false,
  reason: 'gone',
  message: 'The page crashed in the meantime, so I can’t tell whether it was done.',
} as const;

/** A tab without a process is `unloaded`; the browser doesn't unload the tab of a run to save memory. */
async function isCrashed(tabId: number): Promise<boolean> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.status === 'unloaded';
}

/** Returns the uncertain actions of earlier runs, until the user decides on them. */
export function openDoubts(carried: ResumeState | null): UncertainSteps {
  let open = [...(carried?.uncertain ?? [])];
  return {
    find(step, { submits, isOrdered }) {
      // The user knows about these and asks for them again on purpose.
      const doubts = isOrdered ? open.filter(({ isReported }) => !isReported) : open;
      return findPossibleRepeat(doubts, step, submits);
    },
    settle(step) {
      open = open.filter((each) => each !== step);
    },
  };
}
