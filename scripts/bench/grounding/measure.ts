import { createRandom } from '../../random.ts';

/** The place of the right element for one instruction, from 1; Infinity where it is not there. */
export interface Placed {
  page: string;
  rank: number;
}

export const measures = ['r1', 'r5', 'r10', 'mrr'] as const;
export type Measure = (typeof measures)[number];

export interface Figure {
  value: number;
  /** 95 % interval. */
  low: number;
  high: number;
}

export type Figures = { n: number } & Record<Measure, Figure>;

const resamples = 1000;

/**
 * Recall at 1, 5 and 10 and mean reciprocal rank, with percentile bootstrap intervals. Whole pages are
 * drawn, not instructions: those of one page succeed and fail together.
 */
export function measureRanks(placed: readonly Placed[]): Figures {
  const pages = [...new Set(placed.map(({ page }) => page))].map((page) =>
    sumUp(placed.filter((each) => each.page === page)),
  );
  const random = createRandom(7);
  const drawn = Array.from({ length: resamples }, () =>
    divide(pages.map(() => pages[Math.floor(random() * pages.length)] ?? emptySums())),
  );
  const all = divide(pages);
  const figure = (measure: Measure): Figure => {
    const sorted = drawn.map((sample) => sample[measure]).sort((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(share * (resamples - 1))] ?? NaN;
    return { value: all[measure], low: at(0.025), high: at(0.975) };
  };
  return {
    n: placed.length,
    r1: figure('r1'),
    r5: figure('r5'),
    r10: figure('r10'),
    mrr: figure('mrr'),
  };
}

type Sums = { n: number } & Record<Measure, number>;

function emptySums(): Sums {
  return { n: 0, r1: 0, r5: 0, r10: 0, mrr: 0 };
}

function sumUp(placed: readonly Placed[]): Sums {
  const within = (k: number) => placed.filter(({ rank }) => rank <= k).length;
  return {
    n: placed.length,
    r1: within(1),
    r5: within(5),
    r10: within(10),
    mrr: placed.reduce((sum, { rank }) => sum + 1 / rank, 0),
  };
}

function divide(parts: readonly Sums[]): Record<Measure, number> {
  const total = (key: keyof Sums) => parts.reduce((sum, part) => sum + part[key], 0);
  const n = total('n');
  return { r1: total('r1') / n, r5: total('r5') / n, r10: total('r10') / n, mrr: total('mrr') / n };
}
