import type { CapturedAction } from '../../../core/demonstration/captured-turn.ts';
import { findClosest, getDocumentElement } from '../../native.ts';
import { describeElement } from '../describe-element.ts';
import { findNamedElement } from '../named-element.ts';
import type { CapturePorts } from '../ports.ts';
import { findEditable } from '../text/controls.ts';
import { findAncestorWithBox, findDeepTarget } from '../../composed-tree.ts';
import type { ElementDescription } from '../describe-element.ts';
import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import type { ChangeClock } from '../../snapshot/reuse/change-clock.ts';
import { measureClockSkew, timeOfEvent } from '../../time.ts';

/** Tracks the person's presses in one document and the turns made of them. */
export class PressTracker {
  last: Gesture | null = null;
  beforeEmit: (action: CapturedAction, target: Element | null, before: Gesture) => void = () =>
    undefined;
  private count = 0;
  private readonly pointer = { x: 0, y: 0 };

  constructor(private readonly ports: CapturePorts) {}

  captureState(
    event: Event,
    target = findDeepTarget(event, this.ports),
    butFocusSince?: number,
  ): Gesture | null {
    if (!target) return null;
    const { ports } = this;
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
      described: this.describeAll(target, concerned),
      turnId: null,
    };
  }

  /** Captures the page before unload; what the last press did to the focus is no difference. */
  captureUnload(event: Event): Gesture | null {
    const since = Math.max(this.last?.at ?? 0, this.ports.copilotSince() ?? 0);
    return this.captureState(event, getDocumentElement(this.ports.document), since || undefined);
  }

  recordPress(event: Event): Gesture | null {
    this.last = this.captureState(event);
    return this.last;
  }

  /** The press that an event follows from; null if a script or the copilot caused it. */
  causeOf(event: Event): Gesture | null {
    const { last } = this;
    if (!last || timeOfEvent(event) - last.at >= MAX_CAUSE_MS) return null;
    const copilotSince = this.ports.copilotSince();
    return copilotSince !== null && last.at < copilotSince ? null : last;
  }

  /** Emits a turn with the state of `before`; `more` is added to the event's properties. Returns the turn's id. */
  emit(
    action: CapturedAction,
    target: Element | null,
    before: Gesture,
    event: Event | null,
    more: Record<string, unknown> = {},
  ): string {
    this.beforeEmit(action, target, before);
    const turnId = this.ports.newId();
    const { at, raw, changes, turnId: causedBy } = before;
    this.count += 1;
    this.ports.emit({
      turnId,
      at,
      seq: this.count,
      by: 'person',
      action,
      element: target && (before.described.get(target) ?? describeElement(target, this.ports)),
      pointer: before.pointer ?? { ...this.pointer },
      properties: { ...(event && readProperties(event)), ...more },
      raw,
      changes,
      causedBy,
    });
    before.turnId ??= turnId;
    return turnId;
  }

  recordPointer({ clientX, clientY }: PointerEvent): void {
    this.pointer.x = clientX;
    this.pointer.y = clientY;
  }

  /** An element that replaces a target without a box keeps the target's name. */
  private describeAll(target: Element, concerned: readonly Element[]): Gesture['described'] {
    const { ports } = this;
    const described = new Map(concerned.map((each) => [each, describeElement(each, ports)]));
    const boxed = findAncestorWithBox(target);
    if (boxed !== target) {
      described.set(boxed, describeElement(boxed, ports, findNamedElement(target)));
    }
    return described;
  }
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

/**
 * A press of a pointer or key, with the page at that instant. What follows from it (click, change, submit, typing)
 * takes its state from here: at `click` the page has already reacted to pointerdown, mousedown and focus.
 */
export interface Gesture {
  kind: 'pointer' | 'key';
  /** KeyboardEvent.key; empty for pointers. */
  key: string;
  target: Element;
  /** Epoch ms of the event itself; a busy page receives it later. */
  at: number;
  /** The pointer's position, if it has moved since. */
  pointer?: { x: number; y: number };
  raw: RawFrame;
  changes: ChangeLog;
  described: ReadonlyMap<Element, ElementDescription>;
  /** The turn it became; later effects name it as their cause. */
  turnId: string | null;
}

/** A submit this long after a press is not its effect. */
const MAX_CAUSE_MS = 10_000;

/**
 * Whether the page changed since an instant of that clock. A late paint, or a changed look under the pointer, doesn't
 * count.
 */
export function isChangedSince(
  clock: Pick<ChangeClock, 'flush' | 'lastChangeAt'>,
  at: number,
): boolean {
  clock.flush();
  return clock.lastChangeAt + measureClockSkew() >= at;
}
