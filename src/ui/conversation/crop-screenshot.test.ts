import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cropAroundTarget, projectBox } from './crop-screenshot.ts';

const image = { width: 1200, height: 800 };
const small = { x: 0.5, y: 0.5, width: 0.05, height: 0.03 };

describe('frameShot', () => {
  it('shows the top of the page without a target', () => {
    const view = cropAroundTarget({ width: 1200, height: 2000 }, null, 1.5);
    expect(view.x).toBe(0);
    expect(view.y).toBe(0);
    expect(view.width).toBe(1);
    expect(view.height).toBeCloseTo(0.4);
  });

  it('comes closer to a small target and centres it', () => {
    const view = cropAroundTarget(image, small, 1.5);
    expect(view.width).toBeLessThan(0.5);
    const seen = projectBox(small, view);
    expect(seen.x + seen.width / 2).toBeCloseTo(0.5);
    expect(seen.y + seen.height / 2).toBeCloseTo(0.5);
  });

  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const side = fc.integer({ min: 1, max: 5000 });

  it('stays within the image, keeps the frame’s aspect and shows the whole target if it can', () => {
    fc.assert(
      fc.property(side, side, unit, unit, unit, unit, (width, height, x, y, w, h) => {
        const box = { x, y, width: w * (1 - x), height: h * (1 - y) };
        const view = cropAroundTarget({ width, height }, box, 1.5);
        expect(view.x).toBeGreaterThanOrEqual(0);
        expect(view.y).toBeGreaterThanOrEqual(0);
        expect(view.x + view.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(view.y + view.height).toBeLessThanOrEqual(1 + 1e-9);
        expect((view.width * width) / (view.height * height)).toBeCloseTo(1.5);
        if (box.width <= view.width && box.height <= view.height) {
          const seen = projectBox(box, view);
          expect(seen.x).toBeGreaterThanOrEqual(-1e-6);
          expect(seen.x + seen.width).toBeLessThanOrEqual(1 + 1e-6);
        }
      }),
    );
  });
});
