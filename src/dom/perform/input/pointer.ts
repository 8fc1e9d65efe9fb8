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

/** Beside its type and place, what differs between pointer events. */
interface Details {
  relatedTarget?: Element | null;
  /** Sends the pointer event without its mouse event. */
  isAlone?: boolean;
  /** Which button is pressed or released: the main one, or the other one of the context menu. */
  button?: 0 | 2;
  /** The main button is down while it moves. */
  isHeld?: boolean;
  /** The second press of a double click is 2. */
  count?: number;
}

/** Moves the pointer onto an element: out and leave of the old, over, enter and move of the new. */
export function movePointer(
  element: Element,
  point: Point,
  ctx: PerformContext,
  isHeld = false,
): void {
  const before = resting.get(ctx.document)?.deref() ?? null;
  if (before !== element) {
    if (before?.isConnected) {
      send(before, 'pointerout', point, { relatedTarget: element, isHeld });
      for (
        let at: Element | null = before;
        at && !isInside(element, at, ctx);
        at = getParentOrHost(at)
      ) {
        send(at, 'pointerleave', point, { relatedTarget: element, isHeld });
      }
    }
    send(element, 'pointerover', point, { relatedTarget: before, isHeld });
    const entered: Element[] = [];
    for (let at: Element | null = element; at; at = getParentOrHost(at)) {
      if (before?.isConnected && isInside(before, at, ctx)) break;
      entered.unshift(at);
    }
    for (const each of entered)
      send(each, 'pointerenter', point, { relatedTarget: before, isHeld });
    resting.set(ctx.document, new WeakRef(element));
  }
  send(element, 'pointermove', point, { isHeld });
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
  { relatedTarget = null, isAlone, button = 0, isHeld, count = 1 }: Details = {},
): 'none' | 'pointer' | 'mouse' {
  const pressing = type === 'pointerdown';
  const releasing = type === 'pointerup';
  const plain = type.endsWith('enter') || type.endsWith('leave');
  const isDown = pressing || isHeld === true;
  const init: PointerEventInit = {
    ...placeOf(element, point),
    bubbles: !plain,
    cancelable: !plain,
    composed: true,
    button: pressing || releasing ? button : -1,
    buttons: isDown ? BUTTONS[button] : 0,
    pressure: isDown ? 0.5 : 0,
    relatedTarget,
    ...POINTER,
  };
  const allowed = element.dispatchEvent(new PointerEvent(type, init));
  if (!allowed && pressing) return 'pointer';
  if (isAlone) return 'none';
  const detail = pressing || releasing ? count : 0;
  const mouse = new MouseEvent(MOUSE[type], {
    ...init,
    button: Math.max(0, init.button ?? 0),
    detail,
  });
  return element.dispatchEvent(mouse) ? 'none' : 'mouse';
}

/** Ends a press without a click: the page must not believe that the button is still down. */
export function cancelPress(element: Element, point: Point): void {
  cancelPointer(element, point);
  const init = { ...placeOf(element, point), bubbles: true, composed: true };
  element.ownerDocument.documentElement.dispatchEvent(new MouseEvent('mouseup', init));
}

/** From here on the browser has the pointer: it drags. */
export function cancelPointer(element: Element, point: Point): void {
  const init = { ...placeOf(element, point), ...POINTER, bubbles: true, composed: true };
  element.dispatchEvent(new PointerEvent('pointercancel', init));
}

/**
 * One click, with the coordinates and the pointer of a real one: `element.click()` carries neither,
 * and libraries take it for a screen reader's and act a second time. The browser's own part (links,
 * tick boxes, labels, submit buttons) runs for a dispatched click all the same, once.
 */
export function sendClick(element: Element, point: Point, count = 1): void {
  element.dispatchEvent(new PointerEvent('click', { ...clickOn(element, point), detail: count }));
}

/** After the second of two clicks (UI Events, §5.2). */
export function sendDoubleClick(element: Element, point: Point): void {
  element.dispatchEvent(new MouseEvent('dblclick', { ...clickOn(element, point), detail: 2 }));
}

/** What opens a menu of the page's own; the browser's does not open for a program. */
export function sendContextMenu(element: Element, point: Point): void {
  const init = { ...clickOn(element, point), button: 2, buttons: 2 };
  element.dispatchEvent(new PointerEvent('contextmenu', init));
}

function clickOn(element: Element, point: Point): PointerEventInit {
  return {
    ...placeOf(element, point),
    ...POINTER,
    bubbles: true,
    cancelable: true,
    composed: true,
  };
}

/** A drag event (HTML standard, §6.11); whether the page left its default alone. */
export function sendDrag(
  element: Element,
  type: 'dragstart' | 'drag' | 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'dragend',
  point: Point,
  dataTransfer: DataTransfer,
): boolean {
  const init = { ...clickOn(element, point), buttons: 1, dataTransfer };
  return element.dispatchEvent(new DragEvent(type, init));
}

/** By the button that is down, as `MouseEvent.buttons` counts it. */
const BUTTONS = { 0: 1, 2: 2 } as const;
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
