import type { Kept } from '../../protocol/background.ts';

/** A turn sent again comes soon after. */
const REMEMBERED = 200;

/**
 * What is sent twice to one and the same service worker is handled once: doing it again while the first
 * is under way would read a page that has changed since.
 */
export function createArrivals() {
  const arrived = new Map<string, Promise<Kept>>();
  return {
    handleOnce(turnId: string, handle: () => Promise<Kept>): Promise<Kept> {
      const known = arrived.get(turnId);
      if (known) return known;
      const handled = handle();
      arrived.set(turnId, handled);
      // What failed is tried anew.
      handled.catch(() => arrived.delete(turnId));
      const oldest = arrived.keys().next().value;
      if (arrived.size > REMEMBERED && oldest !== undefined) arrived.delete(oldest);
      return handled;
    },
  };
}
