import { listPaintAreas, MASK_FILL } from '../../core/snapshot/image-areas.ts';
import type { Box } from '../../core/snapshot/snapshot.ts';
import type { PlacedMark } from '../../core/strategies/marks.ts';
import { placeMarks } from '../../core/strategies/marks.ts';
import type { Mark } from '../../core/strategies/strategy.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Context = OffscreenCanvasRenderingContext2D;
type Size = Record<'width' | 'height', number>;

/** Draws a PNG on a canvas of the measured size. Rejects when the image can't be read. */
async function drawImage(
  png: Bytes,
  measure: (image: ImageBitmap) => Size,
  draw: (context: Context, image: ImageBitmap, size: Size) => void,
): Promise<OffscreenCanvas> {
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  try {
    const { width, height } = measure(image);
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no canvas to draw on');
    draw(context, image, canvas);
    return canvas;
  } finally {
    image.close();
  }
}

async function encode(canvas: OffscreenCanvas, options: ImageEncodeOptions): Promise<Bytes> {
  const blob = await canvas.convertToBlob(options);
  return new Uint8Array(await blob.arrayBuffer());
}

/**
 * Returns a part of a PNG (px of the image), drawn no wider than `most` px, as a PNG. A browser keeps what it decodes of each
 * picture that was on a page: of whole screenshots that is megabytes each. Rejects when the image can't be read.
 */
export async function cutOutPart(
  png: Bytes,
  { x, y, width, height }: Box,
  most: number,
): Promise<Blob> {
  const scale = Math.min(1, most / width);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const canvas = await drawImage(
    png,
    () => size,
    (context, image, to) => {
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, x, y, width, height, 0, 0, to.width, to.height);
    },
  );
  return canvas.convertToBlob({ type: 'image/png' });
}

/**
 * Returns the PNG with these boxes painted over (CSS px; `scale` image px each, plus a margin of 2 CSS px). Returns the same
 * object without decoding it when no box touches the image. Rejects when the image can't be read.
 */
export async function paintOver(
  png: Bytes,
  boxes: readonly Box[],
  size: Size & { scale: number },
): Promise<Bytes> {
  const areas = listPaintAreas(boxes, size);
  if (areas.length === 0) return png;
  const canvas = await drawImage(
    png,
    (image) => image,
    (context, image) => {
      context.drawImage(image, 0, 0);
      context.fillStyle = MASK_FILL;
      for (const { left, top, right, bottom } of areas) {
        context.fillRect(left, top, right - left, bottom - top);
      }
    },
  );
  return encode(canvas, { type: 'image/png' });
}

/** Models use no more of a picture. */
const WIDEST = 1280;
const QUALITY = 0.8;
const LINE = 2;
const FONT_PX = 12;

/**
 * Returns a screenshot as a JPEG with each mark's element outlined and its name beside it. Boxes of `marks` are CSS px of the
 * viewport, which is `viewportWidth` CSS px wide. Rejects when the image can't be read.
 */
export async function drawMarks(
  png: Bytes,
  marks: readonly Mark[],
  viewportWidth: number,
): Promise<Bytes> {
  const canvas = await drawImage(
    png,
    (image) => {
      const width = Math.min(image.width, WIDEST);
      return { width, height: Math.round((image.height * width) / image.width) };
    },
    (context, image, { width, height }) => {
      context.drawImage(image, 0, 0, width, height);
      const scale = width / viewportWidth;
      const placed = placeMarks(marks, { width, height, scale });
      for (const { box, colour } of placed) {
        context.strokeStyle = colour;
        context.lineWidth = LINE * scale;
        context.strokeRect(box.x, box.y, box.width, box.height);
      }
      // Names come last: no outline may cross one.
      for (const mark of placed) drawName(context, mark, scale);
    },
  );
  return encode(canvas, { type: 'image/jpeg', quality: QUALITY });
}

function drawName(context: Context, { label, patch, colour }: PlacedMark, scale: number): void {
  context.fillStyle = colour;
  context.fillRect(patch.x, patch.y, patch.width, patch.height);
  context.fillStyle = '#ffffff';
  context.font = `bold ${FONT_PX * scale}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, patch.x + patch.width / 2, patch.y + patch.height / 2, patch.width);
}

/**
 * The bytes of a base64 data URL, which `chrome.tabs.captureVisibleTab` gives. By hand: Chrome keeps the whole URL
 * of everything that `fetch` was given, data or not, for as long as the context lives (decision 14).
 */
export function decodeDataUrl(url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(url.slice(url.indexOf(',') + 1));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
