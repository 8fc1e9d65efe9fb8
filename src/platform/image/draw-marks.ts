import { placeMarks } from '../../core/strategies/marks.ts';
import type { PlacedMark } from '../../core/strategies/marks.ts';
import type { Mark } from '../../core/strategies/strategy.ts';

/** Models take no more of a picture; what is wider is made smaller. */
const WIDEST = 1280;
const QUALITY = 0.8;
const LINE = 2;
const FONT_PX = 12;

/**
 * A screenshot as a JPEG with marks on it: each element outlined, its name in a patch beside it. Boxes of
 * `marks` in CSS px of the viewport, which is `viewportWidth` CSS px wide. Rejects when the image cannot
 * be read.
 */
export async function drawMarks(
  png: Uint8Array<ArrayBuffer>,
  marks: readonly Mark[],
  viewportWidth: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  try {
    const width = Math.min(image.width, WIDEST);
    const height = Math.max(1, Math.round((image.height * width) / image.width));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no canvas to draw on');
    context.drawImage(image, 0, 0, width, height);
    const scale = width / viewportWidth;
    const placed = placeMarks(marks, { width, height, scale });
    for (const mark of placed) drawOutline(context, mark, scale);
    // Names come last: no outline may cross one.
    for (const mark of placed) drawName(context, mark, scale);
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    return new Uint8Array(await drawn.arrayBuffer());
  } finally {
    image.close();
  }
}

function drawOutline(
  context: OffscreenCanvasRenderingContext2D,
  { box, colour }: PlacedMark,
  scale: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = LINE * scale;
  context.strokeRect(box.x, box.y, box.width, box.height);
}

function drawName(
  context: OffscreenCanvasRenderingContext2D,
  { label, patch, colour }: PlacedMark,
  scale: number,
): void {
  context.fillStyle = colour;
  context.fillRect(patch.x, patch.y, patch.width, patch.height);
  context.fillStyle = '#ffffff';
  context.font = `bold ${FONT_PX * scale}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, patch.x + patch.width / 2, patch.y + patch.height / 2, patch.width);
}
