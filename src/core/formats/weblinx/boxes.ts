import type { Uid } from '../../action/action.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import { collectPageFacts } from '../../demonstration/lint/page-facts.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../../snapshot/snapshot.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';

/** The shape of `getBoundingClientRect().toJSON()`; the library reads every member. */
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

/** Returns a box with all members, each multiplied by `scale` (screenshot px per CSS px, or 1). */
export function writeBox(box: Box, scale: number): WeblinxBox {
  const [x = 0, y = 0, width = 0, height = 0] = [box.x, box.y, box.width, box.height]
    .map((px) => px * scale)
    .map((px) => (Number.isFinite(px) ? px : 0));
  return { x, y, width, height, top: y, right: x + width, bottom: y + height, left: x };
}

/**
 * Returns the texts of a turn's page and box file. The page has its frames in it and begins with `<head`, as the library
 * needs, or with what stood around it in the imported file.
 */
export function writePageFiles(
  page: PageSnapshot,
  { imported, element }: Pick<BrowserTurn, 'imported' | 'element'>,
): { html: string; boxes: Record<Uid, WeblinxBox> } {
  const { before, after } = imported?.around ?? { before: '', after: '' };
  const html = before + inlineFrames(page) + after;
  if (imported) return { html, boxes: writeAllBoxes(page) };
  return { html, boxes: writeBoxes(page, element, new Set(collectPageFacts(html).tags.keys())) };
}

/**
 * Returns the content of bboxes-<n>.json: CSS px in the top viewport over all frames; the elements with an area in view,
 * and the target in any case. `uids` are those in the page file: a box without its element would be a hit for
 * coordinates at which there is no element.
 */
export function writeBoxes(
  page: PageSnapshot,
  target: TurnElement | null,
  uids: ReadonlySet<Uid>,
): Record<Uid, WeblinxBox> {
  const boxes: Record<Uid, WeblinxBox> = {};
  const views = new Map<number, View>();
  for (const frame of page.frames) {
    const view = findView(frame, views);
    if (view === null) continue;
    views.set(frame.frameId, view);
    for (const [uid, box] of Object.entries(frame.boxes)) {
      if (uids.has(uid) && isFiniteBox(box) && isInView(box, view)) boxes[uid] = writeBox(box, 1);
    }
  }
  if (target !== null && boxes[target.uid] === undefined) {
    const frame = page.frames.find(({ frameId }) => frameId === target.frameId);
    const isPlaced = frame !== undefined && (frame === page.frames[0] || frame.place !== null);
    const box = (isPlaced ? frame.boxes[target.uid] : undefined) ?? target.box;
    if (uids.has(target.uid) && isFiniteBox(box)) boxes[target.uid] = writeBox(box, 1);
  }
  return boxes;
}

/** Returns every box of a page, as imported box files have them. */
export function writeAllBoxes({ frames }: Pick<PageSnapshot, 'frames'>): Record<Uid, WeblinxBox> {
  const boxes = frames.flatMap((frame) => Object.entries(frame.boxes));
  return Object.fromEntries(boxes.map(([uid, box]) => [uid, writeBox(box, 1)]));
}

/** The visible part of a frame in the top viewport. */
type View = Pick<WeblinxBox, 'left' | 'top' | 'right' | 'bottom'>;

/** Returns null where the frame's place is unknown: its boxes are in its own coordinates. */
function findView(frame: FrameSnapshot, parents: ReadonlyMap<number, View>): View | null {
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

export function isFiniteBox({ x, y, width, height }: Box): boolean {
  return [x, y, width, height].every(Number.isFinite);
}
