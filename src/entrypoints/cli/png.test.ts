import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { MARKED } from '../../platform/image/drawn-marks.fixture.ts';
import { drawMarks } from './png.ts';

function makeImage(width: number, height: number): Uint8Array {
  const image = new PNG({ width, height });
  image.data.fill(255);
  return PNG.sync.write(image);
}

function readPixels({ base64 }: { base64: string }): PNG {
  return PNG.sync.read(Buffer.from(base64, 'base64'));
}

describe('drawMarks', () => {
  it('outlines each element and puts its name beside it', () => {
    const { size, marks, viewportWidth, expect: expectMarks } = MARKED.outlined;
    const image = drawMarks(makeImage(...size), marks, viewportWidth);
    expect(image.mediaType).toBe('image/png');
    expectMarks(readPixels(image));
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
    const { size, marks, viewportWidth, expect: expectMarks } = MARKED.shrunk;
    expectMarks(readPixels(drawMarks(makeImage(...size), marks, viewportWidth)));
  });

  it('rejects bytes that are not a picture', () => {
    expect(() => drawMarks(new Uint8Array([1, 2, 3]), [], 100)).toThrow();
  });
});
