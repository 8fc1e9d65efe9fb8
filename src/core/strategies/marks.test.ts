import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../snapshot/snapshot.ts';
import { placeMarks } from './marks.ts';

const IMAGE = { width: 800, height: 600, scale: 1 };

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

describe('placeMarks', () => {
  it('puts names beside their elements and not on one another', () => {
    const row = Array.from({ length: 8 }, (_, at) => ({
      label: `e${at + 1}`,
      box: { x: 20 + at * 14, y: 100, width: 12, height: 20 },
    }));
    const placed = placeMarks(row, IMAGE);
    expect(placed).toHaveLength(8);
    for (const [at, { patch }] of placed.entries()) {
      for (const other of placed.slice(at + 1)) expect(overlap(patch, other.patch)).toBe(false);
    }
  });

  it('stays in the picture, whatever the boxes', () => {
    const px = fc.integer({ min: -500, max: 1500 });
    const size = fc.integer({ min: 0, max: 2000 });
    const box = fc.record({ x: px, y: px, width: size, height: size });
    fc.assert(
      fc.property(fc.array(box, { maxLength: 30 }), fc.constantFrom(0.5, 1, 2), (boxes, scale) => {
        const marks = boxes.map((each, at) => ({ label: `e${at + 1}`, box: each }));
        for (const { box: outline, patch } of placeMarks(marks, { ...IMAGE, scale })) {
          for (const { x, y, width, height } of [outline, patch]) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(y).toBeGreaterThanOrEqual(0);
            expect(x + width).toBeLessThanOrEqual(IMAGE.width);
            expect(y + height).toBeLessThanOrEqual(IMAGE.height);
          }
        }
      }),
    );
  });

  it('leaves out what is not in the picture', () => {
    const mark = { label: 'e1', box: { x: 10, y: 700, width: 50, height: 20 } };
    expect(placeMarks([mark], IMAGE)).toEqual([]);
    expect(placeMarks([mark], { ...IMAGE, scale: 0.5 })).toHaveLength(1);
  });
});
