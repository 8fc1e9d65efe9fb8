import { kinds } from './instructions.ts';
import { measureRanks } from './measure.ts';
import { findRank } from './rank-pages.ts';
import type { Outcome } from './rank-pages.ts';

/** Of fewer instructions a mean says little. */
const LEAST = 10;

export interface Loss {
  part: string;
  /** Mean reciprocal rank and recall at 1 lost without it; below 0 it does harm. */
  mrr: number;
  r1: number;
}

/** What each part of the score is worth: each part is subtracted in turn and the candidates are sorted again. */
export function ablateParts(outcomes: readonly Outcome[]): Loss[] {
  const whole = measureWithout(outcomes, null);
  const parts = new Set(
    outcomes.flatMap(({ ranked }) => ranked.flatMap((entry) => Object.keys(entry.parts))),
  );
  return [...parts]
    .map((part) => {
      const without = measureWithout(outcomes, part);
      return { part, mrr: whole.mrr - without.mrr, r1: whole.r1 - without.r1 };
    })
    .sort((one, other) => other.mrr - one.mrr);
}

/**
 * The same over everything, and over the kind of instruction that needs the part most, of those that have at
 * least ten: a part for one manner of asking shows there only.
 */
export function ablateBySubset(
  outcomes: readonly Outcome[],
): (Loss & { instructions: number; most: string; mostMrr: number; mostR1: number })[] {
  const subsets = kinds.map((kind) => ({
    kind,
    own: outcomes.filter(({ instruction }) => instruction.kind.includes(kind)),
  }));
  const large = subsets.filter(({ own }) => own.length >= LEAST);
  const losses = new Map(large.map(({ kind, own }) => [kind, ablateParts(own)]));
  return ablateParts(outcomes).map((loss) => {
    const found = [...losses].flatMap(([kind, parts]) => {
      const own = parts.find(({ part }) => part === loss.part);
      return own ? [{ kind, ...own }] : [];
    });
    const [top] = found.sort((one, other) => other.mrr - one.mrr);
    const instructions = outcomes.filter(({ ranked }) =>
      ranked.some(({ parts }) => parts[loss.part] !== undefined),
    ).length;
    const most = { most: top?.kind ?? '', mostMrr: top?.mrr ?? 0, mostR1: top?.r1 ?? 0 };
    return { ...loss, instructions, ...most };
  });
}

function measureWithout(
  outcomes: readonly Outcome[],
  part: string | null,
): { mrr: number; r1: number } {
  const { mrr, r1 } = measureRanks(
    outcomes.map(({ instruction, ranked, right }) => ({
      page: instruction.page,
      rank: findRank(part === null ? ranked : sortWithout(ranked, part), right),
    })),
  );
  return { mrr: mrr.value, r1: r1.value };
}

function sortWithout(ranked: Outcome['ranked'], part: string): Outcome['ranked'] {
  const score = (entry: Outcome['ranked'][number]) => entry.score - (entry.parts[part] ?? 0);
  return [...ranked].sort((one, other) => score(other) - score(one));
}
