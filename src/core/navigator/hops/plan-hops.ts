import type { Hop } from '../../demonstration/hop.ts';
import type { HopList } from './hop.ts';
import { MOST_HOPS } from './hop.ts';
import { foldHop, readHop } from './read-hop.ts';

/**
 * The list after the navigator proposed one. What is done stays. What is open is replaced, but for hops
 * that are proposed again; on a list that the instructor changed nothing is: new ones go behind, and what
 * the instructor took out does not come back. The same object when nothing is new.
 */
export function planHops(list: HopList, proposed: readonly string[]): HopList {
  const kept = list.edited ? list.hops : list.hops.filter(({ state }) => state === 'done');
  const hops: Hop[] = [...kept];
  let { made } = list;
  for (const written of proposed) {
    const read = readHop(written);
    if (!read || hops.length >= MOST_HOPS) continue;
    const key = foldHop(read);
    if (list.removed.includes(key) || hops.some((hop) => foldHop(hop) === key)) continue;
    const again = list.hops.find((hop) => foldHop(hop) === key);
    if (!again) made += 1;
    hops.push(again ?? { ...read, ...OPEN, id: nameHop(made), by: 'navigator' });
  }
  const isSame = hops.length === list.hops.length && hops.every((hop, at) => hop === list.hops[at]);
  // A proposal of nothing takes nothing away.
  return isSame || hops.length === kept.length ? list : { ...list, hops, made };
}

export const OPEN = { state: 'open', evidence: null } as const;

export function nameHop(made: number): string {
  return `hop-${String(made)}`;
}
