import type { FramePlace } from '../../core/snapshot/snapshot.ts';
import { getAssignedSlot, getParentNode, measure } from '../read/native.ts';

/**
 * Where the viewport of a frame element's document lies in the viewport of the element's own one:
 * behind border and padding, scaled as the element is. A rotated or skewed frame gets its bounding
 * rectangle's scale, which is only near the truth.
 */
export function measurePlace(frame: HTMLElement, window: Window): FramePlace {
  const rect = measure(frame);
  const style = window.getComputedStyle(frame);
  const scaleX = frame.offsetWidth > 0 ? rect.width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight > 0 ? rect.height / frame.offsetHeight : 1;
  return {
    x: rect.x + (frame.clientLeft + parsePx(style.paddingLeft)) * scaleX,
    y: rect.y + (frame.clientTop + parsePx(style.paddingTop)) * scaleY,
    scaleX,
    scaleY,
  };
}

function parsePx(length: string): number {
  const px = Number.parseFloat(length);
  return Number.isFinite(px) ? px : 0;
}

/** Whether the element is turned, skewed, mirrored or tilted, so that its place does not tell where what is in it lies. */
export function isAskew(element: Element, window: Window): boolean {
  for (let at: Element | null = element; at; at = findAround(at)) {
    const style = window.getComputedStyle(at);
    const { transform, rotate, scale, offsetPath } = style;
    if (rotate !== 'none' || offsetPath !== 'none' || scale.includes('-')) return true;
    if (transform !== 'none' && !isUpright(transform)) return true;
  }
  return false;
}

function isUpright(transform: string): boolean {
  const { a, b, c, d, is2D } = new DOMMatrixReadOnly(transform);
  return is2D && a > 0 && d > 0 && b === 0 && c === 0;
}

/** What an element is laid out in. */
function findAround(element: Element): Element | null {
  const parent = getAssignedSlot(element) ?? getParentNode(element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}
