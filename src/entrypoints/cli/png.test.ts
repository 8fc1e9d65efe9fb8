import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { drawMarks } from './png.ts';

function makeImage(width: number, height: number): Uint8Array {
  const image = new PNG({ width, height });
  image.data.fill(255);
  return PNG.sync.write(image);
}

function readDrawn({ base64 }: { base64: string }) {
  const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'));
  /** Whether there is anything but white within 2 px of a place. */
  const isDrawn = (x: number, y: number): boolean => {
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        if ((data[((y + dy) * width + x + dx) * 4 + 1] ?? 255) < 150) return true;
      }
    }
    return false;
  };
  return { width, height, isDrawn };
}

describe('drawMarks', () => {
  it('outlines each element and puts its name beside it', () => {
    const mark = { label: 'e12', box: { x: 100, y: 80, width: 120, height: 60 } };
    const image = drawMarks(makeImage(400, 300), [mark], 400);
    expect(image.mediaType).toBe('image/png');
    const { width, height, isDrawn } = readDrawn(image);
    expect([width, height]).toEqual([400, 300]);
    const corners = [
      [100, 80],
      [220, 80],
      [100, 140],
      [220, 140],
    ] as const;
    for (const [x, y] of corners) expect(isDrawn(x, y), `${x} ${y}`).toBe(true);
    expect(isDrawn(160, 110)).toBe(false);
    expect(isDrawn(106, 70)).toBe(true);
    expect(isDrawn(300, 200)).toBe(false);
  });

  it('writes other names otherwise', () => {
    const names = Array.from({ length: 30 }, (_, at) => `e${at + 1}`);
    const drawn = names.map((label) => {
      const box = { x: 40, y: 40, width: 30, height: 20 };
      return drawMarks(makeImage(100, 100), [{ label, box }], 100).base64;
    });
    expect(new Set(drawn).size).toBe(names.length);
  });

  it('makes large pictures smaller and keeps marks where they belong', () => {
    const mark = { label: 'e1', box: { x: 600, y: 300, width: 100, height: 50 } };
    const { width, height, isDrawn } = readDrawn(drawMarks(makeImage(2560, 1280), [mark], 1600));
    expect([width, height]).toEqual([1280, 640]);
    expect(isDrawn(480, 240)).toBe(true);
    expect(isDrawn(560, 280)).toBe(true);
    expect(isDrawn(520, 262)).toBe(false);
  });

  it('refuses what is no picture', () => {
    expect(() => drawMarks(new Uint8Array([1, 2, 3]), [], 100)).toThrow();
  });
});
