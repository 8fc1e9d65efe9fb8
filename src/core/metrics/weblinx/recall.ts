/** Where a candidate stands: rank from 1; `label` 1 for the target. */
export interface RankedLabel {
  label: 0 | 1;
  rank: number;
}

/**
 * Share of targets among the first `k` candidates, 0 … 1, over the records of all turns together; null when there is no target. A turn whose target is no candidate has no
 * record with label 1 and so does not count: this is kinder than a recall over turns.
 * WebLINX reports k = 1, 5, 10, 20, 50, 100 and 200.
 */
export function scoreRecall(records: Iterable<RankedLabel>, k: number): number | null {
  let [found, all] = [0, 0];
  for (const { label, rank } of records) {
    if (label !== 1) continue;
    all++;
    if (rank <= k) found++;
  }
  return all === 0 ? null : found / all;
}

/** Ranks beyond this count nothing. */
const LAST_RANK = 50;

/**
 * Mean reciprocal rank of the targets, 0 … 1: a target ranked beyond 50 counts
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
