import type { Box, FramePlace, MaskReport } from './snapshot.ts';
import { TOP_PLACE, chainPlaces } from './snapshot.ts';

/** Where to paint a screenshot over. */
export interface Masks {
  /** CSS px in the top viewport, as a screenshot shows it. */
  boxes: Box[];
  /** Width of the top viewport in CSS px: screenshot px per CSS px is the image's width divided by it. */
  width: number;
  /** Its height in CSS px. */
  height: number;
}

/**
 * Combines the masks of a tab's frames at one time; null entries are frames that did not answer. Returns null if the
 * masks are unknown: the top frame did not answer, or the place of a frame with masks is unknown.
 */
export function locateMasks(
  reports: readonly { frameId: number; report: MaskReport | null }[],
): Masks | null {
  const top = reports.find(({ frameId }) => frameId === 0)?.report;
  if (!top) return null;
  const heard = new Map(
    reports.flatMap(({ report }) => (report ? [[report.token, report] as const] : [])),
  );
  const located = new Set<MaskReport>();
  const boxes: Box[] = [];
  /** `cover` adds the box of the outermost frame around that stands askew; null when none does. */
  const waiting: { report: MaskReport; place: FramePlace; cover: (() => void) | null }[] = [
    { report: top, place: TOP_PLACE, cover: null },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { report, place, cover } = next;
    if (located.has(report)) continue;
    located.add(report);
    if (cover && report.boxes.length > 0) cover();
    else for (const box of report.boxes) addVisibleBox(boxes, box, report, place);
    for (const child of report.children) {
      const inside = heard.get(child.token);
      const coverChild = cover ?? (() => addVisibleBox(boxes, child.box, report, place));
      if (!inside) coverChild();
      else {
        const isAskew = cover !== null || child.askew === true;
        const at = chainPlaces(place, child.place);
        waiting.push({ report: inside, place: at, cover: isAskew ? coverChild : null });
      }
    }
  }
  const isLost = [...heard.values()].some((one) => one.boxes.length > 0 && !located.has(one));
  if (isLost) return null;
  const { pinch, viewport } = top;
  return { boxes: pinch ? boxes.map((box) => applyPinch(box, pinch)) : boxes, ...viewport };
}

/** Both masks at once; null when either is not known. */
export function mergeMasks(one: Masks | null, other: Masks | null): Masks | null {
  if (!one || !other) return null;
  const known = new Set(one.boxes.map((box) => JSON.stringify(box)));
  const added = other.boxes.filter((box) => !known.has(JSON.stringify(box)));
  return { ...other, boxes: [...one.boxes, ...added] };
}

/** Boxes this close, CSS px, are the same to the eye and within the margin that is painted. */
const SAME_PX = 1;

/** What was covered at one time and is covered elsewhere at the other moved, and may have been anywhere between. */
export function haveMasksMoved(one: Masks, other: Masks): boolean {
  const isIn = (box: Box, { boxes }: Masks): boolean =>
    boxes.some((known) => isSameBox(box, known));
  return one.boxes.some((box) => !isIn(box, other)) && other.boxes.some((box) => !isIn(box, one));
}

/** Whether both cover the same places of a viewport of the same size. */
export function areSameMasks(one: Masks, other: Masks): boolean {
  return (
    one.width === other.width &&
    one.height === other.height &&
    one.boxes.length === other.boxes.length &&
    one.boxes.every((box, index) => isSameBox(box, other.boxes[index]))
  );
}

function isSameBox(one: Box, other: Box | undefined): boolean {
  if (!other) return false;
  return (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(one[side] - other[side]) <= SAME_PX,
  );
}

/** A frame shows nothing beyond its own viewport. */
function addVisibleBox(boxes: Box[], box: Box, { viewport }: MaskReport, place: FramePlace): void {
  const left = Math.max(0, box.x);
  const top = Math.max(0, box.y);
  const width = Math.min(viewport.width, box.x + box.width) - left;
  const height = Math.min(viewport.height, box.y + box.height) - top;
  if (!(width > 0 && height > 0)) return;
  boxes.push({
    x: place.x + place.scaleX * left,
    y: place.y + place.scaleY * top,
    width: place.scaleX * width,
    height: place.scaleY * height,
  });
}

function applyPinch(box: Box, { x, y, scale }: { x: number; y: number; scale: number }): Box {
  return {
    x: (box.x - x) * scale,
    y: (box.y - y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}
