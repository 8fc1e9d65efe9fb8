import type { Uid } from '../../action/action.ts';
import type { TurnElement } from '../../demonstration/demonstration.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../../snapshot/snapshot.ts';

/** The shape of `getBoundingClientRect().toJSON()`; every member is read by some part of the library. */
export interface WeblinxBox {
  x: number;
  y: number;
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** A box with all members, each multiplied by `scale` (screenshot px per CSS px, or 1). */
export function writeBox(box: Box, scale: number): WeblinxBox {
  const [x, y] = [finiteOr0(box.x * scale), finiteOr0(box.y * scale)];
  const [width, height] = [finiteOr0(box.width * scale), finiteOr0(box.height * scale)];
  return { x, y, width, height, top: y, right: x + width, bottom: y + height, left: x };
}

/**
 * bboxes-<n>.json: CSS px in the top viewport over all frames; the elements that have an area in
 * view, and the target whether or not it has. `uids` are those in the page file: a box without its
 * element would be a hit for coordinates that no element answers to.
 */
export function writeBoxes(
  page: PageSnapshot,
  target: TurnElement | null,
  uids: ReadonlySet<Uid>,
): Record<Uid, WeblinxBox> {
  const boxes: Record<Uid, WeblinxBox> = {};
  const views = new Map<number, View>();
  for (const frame of page.frames) {
    const view = viewOf(frame, views);
    if (view === null) continue;
    views.set(frame.frameId, view);
    for (const [uid, box] of Object.entries(frame.boxes)) {
      if (uids.has(uid) && isFinite(box) && isInView(box, view)) boxes[uid] = writeBox(box, 1);
    }
  }
  if (target !== null && boxes[target.uid] === undefined) {
    const box = findBox(page, target) ?? target.box;
    if (uids.has(target.uid) && isFinite(box)) boxes[target.uid] = writeBox(box, 1);
  }
  return boxes;
}

/** The boxes of a page that was imported: all of them, as its own file had them. */
export function writeImportedBoxes(page: PageSnapshot): Record<Uid, WeblinxBox> {
  const boxes = page.frames.flatMap((frame) => Object.entries(frame.boxes));
  return Object.fromEntries(boxes.map(([uid, box]) => [uid, writeBox(box, 1)]));
}

/** The visible part of a frame in the top viewport. */
interface View {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Null when it is not known where the frame lies: its boxes are in coordinates of its own. */
function viewOf(frame: FrameSnapshot, parents: ReadonlyMap<number, View>): View | null {
  if (frame.parentFrameId === null && frame.ownerUid === null && parents.size === 0) {
    return { left: 0, top: 0, right: frame.viewport.width, bottom: frame.viewport.height };
  }
  const parent = frame.parentFrameId === null ? undefined : parents.get(frame.parentFrameId);
  if (frame.place === null || parent === undefined) return null;
  const { x, y, scaleX, scaleY } = frame.place;
  return {
    left: Math.max(parent.left, x),
    top: Math.max(parent.top, y),
    right: Math.min(parent.right, x + frame.viewport.width * scaleX),
    bottom: Math.min(parent.bottom, y + frame.viewport.height * scaleY),
  };
}

function isInView(box: Box, view: View): boolean {
  return (
    box.width > 0 &&
    box.height > 0 &&
    box.x < view.right &&
    box.y < view.bottom &&
    box.x + box.width > view.left &&
    box.y + box.height > view.top
  );
}

function finiteOr0(px: number): number {
  return Number.isFinite(px) ? px : 0;
}

function isFinite({ x, y, width, height }: Box): boolean {
  return [x, y, width, height].every(Number.isFinite);
}

/** The target's box in the page, unless that is in coordinates of its own. */
function findBox(page: PageSnapshot, target: TurnElement): Box | undefined {
  const frame = page.frames.find(({ frameId }) => frameId === target.frameId);
  const placed = frame !== undefined && (frame === page.frames[0] || frame.place !== null);
  return placed ? frame.boxes[target.uid] : undefined;
}
