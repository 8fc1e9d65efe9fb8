import type { PerformResult } from '../../core/action/receipt.ts';
import type { ResumeState } from '../../core/navigator/journal/journal-entry.ts';
import { findPossibleRepeat } from '../../core/navigator/journal/unfinished-run.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import type { UncertainSteps } from '../../core/navigator/rules/gate.ts';
import type { RoundJournal } from './journal.ts';
import { untilAborted } from '../until-aborted.ts';

/** The ports, acting only once it is on disk that it is about to be done. */
export function journalPorts(ports: Ports, tabId: number, journal: RoundJournal): Ports {
  return {
    ...ports,
    async observe(signal) {
      const observed = await ports.observe(signal);
      if (!observed.ok && (await isCrashed(tabId))) journal.leaveOpen();
      return observed;
    },
    async perform(order, signal) {
      // A disk that takes its time keeps nobody from stopping.
      const isWritten = await untilAborted(journal.settle(), signal).catch(() => false);
      if (!isWritten && !signal.aborted) return NOT_WRITTEN;
      const performed = await ports.perform(order, signal);
      if (isNotBegun(performed)) {
        const { turnId } = order;
        // The round, which ends by it, says nothing of it.
        journal.note({ type: 'refused', turnId, message: performed.message }, turnId, null);
      }
      const isKnown = performed.ok && performed.receipt.verdict !== 'unknown';
      // After a stop nothing more is waited for.
      if (isKnown || signal.aborted || !(await isCrashed(tabId))) return performed;
      journal.leaveOpen();
      return CRASHED;
    },
  };
}

/** Stopped before its first event. */
function isNotBegun(performed: PerformResult): performed is Extract<PerformResult, { ok: false }> {
  return !performed.ok && performed.reason === 'stopped' && !performed.receipt;
}

const NOT_WRITTEN = {
  ok: false,
  reason: 'unreachable',
  message:
    'I did not do it, because the disk took no note of what I was about to do, and I could not tell later whether it is done. Free some space, then say it again.',
} as const;

const CRASHED = {
  ok: false,
  reason: 'gone',
  message: 'The page crashed meanwhile, so I cannot tell whether it was done.',
} as const;

/** A tab without a process is `unloaded`; one that is worked on was not unloaded to save memory. */
async function isCrashed(tabId: number): Promise<boolean> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.status === 'unloaded';
}

/** What may have been done before, until the user has decided on it. */
export function openDoubts(carried: ResumeState | null): UncertainSteps {
  let open = [...(carried?.uncertain ?? [])];
  return {
    find(step, { submits, isOrdered }) {
      // Who knows of it, and says it again, means it.
      const doubts = isOrdered ? open.filter(({ isTold }) => !isTold) : open;
      return findPossibleRepeat(doubts, step, submits);
    },
    settle(step) {
      open = open.filter((each) => each !== step);
    },
  };
}
