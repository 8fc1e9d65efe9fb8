import type { Performed } from '../core/action/receipt.ts';
import { sendToFrame } from '../platform/messages.ts';
import type { Content } from '../protocol/content.ts';
import { withTimeout } from './with-timeout.ts';

/** How often a page that is at work is asked whether it still answers … */
const ASK_MS = 1000;
/** … and how long it may take to answer; one with a dialog open never does. */
const ANSWER_MS = 2500;

/**
 * What a frame says of its action; or that it has stopped answering, as a page does while a dialog of the
 * browser's (alert, confirm, prompt) is open: nothing runs in it until that is closed.
 */
export async function untilBlocked(
  answer: Promise<Performed | null>,
  target: { tabId: number; frameId: number },
  signal: AbortSignal,
): Promise<Performed | null> {
  const over = answer.then(
    () => 'over' as const,
    () => 'over' as const,
  );
  for (;;) {
    const waited = pause(ASK_MS).then(() => 'going' as const);
    if ((await Promise.race([over, waited])) === 'over' || signal.aborted) return answer;
    const alive = withTimeout(
      sendToFrame<Content, 'frame.changes'>(target, 'frame.changes', { since: Date.now() }),
      ANSWER_MS,
    ).then(
      () => 'going' as const,
      // A frame that went away says so at once, and then its action does too.
      (error: unknown) => (isLate(error) ? ('blocked' as const) : ('going' as const)),
    );
    if ((await Promise.race([over, alive])) === 'blocked') return BLOCKED;
  }
}

const BLOCKED: Performed = {
  ok: true,
  receipt: { verdict: 'unknown', changes: [], dialog: true },
};

function isLate(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('No answer within');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
