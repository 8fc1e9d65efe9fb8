import * as dom from '../../native.ts';
import type { CapturePorts } from '../ports.ts';

const MAX_PARTS = 1000;
const BATCH_SIZE = 100;
const MAX_IMMEDIATE = 400;

const NEVER_SHOWN = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta', 'title']);

/**
 * Tracks the topmost invisible parts of the page: not rendered, hidden, transparent, collapsed or out of reach of
 * scrolling. They are collected in idle time, so that it is cheap to ask whether one of them is visible now.
 */
export function trackInvisibleParts(ports: Pick<CapturePorts, 'document' | 'shadowRootOf'>) {
  let invisible = new Set<Element>();
  const window = dom.getWindow(ports.document);

  /** Examines everything in `from`; yields where it can be interrupted. */
  function* look(from: Element, found: Set<Element>): Generator<void, void, undefined> {
    if (!window) return;
    const waiting: Element[] = [from];
    let done = 0;
    for (let element = waiting.pop(); element; element = waiting.pop()) {
      if (++done % BATCH_SIZE === 0) yield;
      if (NEVER_SHOWN.has(dom.getLocalName(element))) continue;
      if (isInvisible(element, window)) {
        if (found.size < MAX_PARTS) found.add(element);
        continue;
      }
      const root = dom.getLocalName(element).includes('-') ? ports.shadowRootOf(element) : null;
      for (const first of [root?.firstElementChild ?? null, dom.getFirstElementChild(element)]) {
        for (let child = first; child; child = dom.getNextElementSibling(child))
          waiting.push(child);
      }
    }
  }

  return {
    *survey(): Generator<void, void, undefined> {
      const found = new Set<Element>();
      const body = dom.getBody(ports.document);
      if (body) yield* look(body, found);
      invisible = found;
    },

    note(changed: Iterable<Element>): void {
      let left = MAX_IMMEDIATE / BATCH_SIZE;
      for (const element of changed) {
        if (left <= 0) return;
        const looking = look(element, invisible);
        for (; left > 0 && looking.next().done !== true; left--);
      }
    },

    has: (element: Element) => invisible.has(element),

    add(element: Element): void {
      invisible.add(element);
    },

    /** Returns the parts that are visible now and stops tracking them; their hidden content stays tracked. */
    lift(): Element[] {
      const lifted: Element[] = [];
      if (!window) return lifted;
      for (const element of invisible) {
        if (!dom.isShown(element) && dom.isAttached(element)) continue;
        if (dom.isAttached(element) && isCollapsed(element, window)) continue;
        invisible.delete(element);
        if (dom.isAttached(element)) lifted.push(element);
      }
      this.note(lifted);
      return lifted;
    },
  };
}

export type InvisibleParts = ReturnType<typeof trackInvisibleParts>;

/** Whether a person can see neither the element nor anything in it. */
function isInvisible(element: Element, window: Window): boolean {
  if (dom.isShown(element)) return isCollapsed(element, window);
  // An element without a box may contain elements with one.
  return window.getComputedStyle(element).display !== 'contents';
}

/** Clipped or scaled to nothing, or left of or above the scrollable area. */
function isCollapsed(element: Element, window: Window): boolean {
  if (dom.getFirstElementChild(element) === null) return false;
  const { right, bottom, width, height } = dom.measure(element);
  if (width > 0 && height > 0) {
    return right + window.scrollX <= 0 || bottom + window.scrollY <= 0;
  }
  if (dom.getScrollWidth(element) === 0 && dom.getScrollHeight(element) === 0) return false;
  const { overflowX, overflowY, scale, transform } = window.getComputedStyle(element);
  return (
    [overflowX, overflowY].some((overflow) => overflow !== 'visible') ||
    scale === '0' ||
    transform.startsWith('matrix(0,')
  );
}
