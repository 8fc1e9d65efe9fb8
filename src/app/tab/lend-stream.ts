import { isOwnPage, receive } from '../../platform/messages.ts';
import type { DataOf, ReplyOf } from '../../protocol/message.ts';
import type { StreamLender } from '../../protocol/tab-video.ts';

/** A stream of the tab that was just ended is not given back at once. */
const TRIES = 5;
const AGAIN_MS = 300;

const NOT_GRANTED = 'press the Wayscribe button in the toolbar once on the tab, then start again.';
const FILMED_ALREADY = 'something else films this tab already.';

/**
 * Makes stream ids for the service worker: one that it makes itself cannot be used by the offscreen
 * document, since both are isolated (COOP and COEP in the manifest). The browser grants a stream of a
 * tab in which the toolbar button was pressed, until that tab goes to another origin.
 */
export function lendStreams(): void {
  receive<StreamLender>('panel', { 'stream.lend': lend }, (_type, sender) => isOwnPage(sender));
}

async function lend({
  tabId,
}: DataOf<StreamLender, 'stream.lend'>): Promise<ReplyOf<StreamLender, 'stream.lend'>> {
  for (let left = TRIES; ; left -= 1) {
    try {
      const streamId = await chrome.tabCapture.getMediaStreamId({ targetTabId: tabId });
      return { ok: true, streamId };
    } catch (error) {
      if (!String(error).includes('active stream')) return { ok: false, reason: NOT_GRANTED };
      if (left <= 1) return { ok: false, reason: FILMED_ALREADY };
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
