import type { Captured, Revised } from '../../core/demonstration/captured.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent, Kept } from '../../protocol/background.ts';

const send = senderTo<BackgroundFromContent>('background');

/** Waits between tries; the service worker starts again within a fraction of a second. */
const RETRY_MS = [50, 200, 1000, 3000, 0];
/** A service worker that is stopped while it works may leave a message without any answer. */
const ANSWER_MS = 5000;

/**
 * Hands turns to the service worker: at once, in the very task they were seen in, since the page may
 * be gone in the next. What is not acknowledged is sent again; the turn's id makes that harmless.
 */
export function createOutbox() {
  /** Turns not yet acknowledged. */
  const captures = new Map<string, Promise<Kept>>();
  const revisions = new Map<string, Promise<Kept>>();

  function hold(orders: Map<string, Promise<Kept>>, turnId: string, sent: Promise<Kept>): void {
    orders.set(turnId, sent);
    void sent.finally(() => {
      if (orders.get(turnId) === sent) orders.delete(turnId);
    });
  }

  /** A revision that came before its turn, since that had to be sent again, follows it once more. */
  async function insistAfter(turnId: string, order: () => Promise<Kept>): Promise<Kept> {
    const kept = await insist(order);
    const capture = captures.get(turnId);
    if (kept.kept || !capture) return kept;
    await capture;
    return insist(order);
  }

  return {
    capture(captured: Captured): Promise<Kept> {
      const sent = insist(() => send('recording.captured', captured));
      hold(captures, captured.turnId, sent);
      return sent;
    },

    revise(revised: Revised): void {
      const { turnId } = revised;
      hold(
        revisions,
        turnId,
        insistAfter(turnId, () => send('recording.revised', revised)),
      );
    },

    /** Resolves when everything so far is acknowledged, or was given up. */
    drain: async (): Promise<void> => {
      await Promise.all([...captures.values(), ...revisions.values()]);
    },
  };
}

async function insist(order: () => Promise<Kept>): Promise<Kept> {
  for (const wait of RETRY_MS) {
    try {
      return await answerWithin(order(), ANSWER_MS);
    } catch {
      if (!isConnected()) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return { kept: false, reason: 'the recorder could not be reached' };
}

async function answerWithin<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** False once the extension was reloaded or removed: this script is an orphan then. */
export function isConnected(): boolean {
  return 'id' in chrome.runtime;
}
