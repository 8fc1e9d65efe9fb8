import type { FramePlace } from '../../core/snapshot/snapshot.ts';
import { measure } from '../read/native.ts';

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
