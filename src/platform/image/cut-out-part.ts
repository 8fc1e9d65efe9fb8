import type { Box } from '../../core/snapshot/snapshot.ts';

/**
 * A part of a PNG (px of the image), drawn no wider than `most` px, as a new PNG. A browser keeps what it
 * decodes of each picture that was on a page: of whole screenshots that is megabytes each. Rejects when the
 * image cannot be read.
 */
export async function cutOutPart(
  png: Uint8Array<ArrayBuffer>,
  { x, y, width, height }: Box,
  most: number,
): Promise<Blob> {
  const scale = Math.min(1, most / width);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  try {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no canvas to draw on');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    image.close();
  }
}
