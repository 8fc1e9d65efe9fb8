import {
  getBody,
  getFirstElementChild,
  getLocalName,
  getNextElementSibling,
  getScrollHeight,
  getScrollWidth,
  getWindow,
  isAttached,
  isShown,
  measure,
} from '../../native.ts';
import type { CapturePorts } from '../ports.ts';

/** More hidden parts than this are not followed. */
const MAX_PARTS = 1000;
/** Elements looked at without a look at the clock. */
const BATCH_SIZE = 100;
/** So many elements are looked at on the spot. */
const MAX_IMMEDIATE = 400;

/** These show nothing, ever. */
const NEVER_SHOWN = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta', 'title']);

/**
 * The topmost parts of the page that cannot be seen: not rendered, invisible, transparent, squeezed to
 * nothing or put away where no scrolling leads. They are looked for when there is time, so that it
 * costs little to ask whether one of them can be seen by now.
 */
export function trackInvisibleParts(ports: Pick<CapturePorts, 'document' | 'shadowRootOf'>) {
  let invisible = new Set<Element>();
  const window = getWindow(ports.document);

  /** Looks at everything in `from`; yields whenever it may be put off. */
  function* look(from: Element, found: Set<Element>): Generator<void, void, undefined> {
    if (!window) return;
    const waiting: Element[] = [from];
    let done = 0;
    for (let element = waiting.pop(); element; element = waiting.pop()) {
      if (++done % BATCH_SIZE === 0) yield;
      if (NEVER_SHOWN.has(getLocalName(element))) continue;
      if (isInvisible(element, window)) {
        if (found.size < MAX_PARTS) found.add(element);
        continue;
      }
      const root = getLocalName(element).includes('-') ? ports.shadowRootOf(element) : null;
      for (const first of [root?.firstElementChild ?? null, getFirstElementChild(element)]) {
        for (let child = first; child; child = getNextElementSibling(child)) waiting.push(child);
      }
    }
  }

  return {
    /** Searches for them again in idle time. */
    *survey(): Generator<void, void, undefined> {
      const found = new Set<Element>();
      const body = getBody(ports.document);
      if (body) yield* look(body, found);
      invisible = found;
    },

    /** Looks on the spot at what has just been added or changed. */
    note(changed: Iterable<Element>): void {
      let left = MAX_IMMEDIATE / BATCH_SIZE;
      for (const element of changed) {
        if (left <= 0) return;
        const looking = look(element, invisible);
        for (; left > 0 && looking.next().done !== true; left--);
      }
    },

    has: (element: Element) => invisible.has(element),

    /** One that was seen for a while. */
    add(element: Element): void {
      invisible.add(element);
    },

    /** Those that can be seen by now; they are no longer followed, what is hidden in them is. */
    lift(): Element[] {
      const lifted: Element[] = [];
      if (!window) return lifted;
      for (const element of invisible) {
        if (!isShown(element) && isAttached(element)) continue;
        if (isAttached(element) && isCollapsed(element, window)) continue;
        invisible.delete(element);
        if (isAttached(element)) lifted.push(element);
      }
      this.note(lifted);
      return lifted;
    },
  };
}

/** Whether a person can see neither the element nor anything in it. */
function isInvisible(element: Element, window: Window): boolean {
  if (isShown(element)) return isCollapsed(element, window);
  // Without a box of its own, it may hold what has one.
  return window.getComputedStyle(element).display !== 'contents';
}

/** Clipped or scaled to nothing, or out of reach: to the left or above, where no scrolling leads. */
function isCollapsed(element: Element, window: Window): boolean {
  if (getFirstElementChild(element) === null) return false;
  const { right, bottom, width, height } = measure(element);
  if (width > 0 && height > 0) {
    return right + window.scrollX <= 0 || bottom + window.scrollY <= 0;
  }
  if (getScrollWidth(element) === 0 && getScrollHeight(element) === 0) return false;
  const { overflowX, overflowY, scale, transform } = window.getComputedStyle(element);
  return (
    [overflowX, overflowY].some((overflow) => overflow !== 'visible') ||
    scale === '0' ||
    transform.startsWith('matrix(0,')
  );
}
