import { findDeepTarget } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import type { Hand } from './hand.ts';
import type { CapturePorts } from './ports.ts';

/** Moved further than this between press and release, the pointer dragged or selected. */
const STILL_PX = 8;

/** Clicks of the main button, and of the middle one, which opens links in new tabs. */
export function createClicks(ports: CapturePorts, hand: Hand) {
  let clicked: Gesture | null = null;
  let down = { x: 0, y: 0 };

  return {
    onDown({ clientX, clientY }: PointerEvent): void {
      down = { x: clientX, y: clientY };
    },

    /** Of a target that the page took away meanwhile the browser makes no click; the person did. */
    onUp(event: PointerEvent): void {
      const cause = hand.causeOf(event);
      if (cause?.kind !== 'pointer' || event.button !== 0) return;
      const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
      setTimeout(() => {
        if (clicked === cause || cause.target.isConnected || moved > STILL_PX) return;
        clicked = cause;
        const action = { intent: 'click', uid: ports.uidOf(cause.target) } as const;
        hand.emit(action, cause.target, cause, event);
      });
    },

    onClick(event: MouseEvent): void {
      const cause = hand.causeOf(event);
      const hit = findDeepTarget(event, ports);
      if (!cause || !hit || event.button > 1) return;
      // A label passes its click on to its control, and Enter in a field clicks the submit button:
      // neither has a press of its own.
      if (clicked === cause) return;
      if (cause.kind === 'key' ? cause.target !== hit : event.detail === 0) return;
      const { target } = cause;
      const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y);
      if (cause.kind === 'pointer' && hit !== target && moved > STILL_PX) return;
      clicked = cause;
      // Released over something else (the target shrank, or moved away), what holds both was clicked;
      // but what a person meant is what they pressed on.
      hand.emit({ intent: 'click', uid: ports.uidOf(target) }, target, cause, event);
    },
  };
}
