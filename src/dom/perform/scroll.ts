import type { PerformContext, Prepared } from './context.ts';
import { listPoints } from './target/point.ts';
import { elementAt, getParentOrHost } from '../composed-tree.ts';

/** How far to scroll, CSS px, right and down positive. */
export interface Distance {
  x: number;
  y: number;
}

/**
 * Scrolls the nearest box around `target` that can still move that way, else the page. With no
 * target, where the page itself does not scroll, the box in the middle of the viewport.
 */
export function prepareScroll(target: Element | null, by: Distance, ctx: PerformContext): Prepared {
  const page = ctx.document.scrollingElement ?? ctx.document.documentElement;
  const start = target ?? (canMove(page, by, page) ? page : elementInMiddle(ctx));
  const scroller = start ? findScroller(start, by, page) : page;
  return {
    ok: true,
    subject: scroller,
    act() {
      const over = scroller === page ? elementInMiddle(ctx) : scroller;
      if (!over || sendWheel(over, by)) {
        scroller.scrollBy({ left: by.x, top: by.y, behavior: 'instant' });
      }
      return Promise.resolve(null);
    },
  };
}

export function findScroller(start: Element, by: Distance, page: Element): Element {
  for (let at: Element | null = start; at; at = getParentOrHost(at)) {
    if (canMove(at, by, page)) return at;
  }
  return page;
}

/** Whether the box scrolls and is not yet at its end in that direction. */
function canMove(element: Element, by: Distance, page: Element): boolean {
  const style = getComputedStyle(element);
  const isPage = element === page;
  // The body's overflow is the viewport's as long as the root's is visible; its own box stays put.
  if (!isPage && element === element.ownerDocument.body) return false;
  const down = {
    at: element.scrollTop,
    most: element.scrollHeight - element.clientHeight,
    backwards: style.flexDirection === 'column-reverse',
  };
  const right = {
    at: element.scrollLeft,
    most: element.scrollWidth - element.clientWidth,
    backwards: style.direction === 'rtl',
  };
  return (
    (opens(style.overflowY, isPage) && hasRoom(by.y, down)) ||
    (opens(style.overflowX, isPage) && hasRoom(by.x, right))
  );
}

function opens(overflow: string, isPage: boolean): boolean {
  return /auto|scroll|overlay/u.test(overflow) || (isPage && overflow !== 'hidden');
}

/** Positions are 0 … most, or -most … 0 in boxes that start at their end; ends may be a fraction off. */
function hasRoom(by: number, axis: { at: number; most: number; backwards: boolean }): boolean {
  const gone = axis.backwards ? axis.at + axis.most : axis.at;
  if (by === 0 || axis.most < 1) return false;
  return by > 0 ? gone < axis.most - 1 : gone >= 1;
}

function elementInMiddle(ctx: PerformContext): Element | null {
  const middle = listPoints(ctx.document.documentElement)[0];
  return middle ? elementAt(middle, ctx) : null;
}

/** Tells the page of the wheel first: pages that scroll by themselves answer it and stop the rest. */
function sendWheel(element: Element, by: Distance): boolean {
  const point = listPoints(element)[0] ?? { x: 0, y: 0 };
  return element.dispatchEvent(
    new WheelEvent('wheel', {
      bubbles: true,
      cancelable: true,
      composed: true,
      view: element.ownerDocument.defaultView,
      clientX: point.x,
      clientY: point.y,
      deltaX: by.x,
      deltaY: by.y,
      deltaMode: WheelEvent.DOM_DELTA_PIXEL,
    }),
  );
}
