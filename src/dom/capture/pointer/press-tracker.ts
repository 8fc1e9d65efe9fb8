import type { CapturedAction } from '../../../core/demonstration/captured-turn.ts';
import { findClosest, getDocumentElement } from '../../native.ts';
import { describeElement } from '../describe-element.ts';
import { findNamedElement } from '../named-element.ts';
import type { CapturePorts } from '../ports.ts';
import { findEditable } from '../text/controls.ts';
import { findAncestorWithBox, findDeepTarget } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import { isRecentGesture, timeOfEvent } from './gesture.ts';

/** Tracks the person's presses in one document and the turns made of them. */
export interface PressTracker {
  captureState: (event: Event, target?: Element | null) => Gesture | null;
  /** The page before unload; what the last press did to the focus is no difference. */
  captureUnload: (event: Event) => Gesture | null;
  /** Captures the state and remembers it as the last press. */
  recordPress: (event: Event) => Gesture | null;
  /** Replaces the last press by a state captured before it. */
  setLastPress: (gesture: Gesture) => void;
  lastPress: () => Gesture | null;
  /** The press that an event follows from; null if a script or the copilot caused it. */
  causeOf: (event: Event) => Gesture | null;
  /** Emits a turn with the state of `before`; `more` is added to the event's properties. Returns the turn's id. */
  emit: (
    action: CapturedAction,
    target: Element | null,
    before: Gesture,
    event: Event | null,
    more?: Record<string, unknown>,
  ) => string;
  recordPointer: (event: PointerEvent) => void;
}

export function createPressTracker(ports: CapturePorts): PressTracker {
  let seq = 0;
  let last: Gesture | null = null;
  const pointer = { x: 0, y: 0 };

  function take(
    event: Event,
    target = findDeepTarget(event, ports),
    butFocusSince?: number,
  ): Gesture | null {
    if (!target) return null;
    const concerned = listRelatedElements(target);
    const isKey = event instanceof KeyboardEvent;
    // Reads the change log first: that includes the changes up to now, and excludes later ones.
    const changes = ports.changes(butFocusSince);
    const raw = ports.take(concerned);
    return {
      kind: isKey ? 'key' : 'pointer',
      key: isKey ? event.key : '',
      target,
      at: timeOfEvent(event),
      changes: { ...changes, differences: ports.differences(raw, target) },
      raw,
      described: describeAll(target, concerned),
      turnId: null,
    };
  }

  /** An element that replaces a target without a box keeps the target's name. */
  function describeAll(target: Element, concerned: readonly Element[]): Gesture['described'] {
    const described = new Map(
      concerned.map((element) => [element, describeElement(element, ports)] as const),
    );
    const boxed = findAncestorWithBox(target);
    if (boxed !== target) {
      described.set(boxed, describeElement(boxed, ports, findNamedElement(target)));
    }
    return described;
  }

  return {
    captureState: (event, target) => take(event, target),
    captureUnload(event) {
      const since = Math.max(last?.at ?? 0, ports.copilotSince() ?? 0);
      return take(event, getDocumentElement(ports.document), since || undefined);
    },
    recordPress(event) {
      last = take(event);
      return last;
    },
    setLastPress(gesture) {
      last = gesture;
    },
    lastPress: () => last,
    causeOf(event) {
      if (!isRecentGesture(last, timeOfEvent(event))) return null;
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
    recordPointer({ clientX, clientY }) {
      pointer.x = clientX;
      pointer.y = clientY;
    },
  };
}

/**
 * The elements that a press on this element may concern: itself or its nearest ancestor with a box, its form, its
 * label's control.
 */
function listRelatedElements(target: Element): Element[] {
  const label = findClosest(target, 'label');
  const control = label instanceof HTMLLabelElement ? label.control : null;
  const form = findClosest(target, 'form');
  const concerned = [target, findAncestorWithBox(target), form, findEditable(target), control];
  return [...new Set(concerned.filter((element) => element instanceof Element))];
}

/** The fields of a pointer event that WebLINX stores as `properties`, unscaled. */
const POINTER_FIELDS = [
  'altKey',
  'ctrlKey',
  'metaKey',
  'shiftKey',
  'button',
  'buttons',
  'detail',
  'clientX',
  'clientY',
  'pageX',
  'pageY',
  'screenX',
  'screenY',
  'offsetX',
  'offsetY',
  'movementX',
  'movementY',
  'x',
  'y',
] as const satisfies (keyof MouseEvent)[];

function readProperties(event: Event): Record<string, unknown> {
  const { composed, eventPhase, timeStamp } = event;
  const base = { composed, eventPhase, returnValue: !event.defaultPrevented, timeStamp };
  if (!(event instanceof MouseEvent)) return base;
  const pointer = POINTER_FIELDS.map((name) => [name, event[name]] as const);
  return { ...base, ...Object.fromEntries(pointer) };
}
