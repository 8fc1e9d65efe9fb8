import {
  getDocumentElement,
  getFirstElementChild,
  getOwnerDocument,
  getParentElement,
  getWindow,
  isWithin,
  measure,
} from '../read/native.ts';

/** A popup this far from what opened it still belongs to it, CSS px. */
const NEAR_PX = 64;
/** Wrappers around a popup. */
const DEPTH = 5;
/** What a part that unfolds in the page is put into, beside what unfolds it. */
const GROUPED = 3;
/** What a list or card is part of is larger. */
const LARGE = 0.25;

/**
 * Whether a part that a script has shown looks like the answer to hovering `trigger`: in it or in the
 * small part around it, or standing out from the page beside it. News that arrives meanwhile does not.
 */
export function isPopup(part: Element, trigger: Element): boolean {
  if (isWithin(trigger, part)) return true;
  let around = getParentElement(part);
  for (let up = 1; around && up < GROUPED && !isWithin(around, trigger); up++) {
    around = getParentElement(around);
  }
  if (around && isWithin(around, trigger) && !isLarge(around)) return true;
  let stands = false;
  let box = measure(part);
  let at: Element | null = part;
  for (let depth = 0; at && depth < DEPTH; depth++) {
    stands ||= ['absolute', 'fixed'].includes(readPosition(at));
    box = measure(at);
    if (box.width > 0 && box.height > 0 && stands) break;
    at = getFirstElementChild(at);
  }
  return stands && measureGap(box, measure(trigger)) <= NEAR_PX;
}

function readPosition(element: Element): string {
  const document = getOwnerDocument(element);
  const window = document && getWindow(document);
  return window?.getComputedStyle(element).position ?? '';
}

function isLarge(element: Element): boolean {
  const document = getOwnerDocument(element);
  const root = document && getDocumentElement(document);
  const window = document && getWindow(document);
  if (!window || element === root) return true;
  const { width, height } = measure(element);
  return width * height > LARGE * window.innerWidth * window.innerHeight;
}

function measureGap(one: DOMRect, other: DOMRect): number {
  const x = Math.max(one.left - other.right, other.left - one.right, 0);
  const y = Math.max(one.top - other.bottom, other.top - one.bottom, 0);
  return Math.hypot(x, y);
}
