import { expect } from 'vitest';

/** Decoded RGBA pixels. */
interface Pixels {
  width: number;
  height: number;
  data: ArrayLike<number>;
}

/** What both renderers of marks (canvas and Node) promise, tried on white pictures. */
export const MARKED = {
  outlined: {
    size: [400, 300],
    marks: [{ label: 'e1', box: { x: 100, y: 80, width: 120, height: 60 } }],
    viewportWidth: 400,
    expect(pixels: Pixels): void {
      expect([pixels.width, pixels.height]).toEqual([400, 300]);
      expectDrawn(pixels, [100, 80], [220, 80], [100, 140], [220, 140]);
      // The patch with the name stands above the left corner.
      expectDrawn(pixels, [106, 70]);
      expectBlank(pixels, [160, 110], [300, 200]);
    },
  },
  shrunk: {
    size: [2560, 1280],
    marks: [{ label: 'e1', box: { x: 600, y: 300, width: 100, height: 50 } }],
    viewportWidth: 1600,
    expect(pixels: Pixels): void {
      expect([pixels.width, pixels.height]).toEqual([1280, 640]);
      expectDrawn(pixels, [480, 240], [560, 280]);
      expectBlank(pixels, [520, 262]);
    },
  },
} as const;

type Place = readonly [x: number, y: number];

function expectDrawn(pixels: Pixels, ...places: Place[]): void {
  expect(places.filter((place) => !isDrawn(pixels, place))).toEqual([]);
}

function expectBlank(pixels: Pixels, ...places: Place[]): void {
  expect(places.filter((place) => isDrawn(pixels, place))).toEqual([]);
}

/** Lossy pictures blur lines. Px. */
const REACH = 3;

/** Whether a pixel near a place is much darker than white. */
function isDrawn({ width, data }: Pixels, [x, y]: Place): boolean {
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      if ((data[((y + dy) * width + x + dx) * 4 + 1] ?? 255) < 150) return true;
    }
  }
  return false;
}
