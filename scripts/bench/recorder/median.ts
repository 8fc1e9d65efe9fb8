/** The middle one; the mean of the two middle ones of an even count. NaN of none. */
export function takeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Three significant digits: more is noise. */
export function roundFigure(value: number): number {
  return Number(value.toPrecision(3));
}
