import { measureTarget } from '../../snapshot/target-box.ts';
import { isActivationKey } from '../text/controls.ts';
import { findDeepTarget } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import type { PressTracker } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import { createDeferredTasks } from '../deferred-tasks.ts';

/** A pointer that moved further between press and release dragged or selected. */
export const CLICK_TOLERANCE_PX = 8;

/** Keys that open the context menu: its own key, or Shift+F10. */
export const CONTEXT_MENU_KEYS: ReadonlySet<string> = new Set(['ContextMenu', 'F10']);

/** Records clicks of the main button, the middle button (which opens links in new tabs) and the right button. */
export function createClicks(ports: CapturePorts, hand: PressTracker) {
  const clicked = new WeakSet<Gesture>();
  const soon = createDeferredTasks();
  /** The first press of a possible double click. */
  let first: Gesture | null = null;
  let menuOf: Gesture | null = null;
  let down = { x: 0, y: 0 };
  /** The press of the main button that is neither released nor moved yet. */
  let held: Gesture | null = null;
  let isSpent = false;

  return {
    /** The next event decides whether the last release was a click. */
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

    /** There is no release if the page unloads, or its frame is removed, in response to the press. */
    onLeave(event: Event): void {
      if (!held || hand.causeOf(event) !== held || clicked.has(held)) return;
      clicked.add(held);
      const { target } = held;
      hand.emit({ intent: 'click', uid: ports.uidOf(target) }, target, held, null);
    },

    /** The press became something else; ignores the click event that follows. */
    spend(): void {
      isSpent = true;
    },

    /**
     * The browser fires no click if the target is gone, if the backdrop of a dialog closed by the press, or if
     * something covered the target during the press. The person did click.
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
      // A label passes its click on to its control, and Enter in a field clicks the submit button: neither has a
      // press of its own.
      if (clicked.has(cause)) return;
      if (cause.kind === 'key' ? !isClickOfKey(cause, hit, event) : event.detail === 0) return;
      const { target } = cause;
      const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
      if (cause.kind === 'pointer' && hit !== target && moved > CLICK_TOLERANCE_PX) return;
      clicked.add(cause);
      if (event.detail === 1) first = cause;
      // If the target moved during the press, the common ancestor gets the click; the person meant the pressed
      // element.
      hand.emit({ intent: 'click', uid: ports.uidOf(target) }, target, cause, event);
    },

    /** The browser fires a double click for every second click in a row; the person means the first. */
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

/** In a closed root, the click that Enter causes on the submit button seems to come from the field. */
function isClickOfKey({ target, key }: Gesture, hit: Element, event: MouseEvent): boolean {
  const isSeen = event.composedPath()[0] === hit;
  return target === hit && (isSeen || isActivationKey(target, key));
}
