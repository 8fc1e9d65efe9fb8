import type { FrameTokens, WindowIndex } from '../../dom/snapshot/frame-tokens.ts';
import { senderTo } from '../../platform/messages.ts';
import type { BackgroundFromContent } from '../../protocol/background.ts';
import { isConnected } from './is-connected.ts';

const ask = senderTo<BackgroundFromContent>('background');

/** Waits before each try: the parent's script may start later, and windows come and go while a page loads. */
const TRIES_MS = [0, 30, 100, 300, 1000, 3000];

/**
 * Tells the parent frame which of its windows this document is in: straight, where that is of the same origin;
 * else by way of the service worker. Neither does a page hear. Only where that cannot work, for documents of
 * another origin in shadow trees, by a message to the parent's window.
 * Resolves when the parent knows, or it was given up.
 */
export function createAnnouncing(tokens: FrameTokens, signal: AbortSignal): () => Promise<void> {
  let attempt = 0;

  /** Whether the parent knows; null where it has no script of ours, `unlisted` where nobody knows who it is. */
  async function tell(here: WindowIndex): Promise<boolean | 'unlisted' | null> {
    attempt += 1;
    const told = { ...here, token: tokens.token, attempt };
    const taken = await ask('frame.placed', told).catch(() => null);
    // Windows may have come and gone on the way.
    return taken === true ? isSame(here, tokens.locate()) : taken;
  }

  return async () => {
    if (window.parent === window) return;
    let taken: boolean | 'unlisted' | null = null;
    for (const wait of TRIES_MS) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted || !isConnected()) return;
      const isTold = tokens.tellAside();
      if (isTold) return;
      // One of the same origin that does not hear has no script of ours yet, and would hear no message.
      if (isTold === false) continue;
      const here = tokens.locate();
      if (!here) break;
      taken = await tell(here);
      if (taken === 'unlisted') break;
      if (taken) return;
    }
    if (tokens.tellAside() === null && (taken !== null || !tokens.locate())) tokens.post();
  };
}

function isSame(one: WindowIndex, other: WindowIndex | null): boolean {
  return other?.index === one.index && other.count === one.count;
}
