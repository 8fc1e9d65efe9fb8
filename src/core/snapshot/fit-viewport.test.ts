import { describe, expect, it } from 'vitest';
import { fitViewport, listPaintAreas } from './image-areas.ts';

describe('fitViewport', () => {
  it.each([
    ['fills the frame', 800, 600, { scale: 2, x: 0, y: 0, width: 1600, height: 1200 }],
    ['bars at the sides', 600, 600, { scale: 2, x: 200, y: 0, width: 1200, height: 1200 }],
    ['bars above and below', 800, 300, { scale: 2, x: 0, y: 300, width: 1600, height: 600 }],
  ])('%s', (_name, width, height, fit) => {
    expect(fitViewport({ width, height }, { width: 1600, height: 1200 })).toEqual(fit);
  });
});

describe('listPaintAreas', () => {
  const box = { x: 10, y: 20, width: 30, height: 40 };

  it('covers the box with 2 CSS px around it, where the viewport lies in the image', () => {
    const image = { ...fitViewport({ width: 600, height: 600 }, { width: 1600, height: 1200 }) };
    expect(listPaintAreas([box], { ...image, width: 1600, height: 1200 })).toEqual([
      { left: 216, top: 36, right: 284, bottom: 124 },
    ]);
  });

  it('keeps to the image and leaves out what does not touch it', () => {
    const image = { scale: 1, width: 20, height: 30 };
    expect(listPaintAreas([box, { ...box, x: 23 }, { ...box, y: -43 }], image)).toEqual([
      { left: 8, top: 18, right: 20, bottom: 30 },
    ]);
  });
});
