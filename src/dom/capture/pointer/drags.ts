import { findClosest, findSelection, listAtPoint, measure } from '../../native.ts';
import { CLICK_TOLERANCE_PX } from './clicks.ts';
import { findEditable } from '../text/controls.ts';
import { containsComposed } from './deep-target.ts';
import { findSavedElementAt, findDropTarget } from './drop-target.ts';
import type { Gesture } from './gesture.ts';
import { isChangedSince, timeOfEvent } from './gesture.ts';
import type { PressTracker } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';

const CLICKABLE =
  'a[href], button, summary, label, [role=button], [role=link], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=treeitem]';

/** Shorter moves don't count, in CSS px: rounding, or a button that sinks when pressed. */
const MIN_MOVE_PX = 3;

interface DragPress {
  gesture: Gesture;
  x: number;
  y: number;
  /** When it had moved too far for a click, epoch ms; null before. */
  tooFarAt: number | null;
  selects: boolean;
  scrolls: boolean;
  isCaptured: boolean;
  /** The last event of each type; whether the page handled them is known only later. */
  lastEvents: Map<string, Event>;
}

/** What a released press is as well; `none` if its click event must be ignored. */
type DragResult = 'click' | 'none';

/**
 * Records drags that pages implement with pointer events: sliders, sortable lists, drawing, handles. It is a drag
 * only if the page handled the events; selecting text is not.
 */
export function createDrags(ports: CapturePorts, hand: PressTracker) {
  let held: DragPress | null = null;

  function emit({ gesture, x, y, scrolls }: DragPress, event: PointerEvent): void {
    const { target, raw } = gesture;
    const { clientX, clientY } = event;
    const under = findDropTarget(clientX, clientY, target, raw, ports);
    const before = scrolls ? null : findSavedElementAt(clientX, clientY, target, raw, ports);
    const action = {
      intent: 'drag',
      uid: ports.uidOf(target),
      toUid: under ? ports.uidOf(under) : before,
      x: clientX - x,
      y: clientY - y,
    } as const;
    hand.emit(action, target, gesture, event);
  }

  function isAnswered({ tooFarAt: movedAt, lastEvents: heard, gesture }: DragPress): boolean {
    if (gesture.target instanceof HTMLCanvasElement) return true;
    if (Array.from(heard.values()).some((event) => event.defaultPrevented)) return true;
    return movedAt !== null && isChangedSince(ports.clock, movedAt);
  }

  return {
    /** Where the last press began; used for native drags. */
    start: () => held && { gesture: held.gesture, x: held.x, y: held.y },

    onDown(event: PointerEvent, gesture: Gesture | null): void {
      held = null;
      if (!gesture || event.button !== 0 || !event.isPrimary) return;
      const { clientX: x, clientY: y } = event;
      const signs = { tooFarAt: null, selects: false, scrolls: false, isCaptured: false };
      held = { gesture, x, y, ...signs, lastEvents: new Map([[event.type, event]]) };
    },

    onMove(event: MouseEvent): void {
      if (!held || event.buttons === 0) return;
      held.lastEvents.set(event.type, event);
      const way = Math.hypot(event.clientX - held.x, event.clientY - held.y);
      if (way > CLICK_TOLERANCE_PX) held.tooFarAt ??= timeOfEvent(event);
    },

    onSelect(): void {
      if (held) held.selects = true;
    },

    onScroll(): void {
      if (held) held.scrolls = true;
    },

    /** Touch pointers capture their target implicitly. */
    onCapture({ pointerType }: PointerEvent): void {
      if (held && pointerType !== 'touch') held.isCaptured = true;
    },

    /** The browser took over the press, to scroll or for a native drag. */
    onCancel(): void {
      held = null;
    },

    /** `isOver`: the press is something else already, such as a held scroll bar. */
    onUp(event: PointerEvent, isOver: boolean): DragResult {
      const press = held;
      held = null;
      if (!press || isOver || event.button !== 0 || ports.copilotSince() !== null) return 'click';
      const { gesture, x, y } = press;
      if (Math.hypot(event.clientX - x, event.clientY - y) <= CLICK_TOLERANCE_PX) return 'click';
      press.tooFarAt ??= timeOfEvent(event);
      const { target } = gesture;
      if (hand.lastPress() !== gesture) return 'none';
      const change = compareBox(gesture);
      if (isControl(target)) return 'click';
      if (findEditable(target) && !change.isResized) return 'click';
      const isEvident = press.isCaptured || change.isResized || (change.isMoved && !press.scrolls);
      if (!isEvident) {
        if (press.selects && hasSelection(ports.document)) return 'none';
        const clickable = findClosest(target, CLICKABLE);
        const [over] = listAtPoint(ports.document, event.clientX, event.clientY);
        if (clickable && over && containsComposed(clickable, over)) return 'click';
      }
      if (isEvident || isAnswered(press)) {
        emit(press, event);
        return 'none';
      }
      // Some pages handle the release only.
      setTimeout(() => {
        if (gesture.turnId === null && isAnswered(press)) emit(press, event);
      });
      return 'click';
    },
  };
}

/** Controls that the browser moves itself: a slider's thumb, the options of a list. */
function isControl(target: Element): boolean {
  const isInput = target instanceof HTMLInputElement && !findEditable(target);
  return isInput || target instanceof HTMLSelectElement || target instanceof HTMLOptionElement;
}

function compareBox({ target, described }: Gesture): { isMoved: boolean; isResized: boolean } {
  const before = described.get(target)?.box;
  if (!before || !target.isConnected) return { isMoved: false, isResized: false };
  const now = measure(target);
  const differs = (side: 'x' | 'y' | 'width' | 'height'): boolean =>
    Math.abs(now[side] - before[side]) > MIN_MOVE_PX;
  const isResized = differs('width') || differs('height');
  return { isMoved: isResized || differs('x') || differs('y'), isResized };
}

function hasSelection(document: Document): boolean {
  return (findSelection(document)?.toString() ?? '') !== '';
}
