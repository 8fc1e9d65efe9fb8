import type { Captured, Revised } from '../../core/demonstration/captured.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent, Kept } from '../../protocol/background.ts';

const send = senderTo<BackgroundFromContent>('background');

/** Waits between tries; the service worker starts again within a fraction of a second. */
const RETRY_MS = [50, 200, 1000, 3000];

/**
 * Hands turns to the service worker: at once, in the very task they were seen in, since the page may
 * be gone in the next. What is not acknowledged is sent again; the turn's id makes that harmless.
 */
export function createOutbox() {
  /** Revisions of a turn follow it, and one another. */
  const last = new Map<string, Promise<Kept>>();

  function post(turnId: string, order: () => Promise<Kept>): Promise<Kept> {
    const before = last.get(turnId);
    const sent = before ? before.then(() => insist(order)) : insist(order);
    last.set(turnId, sent);
    void sent.finally(() => {
      if (last.get(turnId) === sent) last.delete(turnId);
    });
    return sent;
  }

  return {
    capture: (captured: Captured): Promise<Kept> =>
      post(captured.turnId, () => send('recording.captured', captured)),

    /** When the page goes away there is no time to wait for the turn's own acknowledgement. */
    revise: (revised: Revised, leaving: boolean): Promise<Kept> =>
      leaving
        ? insist(() => send('recording.revised', revised))
        : post(revised.turnId, () => send('recording.revised', revised)),
  };
}

async function insist(order: () => Promise<Kept>): Promise<Kept> {
  for (const wait of RETRY_MS) {
    try {
      return await order();
    } catch {
      if (!isConnected()) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return { kept: false, reason: 'the recorder could not be reached' };
}

/** False once the extension was reloaded or removed: this script is an orphan then. */
export function isConnected(): boolean {
  return 'id' in chrome.runtime;
}
