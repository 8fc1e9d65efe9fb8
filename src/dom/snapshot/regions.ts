import { findClosest, getNodeType, getParentElement, measure, queryAll } from '../read/native.ts';

/** Parts of the page that the user wants masked, by CSS selectors of theirs. */
export interface Regions {
  /** From now on; a selector that this browser does not understand matches nothing. */
  set(selectors: readonly string[]): void;
  /** Whether the element is in such a part, shadow roots and their hosts included. */
  holds(element: Element): boolean;
  /** The outermost elements of such parts in a root, in document order. */
  list(root: Document | ShadowRoot): Element[];
}

export function createRegions(): Regions {
  /** One list for all, so that one look finds them; empty for none. */
  let selector = '';
  return {
    set(selectors) {
      selector = selectors.filter(isUnderstood).join(', ');
    },
    holds(element) {
      if (selector === '') return false;
      for (let at: Element | null = element; at; at = findHost(at)) {
        if (findClosest(at, selector)) return true;
      }
      return false;
    },
    list(root) {
      if (selector === '') return [];
      return Array.from(queryAll(root, selector)).filter((element) => {
        const parent = getParentElement(element);
        return parent === null || findClosest(parent, selector) === null;
      });
    },
  };
}

function isUnderstood(selector: string): boolean {
  try {
    new DocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}

/** The host of the shadow root an element is in; null in the document itself. */
function findHost(element: Element): Element | null {
  const root = element.getRootNode();
  return getNodeType(root) === Node.DOCUMENT_FRAGMENT_NODE && 'host' in root
    ? (root as ShadowRoot).host
    : null;
}

/** Where a region shows something: its own boxes and those of all in it, which may stick out. */
export function measureRegion(region: Element): DOMRect[] {
  const inside = region.ownerDocument.createRange();
  inside.selectNodeContents(region);
  const rects = [measure(region), inside.getBoundingClientRect()];
  const root = region.shadowRoot;
  if (root) for (const child of Array.from(root.children)) rects.push(measure(child));
  return rects;
}
