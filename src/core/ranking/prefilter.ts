import type { RankedCandidate } from './candidate.ts';

/**
 * Which candidates an encoder looks at when there are too many: the best of every part of the score
 * in turn until `limit` is reached. Additive on purpose: the best by one part alone (a role, a
 * concept) is kept even where the words of all others fit better. Indexes, best first.
 */
export function prefilter(scored: readonly RankedCandidate[], limit: number): number[] {
  const all = scored.map((_, at) => at);
  if (all.length <= limit) return all;
  const measures: ((entry: RankedCandidate) => number)[] = [
    (entry) => entry.score,
    (entry) => entry.coverage,
    ...['words', 'concept', 'typo', 'context', 'role'].map(
      (part) => (entry: RankedCandidate) => entry.parts[part] ?? 0,
    ),
  ];
  const orders = measures.map((measure) => {
    const values = scored.map(measure);
    return [...all].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  });
  const chosen = new Set<number>();
  for (let place = 0; chosen.size < limit; place++) {
    for (const order of orders) {
      const at = order[place];
      if (at !== undefined && chosen.size < limit) chosen.add(at);
    }
  }
  return [...chosen];
}
