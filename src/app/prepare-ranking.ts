import { senderTo } from '../platform/messages.ts';
import type { Offscreen } from '../protocol/offscreen.ts';
import { observeTab } from './observe-tab.ts';
import { readRankerStatus } from './rank-candidates.ts';

const order = senderTo<Offscreen>('offscreen');

/**
 * After a round: what the tab shows now will be asked about next, so the user's model may read it while
 * nobody asks. Without a model in use the page is not looked at. Never rejects.
 */
export async function prepareRanking(tabId: number, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  try {
    const status = await readRankerStatus();
    if (status?.state !== 'ready' || isOver()) return;
    const observed = await observeTab(tabId);
    if (!observed.ok || isOver()) return;
    await order('ranker.prepare', { candidates: observed.observation.candidates });
  } catch {
    // The tab or the offscreen document is gone: then nothing will be asked.
  }
}
