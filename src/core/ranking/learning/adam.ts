const MEMORY = 0.9;
const SQUARE_MEMORY = 0.999;
const TINY = 1e-8;

export interface Adam {
  /** Takes one step down the slopes, in place. */
  descend(values: Float64Array, slopes: Float64Array): void;
}

/** Adam (Kingma and Ba, 2015, algorithm 1) for `size` values at a rate. */
export function startAdam(size: number, rate: number): Adam {
  const means = new Float64Array(size);
  const squares = new Float64Array(size);
  let steps = 0;
  return {
    descend(values, slopes) {
      steps += 1;
      const scale = 1 / (1 - MEMORY ** steps);
      const squareScale = 1 / (1 - SQUARE_MEMORY ** steps);
      for (let at = 0; at < size; at += 1) {
        const slope = slopes[at] ?? 0;
        const mean = MEMORY * (means[at] ?? 0) + (1 - MEMORY) * slope;
        const square = SQUARE_MEMORY * (squares[at] ?? 0) + (1 - SQUARE_MEMORY) * slope * slope;
        means[at] = mean;
        squares[at] = square;
        const step = (rate * mean * scale) / (Math.sqrt(square * squareScale) + TINY);
        values[at] = (values[at] ?? 0) - step;
      }
    },
  };
}
