/** A place in this frame's viewport, CSS px. */
export interface Point {
  x: number;
  y: number;
}

/** Client rects that have an area; those of the content where the element itself makes no box. */
export function listRects(element: Element): DOMRect[] {
  const own = [...element.getClientRects()].filter(hasArea);
  if (own.length > 0 || getComputedStyle(element).display !== 'contents') return own;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()].filter(hasArea);
}

function hasArea(rect: DOMRect): boolean {
  return rect.width > 0 && rect.height > 0;
}

/**
 * Points to try on an element, best first: the centre of its largest visible rect, then the middle
 * of that rect's quarters, then the centres of the others. Several, because a link's centre may lie
 * on a button inside it. Empty when nothing of it is in the viewport.
 */
export function listPoints(element: Element): Point[] {
  const view = element.ownerDocument.documentElement;
  const shown = listRects(element)
    .map((rect) => ({
      left: Math.max(rect.left, 0),
      top: Math.max(rect.top, 0),
      right: Math.min(rect.right, view.clientWidth),
      bottom: Math.min(rect.bottom, view.clientHeight),
    }))
    .filter((rect) => rect.right - rect.left >= 1 && rect.bottom - rect.top >= 1)
    .sort((a, b) => areaOf(b) - areaOf(a));
  const largest = shown[0];
  if (!largest) return [];
  return [
    pointIn(largest, 0.5, 0.5),
    pointIn(largest, 0.25, 0.5),
    pointIn(largest, 0.75, 0.5),
    pointIn(largest, 0.5, 0.25),
    pointIn(largest, 0.5, 0.75),
    ...shown.slice(1, 4).map((rect) => pointIn(rect, 0.5, 0.5)),
  ];
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function areaOf(rect: Edges): number {
  return (rect.right - rect.left) * (rect.bottom - rect.top);
}

function pointIn(rect: Edges, across: number, down: number): Point {
  return {
    x: rect.left + (rect.right - rect.left) * across,
    y: rect.top + (rect.bottom - rect.top) * down,
  };
}
