import type { Box } from './snapshot.ts';

/** Beyond the boxes, CSS px: borders are painted on fractions of pixels. */
const MARGIN = 2;

/** A rectangle in image px, wholly in the image. */
export interface Area {
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
): Area[] {
  const { scale, width, height, x = 0, y = 0 } = image;
  return boxes.flatMap((box) => {
    const left = Math.max(0, Math.floor(x + (box.x - MARGIN) * scale));
    const top = Math.max(0, Math.floor(y + (box.y - MARGIN) * scale));
    const right = Math.min(width, Math.ceil(x + (box.x + box.width + MARGIN) * scale));
    const bottom = Math.min(height, Math.ceil(y + (box.y + box.height + MARGIN) * scale));
    return right > left && bottom > top ? [{ left, top, right, bottom }] : [];
  });
}
