import type { Uid } from '../action/action.ts';
import { stitchFrame } from './stitch.ts';
import type { StitchedFrame } from './stitch.ts';
import { TOP_PLACE, UID_ATTRIBUTE, chainPlaces } from './snapshot.ts';
import type { Box, FramePlace, FrameSnapshot, PageSnapshot, RawFrame } from './snapshot.ts';
import { makeWellFormed } from './markup.ts';

export interface CapturedFrame {
  /** As the browser numbers it; 0 is the top frame. */
  frameId: number;
  raw: RawFrame;
}

interface FrameLink {
  frameId: number;
  ownerUid: Uid;
  place: FramePlace;
}

/**
 * Joins the frames of a tab into one page: the tokens that parents list say which frame is in which; boxes are moved
 * to the top viewport (CSS px, unclipped). Frames that no parent lists come last, with `place` null and boxes in
 * their own viewport. `frames` is empty only if no frame was read.
 */
export function composePage(taken: readonly CapturedFrame[]): PageSnapshot {
  const stitched = new Map(taken.map((frame) => [frame.frameId, stitchFrame(frame.raw)]));
  const parents = findParents(taken, stitched);
  const top =
    taken.find((frame) => frame.frameId === 0) ?? taken.find((f) => !parents.has(f.frameId));
  const frames: FrameSnapshot[] = [];
  const kept = new Set<number>();
  const keep = (frame: CapturedFrame, link: FrameLink | null, place: FramePlace | null): void => {
    const own = stitched.get(frame.frameId);
    if (!own || kept.has(frame.frameId)) return;
    kept.add(frame.frameId);
    frames.push(describeFrame(frame, own, link, place));
  };
  if (top) keep(top, null, TOP_PLACE);
  // Grows while it is read: the children of each kept frame, then theirs.
  for (const parent of frames) appendChildren(parent, taken, parents, keep);
  for (const frame of taken) {
    if (kept.has(frame.frameId)) continue;
    const before = frames.length;
    keep(frame, null, null);
    for (const parent of frames.slice(before)) appendChildren(parent, taken, parents, keep);
  }
  return {
    frames,
    devicePixelRatio: top?.raw.devicePixelRatio ?? 1,
    takenAt: top?.raw.takenAt ?? 0,
  };
}

/** frameId → where it hangs. A token listed by several frames counts for the first. */
function findParents(
  taken: readonly CapturedFrame[],
  stitched: ReadonlyMap<number, StitchedFrame>,
): Map<number, FrameLink> {
  const byToken = new Map(taken.map((frame) => [frame.raw.token, frame.frameId]));
  const parents = new Map<number, FrameLink>();
  for (const { frameId, raw } of taken) {
    const own = stitched.get(frameId);
    for (const { index, token, place } of own ? raw.children : []) {
      const child = byToken.get(token);
      if (child === undefined || child === frameId || child === 0 || parents.has(child)) continue;
      if (own) parents.set(child, { frameId, ownerUid: own.uidAt(index), place });
    }
  }
  return parents;
}

function appendChildren(
  parent: FrameSnapshot,
  taken: readonly CapturedFrame[],
  parents: ReadonlyMap<number, FrameLink>,
  keep: (frame: CapturedFrame, link: FrameLink, place: FramePlace | null) => void,
): void {
  for (const frame of taken) {
    const link = parents.get(frame.frameId);
    if (link?.frameId === parent.frameId) {
      keep(frame, link, parent.place && chainPlaces(parent.place, link.place));
    }
  }
}

function describeFrame(
  { frameId, raw }: CapturedFrame,
  own: StitchedFrame,
  link: FrameLink | null,
  place: FramePlace | null,
): FrameSnapshot {
  const rootUid = own.uidAt(0);
  const boxes = placeBoxes(own.boxesByUid, place ?? TOP_PLACE);
  // The top frame's html element is in no page file, so nothing may point at it.
  if (frameId === 0) Reflect.deleteProperty(boxes, rootUid);
  return {
    frameId,
    root: { uid: rootUid, attributes: readRootAttributes(raw) },
    parentFrameId: link?.frameId ?? null,
    ownerUid: link?.ownerUid ?? null,
    place,
    url: makeWellFormed(raw.url),
    title: makeWellFormed(raw.title),
    html: own.html,
    boxes,
    viewport: raw.viewport,
    scroll: raw.scroll,
    exact: own.exact,
  };
}

function readRootAttributes(raw: RawFrame): Record<string, string> {
  const honest = (raw.root ?? []).filter(([name]) => name.toLowerCase() !== UID_ATTRIBUTE);
  return Object.fromEntries(
    honest.map(([name, value]) => [makeWellFormed(name), makeWellFormed(value)]),
  );
}

/** A rectangle of a frame's own viewport in the coordinates its place leads to. */
function placeBox(box: Box, place: FramePlace): Box {
  return {
    x: roundPx(place.x + place.scaleX * box.x),
    y: roundPx(place.y + place.scaleY * box.y),
    width: roundPx(place.scaleX * box.width),
    height: roundPx(place.scaleY * box.height),
  };
}

function placeBoxes(boxes: Record<Uid, Box>, place: FramePlace): Record<Uid, Box> {
  if (place === TOP_PLACE) return boxes;
  return Object.fromEntries(Object.entries(boxes).map(([uid, box]) => [uid, placeBox(box, place)]));
}

/** A thousandth px: finer than any screen shows, and short in files. */
function roundPx(px: number): number {
  return Math.round(px * 1000) / 1000;
}
