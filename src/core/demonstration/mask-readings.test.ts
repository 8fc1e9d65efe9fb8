import { describe, expect, it } from 'vitest';
import type { Masks } from '../snapshot/masks.ts';
import type { MaskReading } from './screenshot-proof.ts';
import { findMasksForFrame, PAINT_LAG_MS } from './screenshot-proof.ts';

const field = { x: 10, y: 20, width: 100, height: 30 };
const masks = (y: number): Masks => ({ boxes: [{ ...field, y }], width: 800, height: 600 });

/** One reading every 200 ms, each answered after 20. */
function read(...given: (Masks | null)[]): MaskReading[] {
  return given.map((one, index) => ({
    askedAt: index * 200,
    answeredAt: index * 200 + 20,
    masks: one,
  }));
}

const at = (ms: number) => ({ from: ms, until: ms + 10 });

describe('findMasksOf', () => {
  it('knows what was so before the frame was painted and after it was there', () => {
    const readings = read(masks(20), masks(20), masks(20));
    expect(findMasksForFrame(readings, at(250))).toEqual(masks(20));
    expect(findMasksForFrame(readings, at(20 + PAINT_LAG_MS))).toEqual(masks(20));
  });

  it.each([
    ['the field moved', [masks(20), masks(60), masks(60)]],
    ['the field moved, and back', [masks(20), masks(60), masks(20)]],
    ['a field came', [{ ...masks(20), boxes: [] }, masks(20), masks(20)]],
    ['the page went narrower', [masks(20), { ...masks(20), width: 700 }, masks(20)]],
    ['a reading failed', [masks(20), null, masks(20)]],
    ['the first reading failed', [null, masks(20), masks(20)]],
  ])('paints all of a frame when %s', (_name, given) => {
    // Painted at 200 at the latest, there at 260: the readings at 0, 200 and 400 count.
    expect(findMasksForFrame(read(...given), { from: 250, until: 260 })).toBe('all');
  });

  it('minds no movement that the margin covers', () => {
    expect(findMasksForFrame(read(masks(20), masks(20.5), masks(21)), at(250))).toEqual(masks(20));
  });

  it('waits for a reading that was asked for when the frame was there', () => {
    expect(findMasksForFrame(read(masks(20), masks(20)), at(250))).toBe('later');
    expect(findMasksForFrame([], at(250))).toBe('later');
  });

  it('says of a frame from before the first reading that it is early', () => {
    expect(findMasksForFrame(read(masks(20), masks(20)), at(19 + PAINT_LAG_MS))).toBe('early');
  });
});
