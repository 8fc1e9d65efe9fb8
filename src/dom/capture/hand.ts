import type { CapturedAction } from '../../core/demonstration/captured.ts';
import { findClosest, getDocumentElement } from '../read/native.ts';
import { findEditable } from './controls.ts';
import { findBoxed, findDeepTarget } from './deep-target.ts';
import { describeElement } from './describe-element.ts';
import type { Gesture } from './gesture.ts';
import { isFresh, timeOf } from './gesture.ts';
import { findKnownBy } from './known-by.ts';
import type { CapturePorts } from './ports.ts';
import { readProperties } from './properties.ts';

/** What the person's hand does in one document: its presses, and the turns made of them. */
export interface Hand {
  /** Takes the state at this very instant; null when the event has no element. */
  take: (event: Event, target?: Element | null) => Gesture | null;
  /** The page as it is left; what the last press did to the focus is no difference. */
  leave: (event: Event) => Gesture | null;
  /** The same, and remembers it as the last press. */
  press: (event: Event) => Gesture | null;
  /** Makes a state taken before the last press. */
  remember: (gesture: Gesture) => void;
  /** The last press, however long ago. */
  last: () => Gesture | null;
  /** The press that an event follows from; null when the program or the copilot made it. */
  causeOf: (event: Event) => Gesture | null;
  /** Hands out a turn with the state of `before`; `more` goes with the event's properties. Returns its id. */
  emit: (
    action: CapturedAction,
    target: Element | null,
    before: Gesture,
    event: Event | null,
    more?: Record<string, unknown>,
  ) => string;
  /** Where the pointer was last, in this frame's viewport. */
  moveTo: (event: PointerEvent) => void;
}

export function createHand(ports: CapturePorts): Hand {
  let seq = 0;
  let last: Gesture | null = null;
  const pointer = { x: 0, y: 0 };

  function take(
    event: Event,
    target = findDeepTarget(event, ports),
    butFocusSince?: number,
  ): Gesture | null {
    if (!target) return null;
    const concerned = listConcerned(target);
    const isKey = event instanceof KeyboardEvent;
    return {
      kind: isKey ? 'key' : 'pointer',
      key: isKey ? event.key : '',
      target,
      at: timeOf(event),
      // Changes first: asking for them counts in what happened up to now, and nothing after it.
      changes: ports.changes(butFocusSince),
      raw: ports.take(concerned),
      described: describeAll(target, concerned),
      turnId: null,
    };
  }

  /** What stands for a target without a box is called as that is. */
  function describeAll(target: Element, concerned: readonly Element[]): Gesture['described'] {
    const described = new Map(
      concerned.map((element) => [element, describeElement(element, ports)] as const),
    );
    const boxed = findBoxed(target);
    if (boxed !== target) {
      described.set(boxed, describeElement(boxed, ports, findKnownBy(target)));
    }
    return described;
  }

  return {
    take: (event, target) => take(event, target),
    leave(event) {
      const since = Math.max(last?.at ?? 0, ports.copilotSince() ?? 0);
      return take(event, getDocumentElement(ports.document), since || undefined);
    },
    press(event) {
      last = take(event);
      return last;
    },
    remember(gesture) {
      last = gesture;
    },
    last: () => last,
    causeOf(event) {
      if (!isFresh(last, timeOf(event))) return null;
      const copilotSince = ports.copilotSince();
      return copilotSince !== null && last.at < copilotSince ? null : last;
    },
    emit(action, target, before, event, more = {}) {
      const turnId = ports.newId();
      const { at, raw, changes, turnId: causedBy } = before;
      seq += 1;
      ports.emit({
        turnId,
        at,
        seq,
        by: 'person',
        action,
        element: target && (before.described.get(target) ?? describeElement(target, ports)),
        pointer: before.pointer ?? { ...pointer },
        properties: { ...(event && readProperties(event)), ...more },
        raw,
        changes,
        causedBy,
      });
      before.turnId ??= turnId;
      return turnId;
    },
    moveTo({ clientX, clientY }) {
      pointer.x = clientX;
      pointer.y = clientY;
    },
  };
}

/**
 * What a press on this element may turn out to concern: itself, or what it is in where it has no box, its form,
 * its label's control.
 */
function listConcerned(target: Element): Element[] {
  const label = findClosest(target, 'label');
  const control = label instanceof HTMLLabelElement ? label.control : null;
  const form = findClosest(target, 'form');
  const concerned = [target, findBoxed(target), form, findEditable(target), control];
  return [...new Set(concerned.filter((element) => element instanceof Element))];
}
