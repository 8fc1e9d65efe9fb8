import type { Uid } from '../../core/action/action.ts';
import { formatUid } from '../../core/snapshot/uid.ts';
import { makeTreeWalker } from '../read/native.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import type { Uids } from './uids.ts';
import { toNumber } from './uids.ts';

/** The living element of a uid, in the document or a known shadow root; null when there is none. */
export function findElement(
  document: Document,
  uid: Uid,
  { uids, shadowRoots }: { uids: Uids; shadowRoots: ShadowRoots },
): Element | null {
  for (const root of [document, ...shadowRoots.list()]) {
    if (!root.isConnected) continue;
    const walker = makeTreeWalker(document, root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const value = uids.look(node);
      if (value === undefined || formatUid(uids.salt, toNumber(value)) !== uid) continue;
      return node as Element;
    }
  }
  return null;
}
