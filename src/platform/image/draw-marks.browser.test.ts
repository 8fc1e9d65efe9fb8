import { describe, expect, it } from 'vitest';
import { drawMarks } from './draw.ts';
import { MARKED } from './drawn-marks.fixture.ts';

async function makeImage(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

async function readPixels(jpeg: Uint8Array<ArrayBuffer>) {
  const image = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const { width, height } = image;
  const data = context?.getImageData(0, 0, width, height).data ?? [];
  return { width, height, data };
}

describe('drawMarks', () => {
  it('outlines each element and puts its name beside it', async () => {
    const { size, marks, viewportWidth, expect: expectMarks } = MARKED.outlined;
    const drawn = await drawMarks(await makeImage(...size), marks, viewportWidth);
    expectMarks(await readPixels(drawn));
  });

  it('makes large pictures smaller and keeps marks where they belong', async () => {
    const { size, marks, viewportWidth, expect: expectMarks } = MARKED.shrunk;
    const drawn = await drawMarks(await makeImage(...size), marks, viewportWidth);
    expectMarks(await readPixels(drawn));
  });

  it('rejects bytes that are not a picture', async () => {
    await expect(drawMarks(new Uint8Array([1, 2, 3]), [], 100)).rejects.toThrow();
  });
});
