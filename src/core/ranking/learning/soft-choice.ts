/** Scores this far apart are e times as likely to be chosen: about the margin that counts as clear. */
const TEMPERATURE = 0.08;

/**
 * The slope of the cross-entropy by each score: how likely softmax would choose it, less 1 for the one
 * that was chosen, all over the temperature.
 */
export function chooseSoftly(scores: ArrayLike<number>, chosen: number): Float64Array {
  const likely = Float64Array.from(scores, (score) => score / TEMPERATURE);
  const most = likely.reduce((best, value) => Math.max(best, value), -Infinity);
  let sum = 0;
  for (let at = 0; at < likely.length; at += 1) {
    const value = Math.exp((likely[at] ?? 0) - most);
    likely[at] = value;
    sum += value;
  }
  return likely.map((value, at) => (value / sum - (at === chosen ? 1 : 0)) / TEMPERATURE);
}
