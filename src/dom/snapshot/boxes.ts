import * as dom from '../native.ts';
import { isStray } from './survey.ts';
import { measureTarget, isInView } from './target-box.ts';
import { STRAY, SURVEYED } from './uids.ts';
import type { Uids } from './uids.ts';

/** Every eighth element is a probe. */
const PROBE_INTERVAL = 8;

/** `viewport`: elements that intersect it. `all`: every rendered element, wherever it is. */
export type BoxScope = 'viewport' | 'all';

export type MeasureMode = 'each' | 'strays' | 'none';

export interface Probe {
  index: number;
  element: Element;
}

export type BoxTaker = ReturnType<typeof createBoxTaker>;

/**
 * Measures while the document is walked. For `viewport` it does not look inside what is not rendered,
 * nor inside what is well away from it, except for strays: a measurement costs ten
 * times as much as the rest of the walk. `always` are measured whatever they are and wherever.
 */
export function createBoxTaker(
  window: Window,
  scope: BoxScope,
  uids: Uids,
  always: readonly Element[],
) {
  const { innerWidth, innerHeight } = window;
  /** Above and below the viewport; to the sides, where hardly anything lies, it is a whole one. */
  const margin = innerHeight / 2;
  const taken: number[] = [];
  const probes: Probe[] = [];
  let mode: MeasureMode = 'each';
  /** Where the current mode ends (null: with the current root), and what it was before. */
  let modes: { end: Element | null; before: MeasureMode }[] = [];
  const roots: { modes: typeof modes; mode: MeasureMode }[] = [];

  const change = (element: Element, to: MeasureMode): MeasureMode => {
    modes.push({ end: findElementAfter(element), before: mode });
    mode = to;
    return to;
  };
  const keep = (index: number, rect: DOMRect): void => {
    taken.push(index, rect.x, rect.y, rect.width, rect.height);
  };
  const isFar = (element: Element, rect: DOMRect): boolean => {
    if (rect.top > innerHeight + margin) return true;
    if (rect.bottom < -margin) {
      return rect.top + Math.max(rect.height, dom.getScrollHeight(element)) < -margin;
    }
    // Content runs over to the right, or to the left where text does.
    if (rect.left > 2 * innerWidth) {
      return rect.right - Math.max(rect.width, dom.getScrollWidth(element)) > 2 * innerWidth;
    }
    return (
      rect.right < -innerWidth &&
      rect.left + Math.max(rect.width, dom.getScrollWidth(element)) < -innerWidth
    );
  };
  const mayStray = (element: Element, value: number): boolean => {
    if ((value & SURVEYED) !== 0) return (value & STRAY) !== 0;
    const strays = isStray(element, window);
    uids.mark(element, strays ? SURVEYED | STRAY : SURVEYED);
    return strays;
  };

  return {
    /** A few of the elements with a box in view, from all over it. */
    probes,
    /**
     * Called for every element in document order; `value` is what the uids know of it. Says so when from
     * here to the end of the element nothing more is measured, or strays only.
     */
    visit(element: Element, index: number, value: number): MeasureMode | null {
      while (modes.length > 0 && modes.at(-1)?.end === element)
        mode = modes.pop()?.before ?? 'each';
      if (always.length > 0 && always.includes(element)) {
        keep(index, measureTarget(element));
        return null;
      }
      if (mode === 'none' || (mode === 'strays' && !mayStray(element, value))) return null;
      const rect = dom.measure(element);
      const { width, height } = rect;
      if (width === 0 && height === 0) {
        if (dom.getFirstElementChild(element) !== null && isHidden(element, window)) {
          return change(element, 'none');
        }
        return null;
      }
      const isSeen = isInView(rect, window);
      if (isSeen || scope === 'all') {
        if (width > 0 && height > 0 && dom.isRendered(element)) {
          if (isSeen && taken.length % (5 * PROBE_INTERVAL) === 0) probes.push({ index, element });
          keep(index, rect);
        }
        if (mode === 'strays') change(element, 'each');
      } else if (mode === 'each' && dom.getFirstElementChild(element) !== null) {
        if (isFar(element, rect)) return change(element, 'strays');
      } else if (mode === 'strays' && !isFar(element, rect)) change(element, 'each');
      return null;
    },
    isAside(stray: Element): boolean {
      const rect = dom.measure(stray);
      return (rect.width === 0 && rect.height === 0) || isFar(stray, rect);
    },
    /** The walk goes into a shadow root, or into a template's content, which is never rendered. */
    enter(isInert: boolean): void {
      roots.push({ modes, mode });
      modes = [];
      if (isInert) mode = 'none';
    },
    leave(): void {
      const outer = roots.pop();
      if (outer) ({ modes, mode } = outer);
    },
    /** x, y, width, height of each of `count` elements; NaN where there is none. */
    finish(count: number): Float32Array {
      const boxes = new Float32Array(4 * count).fill(Number.NaN);
      for (let at = 0; at < taken.length; at += 5) {
        const place = 4 * (taken[at] ?? 0);
        for (let side = 0; side < 4; side++)
          boxes[place + side] = taken[at + 1 + side] ?? Number.NaN;
      }
      return boxes;
    },
  };
}

/** Not rendered with all that is in it. An element with `display: contents` has no box either, but its children do. */
function isHidden(element: Element, window: Window): boolean {
  return window.getComputedStyle(element).display === 'none';
}

function findElementAfter(element: Element): Element | null {
  let current: Element | null = element;
  while (current) {
    const next = dom.getNextElementSibling(current);
    if (next) return next;
    current = dom.getParentElement(current);
  }
  return null;
}
