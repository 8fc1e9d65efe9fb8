import type { RankedLabel } from './recall.ts';

/** Ranks beyond this count nothing. */
const LAST_RANK = 50;

/**
 * Mean reciprocal rank of the targets, 0 … 1 (weblinx-format.md §3.5): a target ranked beyond 50 counts
 * as 0; null when there is no target.
 */
export function scoreReciprocalRank(records: Iterable<RankedLabel>): number | null {
  let [sum, all] = [0, 0];
  for (const { label, rank } of records) {
    if (label !== 1) continue;
    all++;
    if (rank <= LAST_RANK) sum += 1 / rank;
  }
  return all === 0 ? null : sum / all;
}
