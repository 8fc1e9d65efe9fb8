import { listPaintAreas, MASK_FILL } from '../../core/snapshot/image-areas.ts';
import type { Box } from '../../core/snapshot/snapshot.ts';

/**
 * The PNG with these boxes painted over (CSS px; `scale` image px each, plus a margin of 2 CSS px), as
 * a new PNG. Without boxes that touch the image it is the same object, and nothing is decoded. Rejects
 * when the image cannot be read.
 */
export async function paintOver(
  png: Uint8Array<ArrayBuffer>,
  boxes: readonly Box[],
  { scale, width, height }: { scale: number; width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const areas = listPaintAreas(boxes, { scale, width, height });
  if (areas.length === 0) return png;
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  try {
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no canvas to paint on');
    context.drawImage(image, 0, 0);
    context.fillStyle = MASK_FILL;
    for (const { left, top, right, bottom } of areas) {
      context.fillRect(left, top, right - left, bottom - top);
    }
    const painted = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await painted.arrayBuffer());
  } finally {
    image.close();
  }
}
