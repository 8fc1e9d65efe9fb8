import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import type { Left } from '../../protocol/parted.ts';
import { PARTING_PORT } from '../../protocol/parted.ts';
import { isConnected } from './is-connected.ts';

/** After a port that found nobody: another is not asked for without a rest. */
const REOPEN_MS = 250;

const ask = senderTo<BackgroundFromContent>('background');

export interface Parting {
  /** Opens the port, if it is not open. */
  open: () => void;
  /** To be called as the page goes away. */
  leave: (left: Left) => void;
}

/**
 * Holds a port open to the offscreen document (protocol/parted), for the moment when the page goes away. When
 * that document ends, the service worker is asked for another, which also lets it notice.
 */
export function createParting(signal: AbortSignal): Parting {
  let port: chrome.runtime.Port | null = null;
  const close = (): void => {
    port?.disconnect();
    port = null;
  };
  signal.addEventListener('abort', close);

  function open(): void {
    if (port || signal.aborted || !isConnected()) return;
    const opened = chrome.runtime.connect({ name: PARTING_PORT });
    port = opened;
    opened.onDisconnect.addListener(() => {
      // None when it was ended in the middle; else there was nobody, or the page was put away for going back.
      const failure = chrome.runtime.lastError;
      if (port !== opened) return;
      port = null;
      setTimeout(() => void reopen(), failure ? REOPEN_MS : 0);
    });
  }

  async function reopen(): Promise<void> {
    if (port || signal.aborted || !isConnected()) return;
    if (await ask('parting.lost', null).catch(() => false)) open();
  }

  return {
    open,
    leave(left) {
      try {
        port?.postMessage(left);
      } catch {
        // The extension was reloaded.
      }
    },
  };
}
