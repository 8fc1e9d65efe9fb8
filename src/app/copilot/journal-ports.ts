import type { PerformResult } from '../../core/action/receipt.ts';
import type { ResumeState } from '../../core/navigator/log/resume-state.ts';
import type { RunLog } from '../../core/navigator/log/run-log.ts';
import { findPossibleRepeat } from '../../core/navigator/log/unfinished-run.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import type { UncertainSteps } from '../../core/navigator/rules/gate.ts';
import type { Journal } from './journal.ts';
import { untilAborted } from '../until-aborted.ts';

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
  message: 'The page crashed meanwhile, so I cannot tell whether it was done.',
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
