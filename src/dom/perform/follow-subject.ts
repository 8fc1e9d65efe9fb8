import type { PerformContext } from './context.ts';
import { locate } from './locate.ts';

/**
 * Where an element's state is to be read: itself, or what the page has drawn in its place since. Null when
 * it is gone, and nothing on the page is surely it. Looking for it takes time on large pages: it is looked
 * for once in each `version` of the page.
 */
export function followSubject(
  subject: Element | null,
  version: () => number,
  ctx: PerformContext,
): () => Element | null {
  let missedIn = -1;
  const uid = subject && ctx.uidOf(subject);
  let known = subject;
  return () => {
    if (uid === null || known?.isConnected) return known;
    if (missedIn === version()) return null;
    const found = locate(uid, ctx);
    if (!found.ok) {
      missedIn = version();
      return null;
    }
    known = found.element;
    return known;
  };
}
