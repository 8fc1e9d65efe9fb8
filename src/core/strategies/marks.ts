import { overlap } from '../ranking/page/page-index.ts';
import type { Box } from '../snapshot/snapshot.ts';
import type { LabelledCandidate } from './outline.ts';
import type { Mark } from './strategy.ts';

/** Where a mark's name goes, in image px. */
export interface PlacedMark {
  label: string;
  /** The element's outline, cut to the image. */
  box: Box;
  /** The patch with the name in it, which is white. */
  patch: Box;
  /** Of outline and patch, as #rrggbb. */
  colour: string;
}

/** Dark enough for white letters on them (4.5 to 1), and easy to tell apart. */
const COLOURS = ['#b00020', '#00539c', '#1b6e20', '#7a3e00', '#6a1b9a', '#00615a'];

/** Size of a letter and its patch on a screen, CSS px. */
const LETTER_WIDTH = 8;
const PADDING = 3;
const HEIGHT = 16;
/** Thinner elements can hardly be seen, let alone marked. */
const THINNEST = 2;

/** The marks of those elements that are in view, best first; no element twice. */
export function listMarks(
  labelled: readonly LabelledCandidate[],
  viewport: { width: number; height: number },
): Mark[] {
  const screen = { x: 0, y: 0, ...viewport };
  return labelled.flatMap(({ label, candidate: { box, inViewport, behind } }) => {
    const seen = box && inViewport && !behind ? cutBox(box, screen) : null;
    return seen ? [{ label, box: seen }] : [];
  });
}

/**
 * Where to draw marks into an image of `width` × `height` px with `scale` px to a CSS px. Names do not
 * cover one another: each takes the first free place around its element (above its left corner, above its
 * right, below, inside), and the one that covers least where all are taken.
 */
export function placeMarks(
  marks: readonly Mark[],
  { width, height, scale }: { width: number; height: number; scale: number },
): PlacedMark[] {
  const image = { x: 0, y: 0, width, height };
  const taken: Box[] = [];
  return marks.flatMap(({ label, box }) => {
    const scaled = {
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    };
    const seen = cutBox(scaled, image);
    if (!seen) return [];
    const size = {
      width: (label.length * LETTER_WIDTH + 2 * PADDING) * scale,
      height: HEIGHT * scale,
    };
    const patch = choosePatch(seen, size, image, taken);
    const colour = COLOURS[taken.length % COLOURS.length] ?? '#000000';
    taken.push(patch);
    return [{ label, box: seen, patch, colour }];
  });
}

type Size = Pick<Box, 'width' | 'height'>;

function choosePatch(box: Box, size: Size, image: Box, taken: readonly Box[]): Box {
  const right = box.x + box.width - size.width;
  const bottom = box.y + box.height;
  const spots = [
    { x: box.x, y: box.y - size.height },
    { x: right, y: box.y - size.height },
    { x: box.x, y: bottom },
    { x: right, y: bottom },
    { x: box.x - size.width, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x, y: box.y },
    { x: right, y: bottom - size.height },
  ].map((spot) => keepInside({ ...spot, ...size }, image));
  const [first] = spots;
  let best = first ?? { ...box, ...size };
  let least = Infinity;
  for (const spot of spots) {
    const shared = taken.map((other) => overlap(spot, other));
    const covered = shared.reduce((sum, { width, height }) => sum + width * height, 0);
    if (covered < least) [best, least] = [spot, covered];
    if (covered === 0) break;
  }
  return best;
}

function keepInside(box: Box, image: Box): Box {
  const x = Math.max(0, Math.min(box.x, image.width - box.width));
  const y = Math.max(0, Math.min(box.y, image.height - box.height));
  return { ...box, x, y };
}

/** The part of a box that is in another; null when there is hardly any. */
function cutBox(box: Box, frame: Box): Box | null {
  const shared = overlap(box, frame);
  return shared.width > THINNEST && shared.height > THINNEST ? shared : null;
}
