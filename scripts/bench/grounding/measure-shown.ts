import { countEnough } from '../../../src/core/ranking/judge-clarity.ts';
import { takeMedian } from '../recorder/median.ts';
import type { Outcome } from './rank-pages.ts';

export interface ShownFigures {
  /** Share of instructions whose target is among those that a prompt shows at first … */
  recall: number;
  /** … and among the ten best. */
  recallOfTen: number;
  /** How many are shown. */
  mean: number;
  median: number;
}

const TEN = 10;

/** What is lost or won by showing as many as a ranking needs (`countEnough`) in place of ten. */
export function measureShown(outcomes: readonly Outcome[], pages: readonly string[]): ShownFigures {
  const asked = outcomes.filter(({ instruction }) => pages.includes(instruction.page));
  const counts = asked.map(({ ranked }) => countEnough(ranked));
  const share = (most: (at: number) => number): number =>
    asked.filter(({ rank }, at) => rank <= most(at)).length / asked.length;
  return {
    recall: share((at) => counts[at] ?? 0),
    recallOfTen: share(() => TEN),
    mean: counts.reduce((sum, count) => sum + count, 0) / asked.length,
    median: takeMedian(counts),
  };
}
