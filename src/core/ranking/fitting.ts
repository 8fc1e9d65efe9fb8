import type { RankedCandidate } from './candidate.ts';

/** Share of the best match in words that still counts as fitting alike. */
const ALIKE = 0.85;
/** Less than the next role of a list fits less. */
const ROLE_REACH = 0.004;

export interface Fitting {
  at: number;
  entry: RankedCandidate;
}

/**
 * Those that fit the words for the target about equally well, wherever they stand, in document order;
 * when there are no words (`bare`), those of the kind that was asked for.
 */
export function listFitting(scored: readonly RankedCandidate[], bare: boolean): Fitting[] {
  const usable = scored
    .map((entry, at) => ({ at, entry }))
    .filter(({ entry }) => entry.parts['impossible'] === undefined);
  const measure = bare ? roleOf : namedOf;
  const best = usable.reduce((top, { entry }) => Math.max(top, measure(entry)), 0);
  if (best <= 0) return [];
  const least = bare ? best - ROLE_REACH : best * ALIKE;
  return usable.filter(({ entry }) => measure(entry) >= least);
}

function roleOf({ parts }: RankedCandidate): number {
  return parts['role'] ?? 0;
}

function namedOf({ parts }: RankedCandidate): number {
  return ['words', 'concept', 'typo', 'meaning', 'exact', 'phrase']
    .map((name) => parts[name] ?? 0)
    .reduce((sum, part) => sum + part, 0);
}
