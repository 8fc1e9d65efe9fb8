import { describe, expect, it } from 'vitest';
import { paintOver } from './draw.ts';

const WIDTH = 40;
const HEIGHT = 30;

async function makeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

/** Left, top, right and bottom of what is not red any more, or null. */
async function findPainted(png: Uint8Array<ArrayBuffer>): Promise<number[] | null> {
  const image = await createImageBitmap(new Blob([png]));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const data = context?.getImageData(0, 0, WIDTH, HEIGHT).data ?? [];
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === 255 && data[at + 1] === 0) continue;
    expect([data[at], data[at + 1], data[at + 2], data[at + 3]]).toEqual([128, 128, 128, 255]);
    xs.push((at / 4) % WIDTH);
    ys.push(Math.floor(at / 4 / WIDTH));
  }
  if (xs.length === 0) return null;
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
}

describe('paintOver', () => {
  it('paints boxes and two CSS px around them, at the scale of the screen', async () => {
    const png = await makeImage();
    const size = { width: WIDTH, height: HEIGHT };
    const one = await paintOver(png, [{ x: 10, y: 8, width: 5, height: 4 }], { scale: 1, ...size });
    expect(await findPainted(one)).toEqual([8, 6, 17, 14]);
    const two = await paintOver(png, [{ x: 10.3, y: 8, width: 3, height: 2 }], {
      scale: 1.5,
      ...size,
    });
    expect(await findPainted(two)).toEqual([12, 9, 23, 18]);
  });

  it('stays inside the image', async () => {
    const box = { x: -50, y: 20, width: 500, height: 100 };
    const size = { scale: 1, width: WIDTH, height: HEIGHT };
    expect(await findPainted(await paintOver(await makeImage(), [box], size))).toEqual([
      0, 18, 40, 30,
    ]);
  });

  it('leaves an image alone that has nothing to hide', async () => {
    const png = await makeImage();
    const size = { scale: 1, width: WIDTH, height: HEIGHT };
    expect(await paintOver(png, [], size)).toBe(png);
    expect(await paintOver(png, [{ x: 90, y: 0, width: 5, height: 5 }], size)).toBe(png);
  });
});
