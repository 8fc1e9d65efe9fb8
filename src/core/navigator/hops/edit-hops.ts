import type { Hop } from '../../demonstration/hop.ts';
import type { HopList } from './hop.ts';
import { MOST_HOPS, NO_HOPS } from './hop.ts';
import { nameHop, OPEN } from './plan-hops.ts';
import { foldHop, readHop } from './read-hop.ts';

/** What the instructor does with the list. */
export type HopEdit =
  | { kind: 'add'; text: string }
  | { kind: 'write'; id: string; text: string }
  | { kind: 'remove'; id: string }
  /** To this place, counted from 0. */
  | { kind: 'move'; id: string; to: number }
  | { kind: 'tick'; id: string; done: boolean }
  | { kind: 'clear' };

/** The list after an edit; the same object where it changes nothing. */
export function editHops(list: HopList, edit: HopEdit): HopList {
  const { hops } = list;
  if (edit.kind === 'clear') return hops.length === 0 ? list : NO_HOPS;
  if (edit.kind === 'add') return addHop(list, edit.text);
  const at = hops.findIndex(({ id }) => id === edit.id);
  const hop = hops[at];
  if (!hop) return list;
  const put = (changed: Hop): HopList => ({ ...list, hops: hops.with(at, changed), edited: true });
  switch (edit.kind) {
    case 'write': {
      const read = readHop(edit.text);
      if (!read || (read.text === hop.text && (read.site === null || read.site === hop.site)))
        return list;
      const { site } = read;
      return put({ ...hop, text: read.text, site, by: 'instructor' });
    }
    case 'remove':
      return {
        ...list,
        hops: hops.toSpliced(at, 1),
        edited: true,
        removed: [...list.removed, foldHop(hop)],
      };
    case 'move': {
      const to = Math.max(0, Math.min(edit.to, hops.length - 1));
      if (to === at) return list;
      return { ...list, hops: hops.toSpliced(at, 1).toSpliced(to, 0, hop), edited: true };
    }
    case 'tick': {
      if (edit.done === (hop.state === 'done')) return list;
      return put(
        edit.done
          ? { ...hop, state: 'done', evidence: { from: 'instructor' } }
          : { ...hop, ...OPEN },
      );
    }
  }
}

function addHop(list: HopList, written: string): HopList {
  const read = readHop(written);
  if (!read || list.hops.length >= MOST_HOPS) return list;
  const made = list.made + 1;
  const hop: Hop = { ...read, ...OPEN, id: nameHop(made), by: 'instructor' };
  // Asked for again, it may be proposed again.
  const removed = list.removed.filter((key) => key !== foldHop(hop));
  return { hops: [...list.hops, hop], edited: true, removed, made };
}
