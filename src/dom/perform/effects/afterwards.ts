import type { PageAction } from '../../../core/action/action.ts';
import type { LaterReceipt, Receipt } from '../../../core/action/receipt.ts';
import { readToggle } from '../toggle.ts';
import { wait } from '../task.ts';
import type { ReportedState } from '../context.ts';

/**
 * Compares reported effects with the page for some time: pages show what they are going to save, and take it back if
 * saving fails.
 */

interface Kept extends ReportedState {
  turnId: string;
  /** ctx.now() of the report. */
  at: number;
}

/** A switch that was not saved goes back when the answer is there; most answers are by then. */
const TAKEN_BACK_MS = 1000;
/** A watch ends by itself if its page is not asked about. */
const LONGEST_MS = 15_000;
const POLL_MS = 50;
const CHOICES = 'select,[role="combobox"],[aria-haspopup="listbox"]';

export type Afterwards = ReturnType<typeof createAfterwards>;

/** `now` is a clock in ms that never goes back; all ends with `signal`. */
export function createAfterwards(now: () => number, signal: AbortSignal) {
  let last: Kept | null = null;
  /** Controls that were set before the last action, and that only setting others has followed. */
  let settled: Kept[] = [];
  const lost: LaterReceipt[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function collectLost(): void {
    settled = settled.filter((kept) => {
      if (!isLost(kept)) return true;
      lost.push({ turnId: kept.turnId, receipt: TAKEN_BACK });
      return false;
    });
  }

  function endLast(): void {
    clearTimeout(timer);
    last?.end();
    last = null;
  }

  /** What it changed is no longer watched; whether it holds is still known. */
  function rest(): void {
    if (last) settled.push(last);
    endLast();
  }

  function readLast(): LaterReceipt[] {
    return last ? [{ turnId: last.turnId, receipt: last.read() }] : [];
  }

  async function untilSure(): Promise<void> {
    const switched = [...(last ? [last] : []), ...settled].filter(isSwitched);
    const until = Math.max(0, ...switched.map(({ at }) => at + TAKEN_BACK_MS));
    while (now() < until && !switched.some(isLost)) await wait(POLL_MS, signal);
  }

  function end(): void {
    endLast();
    settled = [];
    lost.length = 0;
  }
  signal.addEventListener('abort', end);

  return {
    note(turnId: string, reported: ReportedState): void {
      endLast();
      last = { ...reported, turnId, at: now() };
      timer = setTimeout(rest, LONGEST_MS);
    },
    /** Before another action: what it changes is not laid to those before. */
    leave({ intent }: PageAction, target: Element | null): void {
      if (last && isLost(last)) {
        lost.push(...readLast());
        endLast();
      }
      rest();
      collectLost();
      const setsOnly = intent === 'change' || intent === 'textInput';
      settled = settled.filter((kept) => setsOnly && isSwitched(kept) && !isAgain(kept, target));
    },
    /**
     * The last action as it is by now, where that may be otherwise, and those before that were taken back.
     * `isLast`: nothing more is asked, so that what may still be taken back is waited for.
     */
    async review(isLast: boolean): Promise<LaterReceipt[]> {
      if (isLast) await untilSure();
      collectLost();
      const mayDiffer = last !== null && (isLast || last.hasMoved() || isLost(last));
      return [...lost.splice(0), ...(mayDiffer ? readLast() : [])];
    },
    end,
  };
}

const TAKEN_BACK: Receipt = { verdict: 'unchanged', changes: [], asAsked: false };

function isLost({ isHeld, receipt }: Kept): boolean {
  return receipt.asAsked === true && isHeld() === false;
}

/** Switches, by whatever they are pressed, and lists. */
function isSwitched({ subject }: Kept): boolean {
  const label = subject?.closest('label');
  const set = subject instanceof HTMLInputElement ? subject : (label?.control ?? subject);
  return set !== null && (readToggle(set) !== null || set.matches(CHOICES));
}

/** The same control once more, or another choice of a group in which there is but one. */
function isAgain({ subject }: Kept, target: Element | null): boolean {
  if (!subject || !target) return false;
  const label = target.closest('label');
  const set = label?.control ?? target;
  return subject === set || set.contains(subject) || (isRadio(subject) && isRadio(set));
}

function isRadio(element: Element): boolean {
  return element.matches('input[type="radio"],[role="radio"],[role="menuitemradio"]');
}
