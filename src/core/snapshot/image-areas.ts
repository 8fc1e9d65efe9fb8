import type { Box } from './snapshot.ts';

/** A neutral grey: neither text nor background of most pages. */
export const MASK_FILL = '#808080';

/** Beyond the boxes, CSS px: borders are painted on fractions of pixels. */
const PAINT_MARGIN = 2;

/** A rectangle in image px, wholly in the image. */
export interface PaintArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Where to paint an image over so that nothing of the boxes (CSS px) is seen: those that touch it, with a
 * margin of 2 CSS px, in whole px. `scale` image px make a CSS px, and the viewport begins at `x`, `y`.
 */
export function listPaintAreas(
  boxes: readonly Box[],
  image: { scale: number; width: number; height: number; x?: number; y?: number },
): PaintArea[] {
  const { scale, width, height, x = 0, y = 0 } = image;
  return boxes.flatMap((box) => {
    const left = Math.max(0, Math.floor(x + (box.x - PAINT_MARGIN) * scale));
    const top = Math.max(0, Math.floor(y + (box.y - PAINT_MARGIN) * scale));
    const right = Math.min(width, Math.ceil(x + (box.x + box.width + PAINT_MARGIN) * scale));
    const bottom = Math.min(height, Math.ceil(y + (box.y + box.height + PAINT_MARGIN) * scale));
    return right > left && bottom > top ? [{ left, top, right, bottom }] : [];
  });
}

interface PixelSize {
  width: number;
  height: number;
}

/** Where a viewport lies in a frame of the film: the whole of it, as large as fits, in the middle. */
export interface FittedViewport extends Box {
  /** Frame px per CSS px. */
  scale: number;
}

/** The browser scales a tab into the frame size that was asked for and leaves black bars where it does not fill it. */
export function fitViewport(viewport: PixelSize, frame: PixelSize): FittedViewport {
  const scale = Math.min(frame.width / viewport.width, frame.height / viewport.height);
  const width = viewport.width * scale;
  const height = viewport.height * scale;
  return { scale, width, height, x: (frame.width - width) / 2, y: (frame.height - height) / 2 };
}

/**
 * A part of an image, named as W3C Media Fragments do: px from its left top corner. It is drawn small: a
 * list of pictures holds only what it shows of them.
 */
export interface ImageRegion {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function formatImageRegion(image: string, { x, y, width, height }: ImageRegion): string {
  return `${image}#xywh=${[x, y, width, height].map((px) => Math.round(px)).join(',')}`;
}

/** The image, and null where its whole is meant. */
export function parseImageRegion(name: string): { image: string; part: ImageRegion | null } {
  const [, image, ...numbers] = /^(.*)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(name) ?? [];
  if (image === undefined) return { image: name, part: null };
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
  return { image, part: { x, y, width, height } };
}
