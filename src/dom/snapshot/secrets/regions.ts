import type { Box, MaskReport } from '../../../core/snapshot/snapshot.ts';
import { isDistorted, measureFramePlace } from '../target-box.ts';
import { closestComposed } from '../../composed-tree.ts';
import * as dom from '../../native.ts';

export type Regions = ReturnType<typeof createRegions>;

/** Parts of the page that the user wants masked, by CSS selectors of theirs. */
export function createRegions() {
  /** One list for all, so that one look finds them; empty for none. */
  let selector = '';
  return {
    /** From now on; a selector that this browser does not understand matches nothing. */
    set(selectors: readonly string[]): void {
      selector = selectors.filter(isValidSelector).join(', ');
    },
    /** Whether the element is in such a part, shadow roots and their hosts included. */
    holds(element: Element): boolean {
      return selector !== '' && closestComposed(element, selector) !== null;
    },
    /** The outermost elements of such parts in a root, in document order. */
    list(root: Document | ShadowRoot): Element[] {
      if (selector === '') return [];
      return Array.from(dom.queryAll(root, selector)).filter((element) => {
        const parent = dom.getParentElement(element);
        return parent === null || dom.findClosest(parent, selector) === null;
      });
    },
  };
}

function isValidSelector(selector: string): boolean {
  try {
    new DocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}

/** Where a region shows something: its own boxes and those of all in it, which may stick out. */
export function measureRegion(region: Element): DOMRect[] {
  const document = dom.getOwnerDocument(region);
  const rects = [dom.measure(region)];
  if (document) {
    const inside = dom.makeRange(document);
    inside.selectNodeContents(region);
    rects.push(inside.getBoundingClientRect());
  }
  const root = dom.getShadowRoot(region);
  if (root) for (const child of Array.from(root.children)) rects.push(dom.measure(child));
  return rects;
}

/** What is looked at for masks. */
export interface MaskTargets {
  /** Secret fields. */
  fields: readonly Element[];
  /** Masked regions. */
  regions: readonly Element[];
  /** All frame elements, with the tokens of the documents in them. */
  frames: readonly { element: HTMLElement; tokens: readonly string[] }[];
}

/** Where the document with this token must not be shown, as it is at this moment. */
export function measureMasks(
  window: Window,
  token: string,
  { fields, regions, frames }: MaskTargets,
): MaskReport {
  const boxes: Box[] = [];
  const children: MaskReport['children'] = [];
  for (const field of fields) if (dom.isRendered(field)) addBox(boxes, dom.measure(field));
  for (const region of regions) {
    for (const rect of measureRegion(region)) addBox(boxes, rect);
  }
  for (const { element, tokens } of frames) {
    if (tokens.length === 0) continue;
    const [box] = addBox([], dom.measure(element));
    if (!box) continue;
    const place = measureFramePlace(element, window);
    const askew = isDistorted(element, window) ? { askew: true } : {};
    for (const child of tokens) children.push({ token: child, place, box, ...askew });
  }
  const { innerWidth: width, innerHeight: height } = window;
  return {
    token,
    boxes,
    children,
    viewport: { width, height },
    pinch: readPinchZoom(window),
  };
}

function addBox(boxes: Box[], { x, y, width, height }: DOMRect): Box[] {
  if (width > 0 && height > 0) boxes.push({ x, y, width, height });
  return boxes;
}

function readPinchZoom({ visualViewport }: Window): MaskReport['pinch'] {
  if (!visualViewport || visualViewport.scale === 1) return null;
  const { offsetLeft: x, offsetTop: y, scale } = visualViewport;
  return { x, y, scale };
}
