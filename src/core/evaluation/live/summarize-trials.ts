import type { Interval, Sums } from '../compare.ts';
import { boundDifference } from '../compare.ts';
import { groupBy } from '../row.ts';
import type { Category, Trial } from './trial.ts';
import { CATEGORIES, nameTrial } from './trial.ts';

/** Figures of trials; shares are 0 to 1. */
export interface TrialSummary {
  trials: number;
  tasks: number;
  counts: Record<Category, number>;
  /** Of the trials that can be checked; null without any. */
  doneShare: number | null;
  /** By a bootstrap over tasks, since the seeds of a task depend on each other. */
  doneInterval: Interval | null;
  /** Trials called done that weren't, of all called done. */
  wrongOfClaimed: number | null;
  medianSeconds: number | null;
  tokens: number;
  /** Null if no trial has a price. */
  cost: number | null;
  errors: number;
}

export interface TrialComparison {
  /** Trials that both runs have. */
  trials: number;
  /** b − a in the share done, with its interval; null without a common trial. */
  difference: number | null;
  interval: Interval | null;
  /** Common trials with different categories. */
  changed: readonly { name: string; a: Category; b: Category }[];
}

export function summarizeTrials(all: readonly Trial[]): TrialSummary {
  const trials = all.filter(({ error }) => error === undefined);
  const counts = Object.fromEntries(
    CATEGORIES.map((name) => [name, trials.filter(({ category }) => category === name).length]),
  ) as Record<Category, number>;
  const checked = trials.filter(isChecked);
  const claimed = checked.filter(({ isClaimed }) => isClaimed);
  const costs = trials.flatMap(({ cost }) => cost ?? []);
  return {
    trials: trials.length,
    tasks: groupByTask(trials).length,
    counts,
    doneShare: share(checked, isDone),
    doneInterval: boundDifference(
      groupByTask(checked).map((group) => [0, group.length, count(group), group.length]),
    ),
    wrongOfClaimed: share(claimed, ({ category }) => category === 'wrong'),
    medianSeconds: median(trials.map(({ seconds }) => seconds)),
    tokens: sum(trials.map(({ tokens }) => (tokens ? tokens.prompt + tokens.completion : 0))),
    cost: costs.length === 0 ? null : sum(costs),
    errors: all.length - trials.length,
  };
}

/** Compares the trials that two runs have in common, by a paired bootstrap over tasks. */
export function compareTrials(a: readonly Trial[], b: readonly Trial[]): TrialComparison {
  const others = new Map(b.filter(isFair).map((trial) => [nameTrial(trial), trial]));
  const pairs = a.filter(isFair).flatMap((trial) => {
    const other = others.get(nameTrial(trial));
    return other ? [{ a: trial, b: other }] : [];
  });
  const checked = pairs.filter((pair) => isChecked(pair.a) && isChecked(pair.b));
  const groups = [...groupBy(checked, (pair) => `${pair.a.suite} ${pair.a.task}`).values()];
  const countIn = (run: 'a' | 'b', group: typeof checked): number =>
    count(group.map((pair) => pair[run]));
  const sums = groups.map((group): Sums => {
    const size = group.length;
    return [countIn('a', group), size, countIn('b', group), size];
  });
  const gained = countIn('b', checked) - countIn('a', checked);
  return {
    trials: pairs.length,
    difference: checked.length === 0 ? null : gained / checked.length,
    interval: boundDifference(sums),
    changed: pairs
      .filter((pair) => pair.a.category !== pair.b.category)
      .map((pair) => ({ name: nameTrial(pair.a), a: pair.a.category, b: pair.b.category })),
  };
}

function groupByTask(trials: readonly Trial[]): Trial[][] {
  return [...groupBy(trials, ({ suite, task }) => `${suite} ${task}`).values()];
}

function isFair({ error }: Trial): boolean {
  return error === undefined;
}

function isChecked({ category }: Trial): boolean {
  return category !== 'unchecked';
}

function isDone({ category }: Trial): boolean {
  return category === 'done';
}

function count(trials: readonly Trial[]): number {
  return trials.filter(isDone).length;
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number | null {
  return items.length === 0 ? null : items.filter(holds).length / items.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}
