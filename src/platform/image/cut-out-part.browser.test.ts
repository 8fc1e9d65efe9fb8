import { describe, expect, it } from 'vitest';
import { formatImageRegion, parseImageRegion } from '../../core/snapshot/image-areas.ts';
import { cutOutPart } from './draw.ts';

/** Red on the left, blue from x = 60. */
async function makePng(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(100, 50);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 60, 50);
  context.fillStyle = '#00f';
  context.fillRect(60, 0, 40, 50);
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
}

async function readColours(png: Blob, ...xs: number[]) {
  const image = await createImageBitmap(png);
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(image, 0, 0);
  const colours = xs.map((x) => [...(context?.getImageData(x, 1, 1, 1).data ?? [])].slice(0, 3));
  return { width, height, colours };
}

describe('cutOutPart', () => {
  it('gives the part that a name says, no wider than asked', async () => {
    const { image, part } = parseImageRegion(
      formatImageRegion('abc', { x: 40.4, y: 10, width: 40, height: 20 }),
    );
    expect(image).toBe('abc');
    if (!part) throw new Error('The name tells of no part.');
    const whole = await makePng();
    expect(await readColours(await cutOutPart(whole, part, 500), 1, 38)).toEqual({
      width: 40,
      height: 20,
      colours: [
        [255, 0, 0],
        [0, 0, 255],
      ],
    });
    const { width, height } = await readColours(await cutOutPart(whole, part, 10));
    expect([width, height]).toEqual([10, 5]);
  });
});

describe('readPart', () => {
  it('takes a name without a part for the whole', () => {
    expect(parseImageRegion('abc')).toEqual({ image: 'abc', part: null });
  });
});
