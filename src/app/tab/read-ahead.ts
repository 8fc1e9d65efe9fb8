import type { Candidate } from '../../core/ranking/candidate.ts';
import { senderTo } from '../../platform/messages.ts';
import type { Offscreen } from '../../protocol/offscreen.ts';
import { observeTab } from './observe-tab.ts';
import { readRankerStatus } from './rank-candidates.ts';

const order = senderTo<Offscreen>('offscreen');

/**
 * Reads a tab while the user is still typing, with the user's model too where one is in use, because the next message
 * will be about it. Returns its candidates, null if it can't be read. Never rejects.
 */
export async function readAhead(
  tabId: number,
  signal: AbortSignal,
): Promise<readonly Candidate[] | null> {
  const isOver = (): boolean => signal.aborted;
  try {
    const observed = await observeTab(tabId);
    if (!observed.ok || isOver()) return null;
    const { candidates } = observed.observation;
    const status = await readRankerStatus();
    if (status?.state === 'ready' && !isOver()) await order('ranker.prepare', { candidates });
    return candidates;
  } catch {
    // The tab or the offscreen document is gone, so nothing will be requested.
    return null;
  }
}
