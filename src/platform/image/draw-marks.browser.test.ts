import { describe, expect, it } from 'vitest';
import { drawMarks } from './draw.ts';

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
  const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
  const { width, height } = image;
  /** Whether something is drawn within 3 px of a place. */
  const isDrawn = (x: number, y: number): boolean => {
    for (let dy = -3; dy <= 3; dy++) {
      for (let dx = -3; dx <= 3; dx++) {
        if ((data[((y + dy) * width + x + dx) * 4 + 1] ?? 255) < 150) return true;
      }
    }
    return false;
  };
  return { width, height, isDrawn };
}

describe('drawMarks', () => {
  it('outlines each element and puts its name beside it', async () => {
    const mark = { label: 'e1', box: { x: 100, y: 80, width: 120, height: 60 } };
    const { width, height, isDrawn } = await readPixels(
      await drawMarks(await makeImage(400, 300), [mark], 400),
    );
    expect([width, height]).toEqual([400, 300]);
    const corners = [
      [100, 80],
      [220, 80],
      [100, 140],
      [220, 140],
    ] as const;
    for (const [x, y] of corners) expect(isDrawn(x, y), `${x} ${y}`).toBe(true);
    expect(isDrawn(160, 110)).toBe(false);
    // The patch stands above the left corner.
    expect(isDrawn(106, 70)).toBe(true);
    expect(isDrawn(300, 200)).toBe(false);
  });

  it('makes large pictures smaller and keeps marks where they belong', async () => {
    const mark = { label: 'e1', box: { x: 600, y: 300, width: 100, height: 50 } };
    const { width, height, isDrawn } = await readPixels(
      await drawMarks(await makeImage(2560, 1280), [mark], 1600),
    );
    expect([width, height]).toEqual([1280, 640]);
    expect(isDrawn(480, 240)).toBe(true);
    expect(isDrawn(560, 280)).toBe(true);
    expect(isDrawn(520, 262)).toBe(false);
  });

  it('refuses what is no picture', async () => {
    await expect(drawMarks(new Uint8Array([1, 2, 3]), [], 100)).rejects.toThrow();
  });
});
