import { PNG } from 'pngjs';
import { listPaintAreas, MASK_FILL } from '../../core/snapshot/image-areas.ts';
import type { Box } from '../../core/snapshot/snapshot.ts';

/** The PNG with boxes painted over (CSS px; `scale` image px each), as the extension does on a canvas. Throws for other bytes. */
export function paintPng(
  png: Uint8Array<ArrayBuffer>,
  boxes: readonly Box[],
  size: { scale: number; width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const areas = listPaintAreas(boxes, size);
  if (areas.length === 0) return png;
  const image = PNG.sync.read(Buffer.from(png));
  const pixel = Buffer.from(`${MASK_FILL.slice(1)}ff`, 'hex');
  for (const { left, top, right, bottom } of areas) {
    for (let y = top; y < Math.min(bottom, image.height); y++) {
      for (let x = left; x < Math.min(right, image.width); x++)
        pixel.copy(image.data, (y * image.width + x) * 4);
    }
  }
  return new Uint8Array(PNG.sync.write(image));
}
