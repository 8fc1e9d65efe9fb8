/**
 * Groups texts of like length so that little is padded: sorted by length, each batch holds at most
 * `budget` tokens counted with padding, and at least one text. Returns indexes into `lengths`.
 */
export function planBatches(lengths: readonly number[], budget: number): number[][] {
  const order = lengths.map((_, index) => index).sort((a, b) => lengthAt(a) - lengthAt(b) || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of order) {
    // Ascending order: this text is the longest so far and sets the padding of all.
    if (batch.length > 0 && (batch.length + 1) * lengthAt(index) > budget) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;

  function lengthAt(index: number): number {
    return lengths[index] ?? 0;
  }
}
