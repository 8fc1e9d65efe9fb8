import { createRandom } from '../../random.ts';
import type { Instruction } from './instructions.ts';

export interface Split {
  seed: number;
  learn: string[];
  heldOut: string[];
}

const seed = 20_260_611;

/**
 * Deals pages to two halves. Stratified: pages of one sort (mostly foreign, mostly forms, mostly rows, …) are
 * shuffled and dealt in turn, so that both halves ask for the same things.
 */
export function splitPages(instructions: readonly Instruction[]): Split {
  const random = createRandom(seed);
  const pages = [...new Set(instructions.map(({ page }) => page))].sort();
  const strata = pages.map((page) => ({
    page,
    stratum: nameStratum(instructions.filter((instruction) => instruction.page === page)),
  }));
  const dealt = [...new Set(strata.map(({ stratum }) => stratum))].sort().flatMap((name) =>
    shuffle(
      strata.filter(({ stratum }) => stratum === name).map(({ page }) => page),
      random,
    ),
  );
  return {
    seed,
    learn: dealt.filter((_, at) => at % 2 === 0).sort(),
    heldOut: dealt.filter((_, at) => at % 2 === 1).sort(),
  };
}

function nameStratum(instructions: readonly Instruction[]): string {
  const share = (kind: Instruction['kind'][number]) =>
    instructions.filter((each) => each.kind.includes(kind)).length / instructions.length;
  if (share('other-language') > 0.5) return 'other-language';
  if (share('form') > 0.5) return 'form';
  return share('icon') > 0.35 ? 'icon' : share('row') > 0.3 ? 'row' : 'mixed';
}

function shuffle(pages: readonly string[], random: () => number): string[] {
  return pages
    .map((page) => ({ page, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ page }) => page);
}
