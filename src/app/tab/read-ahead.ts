import { senderTo } from '../../platform/messages.ts';
import type { Offscreen } from '../../protocol/offscreen.ts';
import { observeTab } from './observe-tab.ts';
import { readRankerStatus } from './rank-candidates.ts';

const order = senderTo<Offscreen>('offscreen');

/**
 * Reads a tab while the user is still typing, with the user's model too where one is in use, because the next message
 * will be about it. Never rejects.
 */
export async function readAhead(tabId: number, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  try {
    const observed = await observeTab(tabId);
    if (!observed.ok || isOver()) return;
    const status = await readRankerStatus();
    if (status?.state !== 'ready' || isOver()) return;
    await order('ranker.prepare', { candidates: observed.observation.candidates });
  } catch {
    // The tab or the offscreen document is gone: then nothing will be asked.
  }
}
