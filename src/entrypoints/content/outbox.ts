import type { Captured, Revised } from '../../core/demonstration/captured.ts';
import { listenForGood } from '../../dom/read/listen.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent, Kept } from '../../protocol/background.ts';
import { isConnected } from './is-connected.ts';
import { createParting } from './parting.ts';

const send = senderTo<BackgroundFromContent>('background');

/** Waits between tries; the service worker starts again within a fraction of a second. */
const RETRY_MS = [50, 200, 1000, 3000];
/** A service worker that is stopped while it works may leave a message without any answer. */
const ANSWER_MS = 5000;

/**
 * Hands turns to the service worker: at once, in the very task they were seen in, since the page may
 * be gone in the next. What is not acknowledged is sent again, as long as the page and the extension
 * live; the turn's id makes that harmless. Only the copilot, which waits, is told in the end.
 */
export function createOutbox(signal: AbortSignal) {
  const parting = createParting(signal);
  /** Turns not yet acknowledged. */
  const captures = new Map<string, Promise<Kept>>();
  const unsent = new Map<string, Captured>();
  const revisions = new Map<string, Promise<Kept>>();
  /** The last revision of each turn: an older one that has to be sent again must not undo it. */
  const latest = new Map<string, Revised>();

  function hold(orders: Map<string, Promise<Kept>>, turnId: string, sent: Promise<Kept>): void {
    orders.set(turnId, sent);
    void sent.finally(() => {
      if (orders.get(turnId) === sent) orders.delete(turnId);
    });
  }

  async function sendRevision(revised: Revised): Promise<Kept> {
    const { turnId } = revised;
    const isWanted = (): boolean => latest.get(turnId) === revised;
    const order = (): Promise<Kept> => send('recording.revised', revised);
    const kept = await insist(order, isWanted);
    const capture = captures.get(turnId);
    // It came before its turn, since that had to be sent again: it follows it once more.
    const isEarly = !kept.kept && capture !== undefined;
    if (isEarly) await capture;
    const done = isEarly && isWanted() ? await insist(order, isWanted) : kept;
    if (isWanted()) latest.delete(turnId);
    return done;
  }

  // The last chance of what a stopped service worker has not taken: there is no next try.
  const resend = (): void => {
    for (const captured of unsent.values()) {
      void send('recording.captured', captured).catch(() => undefined);
    }
    if (unsent.size + latest.size === 0) return;
    parting.leave({ captured: [...unsent.values()], revised: [...latest.values()] });
  };
  listenForGood(document, window, 'pagehide', resend, { capture: true, passive: true, signal });

  return {
    /** Before the first turn. */
    prepare: parting.open,

    capture(captured: Captured): Promise<Kept> {
      let tries = 0;
      const isWanted = (): boolean => captured.by === 'person' || tries++ < RETRY_MS.length;
      const sent = insist(() => send('recording.captured', captured), isWanted);
      unsent.set(captured.turnId, captured);
      hold(captures, captured.turnId, sent);
      // It closes when the page is put away for going back, and with the offscreen document.
      parting.open();
      void sent.finally(() => unsent.delete(captured.turnId));
      return sent;
    },

    revise(revised: Revised): void {
      latest.set(revised.turnId, revised);
      hold(revisions, revised.turnId, sendRevision(revised));
    },

    /** Resolves when everything so far is acknowledged, or was given up. */
    drain: async (): Promise<void> => {
      await Promise.all([...captures.values(), ...revisions.values()]);
    },
  };
}

/** Until there is an answer, or it is no longer wanted, or there is nobody to answer any more. */
async function insist(order: () => Promise<Kept>, isWanted: () => boolean): Promise<Kept> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await answerWithin(order(), ANSWER_MS);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[tries] ?? ANSWER_MS));
      if (!isConnected() || !isWanted()) break;
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
