/**
 * Levelling (weblinx-format.md §4.5, paper appendix A.3): cuts the longest parts to one level so that
 * all add up to `limit` exactly. The level is rounded down and what is missing is given back, one each,
 * to the longest parts, of equally long ones the last. Parts that fit stay as they are.
 */
export function levelLengths(lengths: readonly number[], limit: number): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= limit) return [...lengths];
  if (limit <= 0) return lengths.map(() => 0);
  const order = Array.from(lengths.keys()).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  const levelled = [...lengths];
  let left = limit;
  for (const [place, index] of order.entries()) {
    const share = Math.floor(left / (order.length - place));
    const length = lengths[index] ?? 0;
    if (length > share) {
      shareOut(levelled, order.slice(place), left);
      break;
    }
    left -= length;
  }
  return levelled;
}

/** The same for all, and one more for as many of the last as the division leaves over. */
function shareOut(levelled: number[], parts: readonly number[], total: number): void {
  const level = Math.floor(total / parts.length);
  const over = total - level * parts.length;
  for (const [place, index] of parts.entries()) {
    levelled[index] = level + (place >= parts.length - over ? 1 : 0);
  }
}
