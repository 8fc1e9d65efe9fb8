import * as dom from '../../native.ts';
import { CLICK_TOLERANCE_PX } from './clicks.ts';
import { findEditable } from '../text/controls.ts';
import type { PressTracker, Gesture } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import {
  containsComposed,
  findDeepTarget,
  getParentOrHost,
  listAncestors,
} from '../../composed-tree.ts';
import type { Uid } from '../../../core/action/action.ts';
import { describeElement } from '../describe-element.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { formatUid } from '../../../core/snapshot/snapshot.ts';
import { isChangedSince } from './press-tracker.ts';
import { timeOfEvent } from '../../time.ts';

const CLICKABLE =
  'a[href], button, summary, label, [role=button], [role=link], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=treeitem]';

/** Shorter moves don't count, in CSS px: rounding, or a button that sinks when pressed. */
const MIN_MOVE_PX = 3;

/** What is dragged, and what was around it when it was pressed: by the drop it may be in another list. */
interface Dragged {
  element: Element;
  around: readonly Element[];
}

interface DragPress {
  gesture: Gesture;
  dragged: Dragged;
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
export function createDrags(ports: CapturePorts, presses: PressTracker) {
  let held: DragPress | null = null;

  return {
    /** Where the last press began; used for native drags. */
    start: () => held && { gesture: held.gesture, x: held.x, y: held.y },

    onDown(event: PointerEvent, gesture: Gesture | null): void {
      held = null;
      if (!gesture || event.button !== 0 || !event.isPrimary) return;
      const { clientX: x, clientY: y } = event;
      const signs = { tooFarAt: null, selects: false, scrolls: false, isCaptured: false };
      const dragged = describeDragged(gesture.target);
      held = { gesture, dragged, x, y, ...signs, lastEvents: new Map([[event.type, event]]) };
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
      if (presses.last !== gesture) return 'none';
      const change = compareBox(gesture);
      if (isControl(target)) return 'click';
      if (findEditable(target) && !change.isResized) return 'click';
      const isEvident = press.isCaptured || change.isResized || (change.isMoved && !press.scrolls);
      if (!isEvident) {
        if (press.selects && hasSelection(ports.document)) return 'none';
        const clickable = dom.findClosest(target, CLICKABLE);
        const [over] = dom.listAtPoint(ports.document, event.clientX, event.clientY);
        if (clickable && over && containsComposed(clickable, over)) return 'click';
      }
      const emit = () => presses.emit(describeDrag(press, event, ports), target, gesture, event);
      if (isEvident || isAnswered(press, ports)) {
        emit();
        return 'none';
      }
      // Some pages handle the release only.
      setTimeout(() => {
        if (gesture.turnId === null && isAnswered(press, ports)) emit();
      });
      return 'click';
    },
  };
}

function describeDragged(element: Element): Dragged {
  return { element, around: listAncestors(element) };
}

function describeDrag(
  { gesture: { target, raw }, dragged, x, y, scrolls }: DragPress,
  { clientX, clientY }: PointerEvent,
  ports: CapturePorts,
) {
  const under = findDropTarget(clientX, clientY, target, raw, ports);
  const before = scrolls ? null : findSavedElementAt(clientX, clientY, dragged, raw, ports);
  return {
    intent: 'drag',
    uid: ports.uidOf(target),
    toUid: under ? ports.uidOf(under) : before,
    x: clientX - x,
    y: clientY - y,
  } as const;
}

/** Whether the page handled the press. */
function isAnswered({ tooFarAt, lastEvents, gesture }: DragPress, ports: CapturePorts): boolean {
  if (gesture.target instanceof HTMLCanvasElement) return true;
  if (Array.from(lastEvents.values()).some((event) => event.defaultPrevented)) return true;
  return tooFarAt !== null && isChangedSince(ports.clock, tooFarAt);
}

/** Controls that the browser moves itself: a slider's thumb, the options of a list. */
function isControl(target: Element): boolean {
  const isInput = target instanceof HTMLInputElement && !findEditable(target);
  return isInput || target instanceof HTMLSelectElement || target instanceof HTMLOptionElement;
}

function compareBox({ target, described }: Gesture): { isMoved: boolean; isResized: boolean } {
  const before = described.get(target)?.box;
  if (!before || !target.isConnected) return { isMoved: false, isResized: false };
  const now = dom.measure(target);
  const differs = (side: 'x' | 'y' | 'width' | 'height'): boolean =>
    Math.abs(now[side] - before[side]) > MIN_MOVE_PX;
  const isResized = differs('width') || differs('height');
  return { isMoved: isResized || differs('x') || differs('y'), isResized };
}

function hasSelection(document: Document): boolean {
  return (dom.findSelection(document)?.toString() ?? '') !== '';
}

interface ActiveDrag {
  press: Gesture;
  /** The gesture, with the dragged element described as it was. */
  before: Gesture;
  source: Dragged;
  x: number;
  y: number;
  screenX: number;
  screenY: number;
  isScrolled: boolean;
}

type FindDragStart = () => { gesture: Gesture; x: number; y: number } | null;

/**
 * Records native drag and drop. Only accepted drops are turns: the browser does not distinguish a drag that ends on
 * nothing from one cancelled by Escape.
 */
export function createDrops(ports: CapturePorts, presses: PressTracker, start: FindDragStart) {
  let dragged: ActiveDrag | null = null;
  /** The page before files were dragged over it from outside. */
  let outside: Gesture | null = null;

  function emitDrag(
    { press, before, source }: ActiveDrag,
    toUid: Uid | null,
    way: { x: number; y: number },
    event: DragEvent,
  ): void {
    const { element } = source;
    const action = { intent: 'drag', uid: ports.uidOf(element), toUid, ...way } as const;
    press.turnId ??= presses.emit(action, element, before, event);
  }

  function onFiles(event: DragEvent, files: FileList): void {
    const over = findDeepTarget(event, ports);
    const before = outside ?? presses.captureState(event);
    outside = null;
    if (!before || !over) return;
    const target = findSavedAncestor(over, before.raw, ports);
    const uid = ports.uidOf(target);
    // Names only, as for files chosen.
    const names = Array.from(files, ({ name }) => name.toWellFormed());
    const action = { intent: 'drag', uid, toUid: uid, x: 0, y: 0 } as const;
    const turnId = presses.emit(action, target, before, event, { files: names });
    presses.last = { ...before, target: over, turnId };
  }

  return {
    onStart(event: DragEvent): void {
      const press = start();
      dragged = null;
      if (!press || ports.copilotSince() !== null) return;
      const { gesture, x, y } = press;
      const found = findDeepTarget(event, ports);
      const element = found && containsComposed(found, gesture.target) ? found : gesture.target;
      const described = new Map(gesture.described);
      if (!described.has(element)) described.set(element, describeElement(element, ports));
      const { screenX, screenY } = event;
      const [before, source] = [{ ...gesture, described }, describeDragged(element)];
      dragged = { press: gesture, before, source, x, y, screenX, screenY, isScrolled: false };
    },

    onScroll(): void {
      if (dragged) dragged.isScrolled = true;
    },

    onEnter(event: DragEvent): void {
      if (dragged || outside || !event.dataTransfer?.types.includes('Files')) return;
      outside = presses.captureState(event);
    },

    onLeave({ relatedTarget }: DragEvent): void {
      if (relatedTarget === null) outside = null;
    },

    onDrop(event: DragEvent): void {
      const files = event.dataTransfer?.files;
      if (dragged) {
        const way = { x: event.clientX - dragged.x, y: event.clientY - dragged.y };
        emitDrag(dragged, findDroppedOn(dragged, event, ports), way, event);
        dragged = null;
      } else if (files && files.length > 0) onFiles(event, files);
      outside = null;
    },

    /** Only `dragend` says that a drop in another frame or window was accepted. */
    onEnd(event: DragEvent): void {
      if (dragged && event.dataTransfer && event.dataTransfer.dropEffect !== 'none') {
        const { screenX, screenY } = dragged;
        const way = { x: event.screenX - screenX, y: event.screenY - screenY };
        emitDrag(dragged, null, way, event);
      }
      dragged = null;
    },
  };
}

function findDroppedOn(
  { source, before: { raw }, isScrolled }: ActiveDrag,
  event: DragEvent,
  ports: CapturePorts,
): Uid | null {
  const over = findDeepTarget(event, ports);
  if (over && !containsComposed(source.element, over)) {
    return ports.uidOf(findSavedAncestor(over, raw, ports));
  }
  // A sortable list has already moved the dragged element there.
  return isScrolled ? null : findSavedElementAt(event.clientX, event.clientY, source, raw, ports);
}

type DropTargetPorts = Pick<CapturePorts, 'document' | 'shadowRootOf' | 'isOurs' | 'uidOf'>;

/**
 * Returns the element at a point below `dragged`, if it is in the saved page: not the drag image that follows the
 * pointer, nor an ancestor. Null if there is none.
 */
function findDropTarget(
  x: number,
  y: number,
  dragged: Element,
  raw: RawFrame,
  ports: DropTargetPorts,
): Element | null {
  const kept = readUids(raw);
  const isOther = (element: Element): boolean =>
    !ports.isOurs(element) &&
    !containsComposed(element, dragged) &&
    !containsComposed(dragged, element) &&
    kept.has(ports.uidOf(element));
  return listComposed(dom.listAtPoint(ports.document, x, y), x, y, ports).find(isOther) ?? null;
}

/**
 * Returns the element that was at a point in the saved page, when nothing is there now: a list makes room for the
 * dragged element. The innermost, never a descendant of `dragged` or what was around it. Invalid after scrolling.
 */
export function findSavedElementAt(
  x: number,
  y: number,
  { element, around }: Dragged,
  { salt, uids, boxes }: Pick<RawFrame, 'salt' | 'uids' | 'boxes'>,
  ports: Pick<CapturePorts, 'numberOf'>,
): Uid | null {
  const inside = dom.queryWithin(element, '*');
  const own = new Set(Array.from([element, ...around, ...inside], ports.numberOf));
  let found: { n: number; area: number } | null = null;
  for (const [index, n] of uids.entries()) {
    const [left = NaN, top = NaN, width = NaN, height = NaN] = boxes.subarray(4 * index);
    const isThere = x >= left && y >= top && x < left + width && y < top + height;
    if (!isThere || own.has(n)) continue;
    const area = width * height;
    if (found === null || area <= found.area) found = { n, area };
  }
  return found && formatUid(salt, found.n);
}

function findSavedAncestor(element: Element, raw: RawFrame, ports: DropTargetPorts): Element {
  const kept = readUids(raw);
  for (let at: Element | null = element; at; at = getParentOrHost(at)) {
    if (kept.has(ports.uidOf(at)) && at !== dom.getDocumentElement(ports.document)) return at;
  }
  return dom.getBody(ports.document) ?? element;
}

function readUids({ salt, uids }: RawFrame): ReadonlySet<string> {
  return new Set(Array.from(uids, (n) => formatUid(salt, n)));
}

/** With what shadow roots show in the place of their hosts. */
function listComposed(
  elements: readonly Element[],
  x: number,
  y: number,
  ports: DropTargetPorts,
): Element[] {
  return elements.flatMap((element) => {
    const root = ports.shadowRootOf(element);
    const inside =
      root?.elementsFromPoint(x, y).filter((inner) => dom.getRootOf(inner) === root) ?? [];
    return [...listComposed(inside, x, y, ports), element];
  });
}
