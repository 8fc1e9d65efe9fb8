import { senderTo } from '../../platform/messages.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { Learning } from '../../protocol/learning.ts';

const order = senderTo<Learning>('offscreen');

/** Has what was just recorded held against the ranker, when there is nothing else to do; passes the outcome on. */
export function holdLater<T extends Outcome<{ demonstrationId: string }>>(stopped: T): T {
  if (stopped.ok) {
    const { demonstrationId } = stopped;
    // Without an offscreen document it waits until the user lets the ranker learn.
    void order('learning.hold', { demonstrationId }).catch(() => undefined);
  }
  return stopped;
}
