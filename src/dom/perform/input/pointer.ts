import type { PerformContext } from '../context.ts';
import type { Point } from '../target/point.ts';
import { getParentOrHost, isInside } from '../../composed-tree.ts';

/** Dispatches pointer events and remembers where the pointer is: the elements it leaves get their events. */
const resting = new WeakMap<Document, WeakRef<Element>>();

const MOUSE = {
  pointerover: 'mouseover',
  pointerenter: 'mouseenter',
  pointermove: 'mousemove',
  pointerdown: 'mousedown',
  pointerup: 'mouseup',
  pointerout: 'mouseout',
  pointerleave: 'mouseleave',
} as const;

type PointerType = keyof typeof MOUSE;

/** Moves the pointer onto an element: out and leave of the old, over, enter and move of the new. */
export function movePointer(element: Element, point: Point, ctx: PerformContext): void {
  const before = resting.get(ctx.document)?.deref() ?? null;
  if (before !== element) {
    if (before?.isConnected) {
      send(before, 'pointerout', point, element);
      for (
        let at: Element | null = before;
        at && !isInside(element, at, ctx);
        at = getParentOrHost(at)
      ) {
        send(at, 'pointerleave', point, element);
      }
    }
    send(element, 'pointerover', point, before);
    const entered: Element[] = [];
    for (let at: Element | null = element; at; at = getParentOrHost(at)) {
      if (before?.isConnected && isInside(before, at, ctx)) break;
      entered.unshift(at);
    }
    for (const each of entered) send(each, 'pointerenter', point, before);
    resting.set(ctx.document, new WeakRef(element));
  }
  send(element, 'pointermove', point, null);
}

/**
 * Sends a pointer event and its mouse twin. `pointer`: the page refused the press, which calls off
 * the mouse events that stand for it until the release (Pointer Events, §11). `mouse`: it refused the
 * mouse event, which keeps the focus where it is. `none`: it left the default alone.
 */
export function send(
  element: Element,
  type: PointerType,
  point: Point,
  relatedTarget: Element | null,
  twin = true,
): 'none' | 'pointer' | 'mouse' {
  const pressing = type === 'pointerdown';
  const plain = type.endsWith('enter') || type.endsWith('leave');
  const init: PointerEventInit = {
    ...placeOf(element, point),
    bubbles: !plain,
    cancelable: !plain,
    composed: true,
    button: pressing || type === 'pointerup' ? 0 : -1,
    buttons: pressing ? 1 : 0,
    pressure: pressing ? 0.5 : 0,
    relatedTarget,
    ...POINTER,
  };
  const allowed = element.dispatchEvent(new PointerEvent(type, init));
  if (!allowed && pressing) return 'pointer';
  if (!twin) return 'none';
  const detail = pressing || type === 'pointerup' ? 1 : 0;
  const mouse = new MouseEvent(MOUSE[type], {
    ...init,
    button: Math.max(0, init.button ?? 0),
    detail,
  });
  return element.dispatchEvent(mouse) ? 'none' : 'mouse';
}

/** Ends a press without a click: the page must not believe that the button is still down. */
export function cancelPress(element: Element, point: Point): void {
  const init = { ...placeOf(element, point), bubbles: true, composed: true };
  element.dispatchEvent(new PointerEvent('pointercancel', { ...init, ...POINTER }));
  element.ownerDocument.documentElement.dispatchEvent(new MouseEvent('mouseup', init));
}

/**
 * One click, with the coordinates and the pointer of a real one: `element.click()` carries neither,
 * and libraries take it for a screen reader's and act a second time. The browser's own part (links,
 * tick boxes, labels, submit buttons) runs for a dispatched click all the same, once.
 */
export function sendClick(element: Element, point: Point): void {
  element.dispatchEvent(
    new PointerEvent('click', {
      ...placeOf(element, point),
      ...POINTER,
      bubbles: true,
      cancelable: true,
      composed: true,
      detail: 1,
    }),
  );
}

const POINTER = { pointerId: 1, pointerType: 'mouse', isPrimary: true };

function placeOf(element: Element, point: Point): MouseEventInit & { view: Window | null } {
  const view = element.ownerDocument.defaultView;
  return {
    view,
    clientX: point.x,
    clientY: point.y,
    screenX: point.x + (view?.screenX ?? 0),
    screenY: point.y + (view?.screenY ?? 0),
  };
}
