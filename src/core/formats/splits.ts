import type { Demonstration, Turn } from '../demonstration/demonstration.ts';
import { nameDemonstration } from '../demonstration/name.ts';

/** Named as in WebLINX's splits.json. */
export const SPLITS = ['train', 'valid', 'test'] as const;
export type Split = (typeof SPLITS)[number];

/** What stays together: a site's demonstrations, a task's, an annotator's, or only each demonstration itself. */
export const SPLIT_GROUPS = ['site', 'task', 'annotator', 'demonstration'] as const;
export type SplitGroup = (typeof SPLIT_GROUPS)[number];

/** Shares of all demonstrations, for `train` and `valid`; the rest is `test`. */
const SHARES = { train: 0.8, valid: 0.1 };

/** The group of a demonstration that no split may cut. */
export function nameGroup(
  group: SplitGroup,
  { demonstration, turns }: { demonstration: Demonstration; turns: readonly Turn[] },
): string {
  switch (group) {
    case 'site':
      return findSite(turns);
    case 'task':
      return nameDemonstration(demonstration, turns).toLowerCase();
    case 'annotator':
      return demonstration.form.annotator;
    case 'demonstration':
      return demonstration.id;
  }
}

function findSite(turns: readonly Turn[]): string {
  for (const turn of turns) {
    if (turn.kind === 'browser' && URL.canParse(turn.metadata.url)) {
      const { host } = new URL(turn.metadata.url);
      if (host !== '') return host;
    }
  }
  return '';
}

/**
 * Puts whole groups into splits: the groups in an order that depends on `seed` only, up to the share of each split. The
 * same groups and seed give the same splits, whatever the order of the demonstrations.
 */
export function assignSplits(groups: readonly string[], seed: number): Map<string, Split> {
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const ordered = [...sizes].sort(([one], [other]) => {
    const difference = hashGroup(one, seed) - hashGroup(other, seed);
    return difference === 0 ? one.localeCompare(other) : difference;
  });
  const splits = new Map<string, Split>();
  let placed = 0;
  for (const [group, size] of ordered) {
    const middle = (placed + size / 2) / groups.length;
    const isTrain = middle <= SHARES.train;
    splits.set(group, isTrain ? 'train' : middle <= SHARES.train + SHARES.valid ? 'valid' : 'test');
    placed += size;
  }
  return splits;
}

/** FNV-1a, 32 bits, mixed. */
function hashGroup(group: string, seed: number): number {
  let hash = 0x811c9dc5;
  for (const unit of `${seed} ${group}`) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
