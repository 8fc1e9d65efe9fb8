import { PNG } from 'pngjs';
import type { ChatImage } from '../../core/navigator/model/question.ts';
import type { Box } from '../../core/snapshot/snapshot.ts';
import { placeMarks } from '../../core/strategies/marks.ts';
import type { Mark } from '../../core/strategies/strategy.ts';
import { listPaintAreas, MASK_FILL } from '../../core/snapshot/image-areas.ts';

/** Models take no more of a picture; what is wider is made smaller. */
const WIDEST = 1280;
const LINE = 2;
/** A letter of a name and the way to the next, CSS px. */
const LETTER = { width: 6, height: 10, pitch: 8 };
const WHITE = '#ffffff';

/** Draws what the extension draws on a canvas, which Node doesn't have. Names are `e` and digits, in straight strokes. */
export function drawMarks(
  png: Uint8Array,
  marks: readonly Mark[],
  viewportWidth: number,
): ChatImage {
  const image = shrink(PNG.sync.read(Buffer.from(png)));
  const { width, height } = image;
  const scale = width / viewportWidth;
  const placed = placeMarks(marks, { width, height, scale });
  for (const { box, colour } of placed) {
    for (const side of listSides(box, LINE * scale)) fill(image, side, colour);
  }
  // Names come last: no outline may cross one.
  for (const { label, patch, colour } of placed) {
    fill(image, patch, colour);
    for (const stroke of listStrokes(label, patch, scale)) fill(image, stroke, WHITE);
  }
  return { mediaType: 'image/png', base64: PNG.sync.write(image).toString('base64') };
}

/** Each pixel is the mean of those that it stands for. */
function shrink(image: PNG): PNG {
  if (image.width <= WIDEST) return image;
  const ratio = image.width / WIDEST;
  const small = new PNG({ width: WIDEST, height: Math.max(1, Math.round(image.height / ratio)) });
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < WIDEST; x++) {
      const [left, right] = spanOf(x, ratio, image.width);
      const [top, bottom] = spanOf(y, ratio, image.height);
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++) {
          for (let column = left; column < right; column++) {
            sum += image.data[(row * image.width + column) * 4 + channel] ?? 0;
          }
        }
        small.data[(y * WIDEST + x) * 4 + channel] = sum / ((bottom - top) * (right - left));
      }
    }
  }
  return small;
}

function spanOf(at: number, ratio: number, end: number): [number, number] {
  const from = Math.min(end - 1, Math.floor(at * ratio));
  return [from, Math.min(end, Math.max(from + 1, Math.floor((at + 1) * ratio)))];
}

/** The outline lies half inside and half outside, as a stroke does. */
function listSides({ x, y, width, height }: Box, line: number): Box[] {
  const [left, top] = [x - line / 2, y - line / 2];
  return [
    { x: left, y: top, width: width + line, height: line },
    { x: left, y: top + height, width: width + line, height: line },
    { x: left, y: top, width: line, height: height + line },
    { x: left + width, y: top, width: line, height: height + line },
  ];
}

/** Upper, middle and lower bar, then upper left and right and lower left and right, as digits on a clock. */
const STROKES: Readonly<Record<string, string>> = {
  e: 'umlUL',
  0: 'ulUWLR',
  1: 'WR',
  2: 'umlWL',
  3: 'umlWR',
  4: 'mUWR',
  5: 'umlUR',
  6: 'umlULR',
  7: 'uWR',
  8: 'umlUWLR',
  9: 'umlUWR',
};

function listStrokes(label: string, patch: Box, scale: number): Box[] {
  const { width, height, pitch } = LETTER;
  const thick = 1.5;
  const wholeWidth = label.length * pitch - (pitch - width);
  const half = (height - thick) / 2;
  const shapes: Readonly<Record<string, Box>> = {
    u: { x: 0, y: 0, width, height: thick },
    m: { x: 0, y: half, width, height: thick },
    l: { x: 0, y: height - thick, width, height: thick },
    U: { x: 0, y: 0, width: thick, height: half + thick },
    W: { x: width - thick, y: 0, width: thick, height: half + thick },
    L: { x: 0, y: half, width: thick, height: half + thick },
    R: { x: width - thick, y: half, width: thick, height: half + thick },
  };
  const left = patch.x + (patch.width - wholeWidth * scale) / 2;
  const top = patch.y + (patch.height - height * scale) / 2;
  return Array.from(label).flatMap((letter, at) =>
    Array.from(STROKES[letter] ?? '').flatMap((name) => {
      const shape = shapes[name];
      if (!shape) return [];
      return [
        {
          x: left + (at * pitch + shape.x) * scale,
          y: top + shape.y * scale,
          width: shape.width * scale,
          height: shape.height * scale,
        },
      ];
    }),
  );
}

function fill({ data, width, height }: PNG, box: Box, colour: string): void {
  const [from, to] = [Math.max(0, Math.round(box.x)), Math.round(box.x + box.width)];
  const [top, bottom] = [Math.max(0, Math.round(box.y)), Math.round(box.y + box.height)];
  const pixel = Buffer.from(`${colour.slice(1)}ff`, 'hex');
  for (let y = top; y < Math.min(bottom, height); y++) {
    for (let x = from; x < Math.min(to, width); x++) pixel.copy(data, (y * width + x) * 4);
  }
}

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
