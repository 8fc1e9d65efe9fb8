import type { CapturedTurn, TurnRevision } from '../../core/demonstration/captured-turn.ts';
import { listenPersistently } from '../../dom/native.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent, Kept, Left } from '../../protocol/background.ts';
import { UNLOAD_PORT } from '../../protocol/background.ts';
import { isExtensionConnected } from './document-reader.ts';

const send = senderTo<BackgroundFromContent>('background');

/** Waits between tries; the service worker starts again within a fraction of a second. */
const RETRY_MS = [50, 200, 1000, 3000];
/** A service worker that is stopped while it works may leave a message without any answer. */
const ANSWER_MS = 5000;
/** The same when all is to be handed over: the service worker that orders it does not wait so long. */
const DRAIN_TIMEOUT_MS = 500;

/**
 * Sends turns to the service worker in the task in which they were seen, since the page may be gone in the next.
 * Repeats what is not acknowledged as long as the page and the extension live; the turn's id makes repetition
 * harmless. Only the copilot, which waits, gets the result.
 */
export function createOutbox(signal: AbortSignal) {
  const unloadPort = createUnloadPort(signal);
  /** Turns not yet acknowledged. */
  const captures = new Map<string, Promise<Kept>>();
  const unsent = new Map<string, CapturedTurn>();
  const revisions = new Map<string, Promise<Kept>>();
  /** The last revision of each turn: an older one that has to be sent again must not undo it. */
  const latest = new Map<string, TurnRevision>();
  /** Each ends the wait for an answer, as if it were a no. */
  const waits = new Set<() => void>();

  function hold(orders: Map<string, Promise<Kept>>, turnId: string, sent: Promise<Kept>): void {
    orders.set(turnId, sent);
    void sent.finally(() => {
      if (orders.get(turnId) === sent) orders.delete(turnId);
    });
  }

  async function sendRevision(revised: TurnRevision): Promise<Kept> {
    const { turnId } = revised;
    const isWanted = (): boolean => latest.get(turnId) === revised;
    const order = (): Promise<Kept> => send('recording.revised', revised);
    const kept = await sendUntilAnswered(order, isWanted, waits);
    const capture = captures.get(turnId);
    // It came before its turn, since that had to be sent again: it follows it once more.
    const isEarly = !kept.kept && capture !== undefined;
    if (isEarly) await capture;
    const done = isEarly && isWanted() ? await sendUntilAnswered(order, isWanted, waits) : kept;
    if (isWanted()) latest.delete(turnId);
    return done;
  }

  // The last chance of what a stopped service worker has not taken: there is no next try.
  const resend = (): void => {
    for (const captured of unsent.values()) {
      void send('recording.captured', captured).catch(() => undefined);
    }
    if (unsent.size + latest.size === 0) return;
    unloadPort.sendUnsent({ captured: [...unsent.values()], revised: [...latest.values()] });
  };
  listenPersistently(document, window, 'pagehide', resend, {
    capture: true,
    passive: true,
    signal,
  });

  return {
    prepare: unloadPort.open,

    capture(captured: CapturedTurn): Promise<Kept> {
      let tries = 0;
      const isWanted = (): boolean => captured.by === 'person' || tries++ < RETRY_MS.length;
      const sent = sendUntilAnswered(() => send('recording.captured', captured), isWanted, waits);
      unsent.set(captured.turnId, captured);
      hold(captures, captured.turnId, sent);
      // It closes when the page is put away for going back, and with the offscreen document.
      unloadPort.open();
      void sent.finally(() => unsent.delete(captured.turnId));
      return sent;
    },

    revise(revised: TurnRevision): void {
      latest.set(revised.turnId, revised);
      hold(revisions, revised.turnId, sendRevision(revised));
    },

    /** Resolves when everything so far is acknowledged, or was given up. What has no answer by then is sent again soon. */
    drain: async (): Promise<void> => {
      const timer = setTimeout(() => waits.forEach((end) => end()), DRAIN_TIMEOUT_MS);
      await Promise.all([...captures.values(), ...revisions.values()]);
      clearTimeout(timer);
    },
  };
}

/** Until there is an answer, it is no longer wanted, or the receiver is gone. */
async function sendUntilAnswered(
  order: () => Promise<Kept>,
  isWanted: () => boolean,
  waits: Set<() => void>,
): Promise<Kept> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await awaitAnswer(order(), waits);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[tries] ?? ANSWER_MS));
      if (!isExtensionConnected() || !isWanted()) break;
    }
  }
  return { kept: false, reason: 'the recorder could not be reached' };
}

async function awaitAnswer<T>(answer: Promise<T>, waits: Set<() => void>): Promise<T> {
  let end = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    end = () => reject(new Error('no answer'));
  });
  waits.add(end);
  const timer = setTimeout(end, ANSWER_MS);
  return Promise.race([answer, late]).finally(() => {
    clearTimeout(timer);
    waits.delete(end);
  });
}

/** After a port without a receiver, waits before opening another. */
const REOPEN_MS = 250;

const ask = senderTo<BackgroundFromContent>('background');

/**
 * Holds a port open to the offscreen document (UNLOAD_PORT), for the moment when the page goes away. When
 * that document ends, the service worker is asked for another, which also lets it notice.
 */
function createUnloadPort(signal: AbortSignal) {
  let port: chrome.runtime.Port | null = null;
  const close = (): void => {
    port?.disconnect();
    port = null;
  };
  signal.addEventListener('abort', close);

  function open(): void {
    if (port || signal.aborted || !isExtensionConnected()) return;
    const opened = chrome.runtime.connect({ name: UNLOAD_PORT });
    port = opened;
    opened.onDisconnect.addListener(() => {
      // null if it was aborted; otherwise there was no receiver, or the page went into the back/forward cache.
      const failure = chrome.runtime.lastError;
      if (port !== opened) return;
      port = null;
      setTimeout(() => void reopen(), failure ? REOPEN_MS : 0);
    });
  }

  async function reopen(): Promise<void> {
    if (port || signal.aborted || !isExtensionConnected()) return;
    if (await ask('unload.portLost', null).catch(() => false)) open();
  }

  return {
    open,
    /** To be called as the page goes away. */
    sendUnsent(left: Left): void {
      try {
        port?.postMessage(left);
      } catch {
        // The extension was reloaded.
      }
    },
  };
}
