import { measureTarget } from '../../snapshot/target-box.ts';
import { isActivationKey } from '../text/controls.ts';
import { findDeepTarget } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import type { PressTracker } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import { createDeferredTasks } from '../deferred-tasks.ts';

/** Moved further than this between press and release, the pointer dragged or selected. */
export const CLICK_TOLERANCE_PX = 8;

/** What asks for the context menu without a pointer: its own key, or Shift+F10. */
export const CONTEXT_MENU_KEYS: ReadonlySet<string> = new Set(['ContextMenu', 'F10']);

/** Clicks of the main button, of the middle one, which opens links in new tabs, and of the right one. */
export function createClicks(ports: CapturePorts, hand: PressTracker) {
  /** What became a click already: of two that follow fast, both are judged only then. */
  const clicked = new WeakSet<Gesture>();
  const soon = createDeferredTasks();
  /** The first press of what may become a double click. */
  let first: Gesture | null = null;
  let menuOf: Gesture | null = null;
  let down = { x: 0, y: 0 };
  /** The press of the main button that is not let go yet, nor moved with. */
  let held: Gesture | null = null;
  let isSpent = false;

  return {
    /** The next event is here: whether the last release clicked is decided. */
    settle: soon.flush,

    onDown({ clientX, clientY, button }: PointerEvent, press: Gesture | null): void {
      down = { x: clientX, y: clientY };
      held = button === 0 ? press : null;
      isSpent = false;
    },

    onMove({ clientX, clientY }: PointerEvent): void {
      if (held && Math.hypot(clientX - down.x, clientY - down.y) > CLICK_TOLERANCE_PX) held = null;
    },

    onCancel(): void {
      held = null;
    },

    /** A page that answers the press by going away, or a frame that is taken away by it, sees no release. */
    onLeave(event: Event): void {
      if (!held || hand.causeOf(event) !== held || clicked.has(held)) return;
      clicked.add(held);
      const { target } = held;
      hand.emit({ intent: 'click', uid: ports.uidOf(target) }, target, held, null);
    },

    /** The press was something else; the click that the browser makes of it all the same is none. */
    spend(): void {
      isSpent = true;
    },

    /**
     * Of a target that is gone meanwhile the browser makes no click, nor of the backdrop of a dialog that closes
     * by it, nor where something lay under the pointer only while it was pressed; the person did.
     */
    onUp(event: PointerEvent): void {
      held = null;
      const cause = hand.causeOf(event);
      if (isSpent || cause?.kind !== 'pointer' || event.button !== 0) return;
      const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
      const over = findDeepTarget(event, ports);
      soon.defer(() => {
        const { width, height } = measureTarget(cause.target);
        const isThere = width > 0 && height > 0 && over === cause.target;
        if (clicked.has(cause) || isThere || moved > CLICK_TOLERANCE_PX) return;
        clicked.add(cause);
        first = cause;
        const action = { intent: 'click', uid: ports.uidOf(cause.target) } as const;
        hand.emit(action, cause.target, cause, event);
      });
    },

    onClick(event: MouseEvent): void {
      const cause = hand.causeOf(event);
      const hit = findDeepTarget(event, ports);
      if (!cause || !hit || event.button > 1) return;
      if (isSpent && event.detail > 0) return;
      // A label passes its click on to its control, and Enter in a field clicks the submit button:
      // neither has a press of its own.
      if (clicked.has(cause)) return;
      if (cause.kind === 'key' ? !isClickOfKey(cause, hit, event) : event.detail === 0) return;
      const { target } = cause;
      const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
      if (cause.kind === 'pointer' && hit !== target && moved > CLICK_TOLERANCE_PX) return;
      clicked.add(cause);
      if (event.detail === 1) first = cause;
      // Released over something else (the target shrank, or moved away), what holds both was clicked;
      // but what a person meant is what they pressed on.
      hand.emit({ intent: 'click', uid: ports.uidOf(target) }, target, cause, event);
    },

    /** Of clicks in a row the browser makes a double click of every second; a person means the first. */
    onDouble(event: MouseEvent): void {
      const second = hand.causeOf(event);
      if (event.detail !== 2 || !first || !second || first === second) return;
      if (!clicked.has(second)) return;
      const { target } = first;
      const before = { ...first, at: second.at, turnId: second.turnId };
      hand.emit({ intent: 'doubleClick', uid: ports.uidOf(target) }, target, before, event);
      first = null;
    },

    onMenu(event: MouseEvent): void {
      const cause = hand.causeOf(event);
      if (!cause || cause === menuOf) return;
      if (cause.kind === 'key' && !CONTEXT_MENU_KEYS.has(cause.key)) return;
      menuOf = cause;
      const { target } = cause;
      hand.emit({ intent: 'rightClick', uid: ports.uidOf(target) }, target, cause, event);
    },
  };
}

/** In a closed root the click of Enter in a field, which is the submit button's, seems to be the field's own. */
function isClickOfKey({ target, key }: Gesture, hit: Element, event: MouseEvent): boolean {
  const isSeen = event.composedPath()[0] === hit;
  return target === hit && (isSeen || isActivationKey(target, key));
}
