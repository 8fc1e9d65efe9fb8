import type { Uid } from '../../../core/action/action.ts';
import { findDeepTarget, containsComposed } from './deep-target.ts';
import { describeElement } from '../describe-element.ts';
import { findSavedAncestor, findSavedElementAt } from './drop-target.ts';
import type { Gesture } from './gesture.ts';
import type { PressTracker } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';

/** A press that became a native drag. */
interface ActiveDrag {
  press: Gesture;
  /** The gesture, with the dragged element described as it was. */
  before: Gesture;
  source: Element;
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
export function createDrops(ports: CapturePorts, hand: PressTracker, start: FindDragStart) {
  let dragged: ActiveDrag | null = null;
  /** The page before files were dragged over it from outside. */
  let outside: Gesture | null = null;

  function emitDrag(
    { press, before, source }: ActiveDrag,
    toUid: Uid | null,
    way: { x: number; y: number },
    event: DragEvent,
  ): void {
    const action = { intent: 'drag', uid: ports.uidOf(source), toUid, ...way } as const;
    press.turnId ??= hand.emit(action, source, before, event);
  }

  function onFiles(event: DragEvent, files: FileList): void {
    const over = findDeepTarget(event, ports);
    const before = outside ?? hand.captureState(event);
    outside = null;
    if (!before || !over) return;
    const target = findSavedAncestor(over, before.raw, ports);
    const uid = ports.uidOf(target);
    // Names only, as for files chosen.
    const names = Array.from(files, ({ name }) => name.toWellFormed());
    const action = { intent: 'drag', uid, toUid: uid, x: 0, y: 0 } as const;
    const turnId = hand.emit(action, target, before, event, { files: names });
    hand.setLastPress({ ...before, target: over, turnId });
  }

  return {
    onStart(event: DragEvent): void {
      const press = start();
      dragged = null;
      if (!press || ports.copilotSince() !== null) return;
      const { gesture, x, y } = press;
      const found = findDeepTarget(event, ports);
      const source = found && containsComposed(found, gesture.target) ? found : gesture.target;
      const described = new Map(gesture.described);
      if (!described.has(source)) described.set(source, describeElement(source, ports));
      const { screenX, screenY } = event;
      const before = { ...gesture, described };
      dragged = { press: gesture, before, source, x, y, screenX, screenY, isScrolled: false };
    },

    onScroll(): void {
      if (dragged) dragged.isScrolled = true;
    },

    onEnter(event: DragEvent): void {
      if (dragged || outside || !event.dataTransfer?.types.includes('Files')) return;
      outside = hand.captureState(event);
    },

    onLeave({ relatedTarget }: DragEvent): void {
      if (relatedTarget === null) outside = null;
    },

    onDrop(event: DragEvent): void {
      const files = event.dataTransfer?.files;
      if (dragged) {
        const { source, before, x, y, isScrolled } = dragged;
        const { clientX, clientY } = event;
        const over = findDeepTarget(event, ports);
        let to: Uid | null = null;
        if (over && !containsComposed(source, over))
          to = ports.uidOf(findSavedAncestor(over, before.raw, ports));
        // A sortable list has already moved the dragged element there.
        else if (!isScrolled) to = findSavedElementAt(clientX, clientY, source, before.raw, ports);
        emitDrag(dragged, to, { x: clientX - x, y: clientY - y }, event);
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
