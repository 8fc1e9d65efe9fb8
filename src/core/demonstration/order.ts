import type { Turn } from './demonstration.ts';

/**
 * Turns in the order they happened: by time, then by `seq` (which grows within one document), then
 * as given. Returns a new array.
 */
export function orderTurns<T extends Pick<Turn, 'at' | 'seq'>>(turns: readonly T[]): T[] {
  return turns.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}
