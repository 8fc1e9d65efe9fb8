import type { Masks } from '../snapshot/masks.ts';
import { areSameMasks } from '../snapshot/masks.ts';
import { PAINT_LAG_MS } from './proof.ts';

/** What a tab's frames said of their masks: true of some instant between asking and answer (epoch ms). */
export interface MaskReading {
  askedAt: number;
  toldAt: number;
  /** Null when it was not told. */
  masks: Masks | null;
}

/**
 * Where a frame of the film must be painted over, whose pixels are from between two instants: known if
 * the readings from before it was painted until after it was there all say the same. `all`: it is not
 * known. `early`: nothing had been read before it. `later`: nothing was asked since; try again then.
 */
export function findMasksOf(
  readings: readonly MaskReading[],
  pixels: { from: number; until: number },
): Masks | 'all' | 'early' | 'later' {
  const after = readings.findIndex(({ askedAt }) => askedAt >= pixels.until);
  if (after < 0) return 'later';
  const before = readings.findLastIndex(({ toldAt }) => toldAt <= pixels.from - PAINT_LAG_MS);
  if (before < 0) return 'early';
  const first = readings[before]?.masks;
  if (!first) return 'all';
  const isSame = readings
    .slice(before, after + 1)
    .every(({ masks }) => masks !== null && areSameMasks(masks, first));
  return isSame ? first : 'all';
}
