import type { FramePlace } from '../../core/snapshot/snapshot.ts';
import { getComposedParent } from '../composed-tree.ts';
import * as dom from '../native.ts';

/**
 * Where the target of an action is, in CSS px of its viewport: its own box, or where it has none
 * (`display: contents`, a link round a floating picture) what its contents take up. Of an area of an
 * image map, its part of the picture. Empty for what is not rendered.
 */
export function measureTarget(element: Element): DOMRect {
  const own = dom.measure(element);
  if (own.width > 0 && own.height > 0) return own;
  const shown =
    element instanceof HTMLAreaElement ? measureArea(element) : measureContents(element);
  return shown && shown.width > 0 && shown.height > 0 ? shown : own;
}

function measureContents(element: Element): DOMRect | null {
  const document = dom.getOwnerDocument(element);
  if (!document) return null;
  const contents = dom.makeRange(document);
  contents.selectNodeContents(element);
  return contents.getBoundingClientRect();
}

/** The bounds of its shape in the picture (HTML, "image map processing model"). */
function measureArea(area: HTMLAreaElement): DOMRect | null {
  const document = dom.getOwnerDocument(area);
  const window = document && dom.getWindow(document);
  const picture = findPicture(area);
  if (!window || !picture) return null;
  const sides = listSides(area, picture);
  if (!sides) return null;
  const { x, y, scaleX, scaleY } = measureFramePlace(picture, window);
  const [left, top, right, bottom] = sides;
  return new DOMRect(
    x + left * scaleX,
    y + top * scaleY,
    (right - left) * scaleX,
    (bottom - top) * scaleY,
  );
}

function findPicture(area: HTMLAreaElement): HTMLImageElement | null {
  const map = dom.findClosest(area, 'map');
  const root = dom.getRootOf(area);
  const name = map && dom.getAttribute(map, 'name');
  if (!name || !(root instanceof Document || root instanceof ShadowRoot)) return null;
  for (const picture of dom.queryAll(root, 'img[usemap]')) {
    const isItsOwn = dom.getAttribute(picture, 'usemap') === `#${name}`;
    if (isItsOwn && picture instanceof HTMLImageElement) return picture;
  }
  return null;
}

type Sides = [left: number, top: number, right: number, bottom: number];

/** In CSS px of the picture; null for a shape without the numbers it needs. */
function listSides({ shape, coords }: HTMLAreaElement, picture: HTMLImageElement): Sides | null {
  const numbers = coords.split(/[\s,;]+/).flatMap((text) => {
    const number = Number.parseFloat(text);
    return Number.isFinite(number) ? [number] : [];
  });
  if (/^default$/i.test(shape)) return [0, 0, picture.width, picture.height];
  const [x = 0, y = 0, radius = 0] = numbers;
  if (/^circ/i.test(shape)) return [x - radius, y - radius, x + radius, y + radius];
  if (numbers.length < 4) return null;
  const across = numbers.filter((_, at) => at % 2 === 0);
  const down = numbers.filter((_, at) => at % 2 === 1);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

/**
 * Where the viewport of a frame element's document lies in the viewport of the element's own one:
 * behind border and padding, scaled as the element is. A rotated or skewed frame gets its bounding
 * rectangle's scale, which is only near the truth.
 */
export function measureFramePlace(frame: HTMLElement, window: Window): FramePlace {
  const rect = dom.measure(frame);
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
export function isDistorted(element: Element, window: Window): boolean {
  for (let at: Element | null = element; at; at = getComposedParent(at)) {
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

export function isInView(rect: DOMRect, { innerWidth, innerHeight }: Window = window): boolean {
  return rect.right > 0 && rect.bottom > 0 && rect.left < innerWidth && rect.top < innerHeight;
}
