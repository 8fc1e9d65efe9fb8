import type { Hop } from '../../demonstration/hops.ts';
import { collapse, cut } from '../../ranking/page/visible-text.ts';
import { findHosts, parseWebAddress } from '../sites.ts';
import type { HopList } from './hop-list.ts';
import { MAX_HOPS, NO_HOPS } from './hop-list.ts';

/**
 * Returns the list after the navigator proposed one. Open hops are replaced, except on a list that the instructor has
 * edited: new hops are added to it, and removed ones don't come back. The same object if nothing is new.
 */
export function planHops(list: HopList, proposed: readonly string[]): HopList {
  const kept = list.edited ? list.hops : list.hops.filter(({ state }) => state === 'done');
  const hops: Hop[] = [...kept];
  let { made } = list;
  for (const written of proposed) {
    const read = parseHop(written);
    if (!read || hops.length >= MAX_HOPS) continue;
    const key = hopKey(read);
    if (list.removed.includes(key) || hops.some((hop) => hopKey(hop) === key)) continue;
    const again = list.hops.find((hop) => hopKey(hop) === key);
    if (!again) made += 1;
    hops.push(again ?? { ...read, ...OPEN_HOP, id: hopId(made), by: 'navigator' });
  }
  const isSame = hops.length === list.hops.length && hops.every((hop, at) => hop === list.hops[at]);
  // An empty proposal removes nothing.
  return isSame || hops.length === kept.length ? list : { ...list, hops, made };
}

const OPEN_HOP = { state: 'open', evidence: null } as const;

function hopId(made: number): string {
  return `hop-${String(made)}`;
}

export type HopEdit =
  | { kind: 'add'; text: string }
  | { kind: 'write'; id: string; text: string }
  | { kind: 'remove'; id: string }
  /** `to` counts from 0. */
  | { kind: 'move'; id: string; to: number }
  | { kind: 'tick'; id: string; done: boolean }
  | { kind: 'clear' };

/** Returns the same object if the edit changes nothing. */
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
      const read = parseHop(edit.text);
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
        removed: [...list.removed, hopKey(hop)],
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
          : { ...hop, ...OPEN_HOP },
      );
    }
  }
}

function addHop(list: HopList, written: string): HopList {
  const read = parseHop(written);
  if (!read || list.hops.length >= MAX_HOPS) return list;
  const made = list.made + 1;
  const hop: Hop = { ...read, ...OPEN_HOP, id: hopId(made), by: 'instructor' };
  // It may be proposed again.
  const removed = list.removed.filter((key) => key !== hopKey(hop));
  return { hops: [...list.hops, hop], edited: true, removed, made };
}

/** In UTF-16 units. */
const MAX_TEXT = 200;

const HOST =
  '(?:https?:\\/\\/)?(?:localhost|\\d{1,3}(?:\\.\\d{1,3}){3}|(?:[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?\\.)+\\p{L}{2,})(?::\\d{1,5})?(?:\\/[^\\s:]*)?';
/** `shop.example: find the price`, `shop.example – find the price`. */
const LEADING = new RegExp(`^\\s*(${HOST})\\s*(?::\\s|[–—|]|\\s-\\s)\\s*(?=\\S)`, 'iu');
/** `find the price on shop.example` */
const NAMED = new RegExp(`\\b(?:on|at|from|to|in|via|visit|open|using)\\s+(${HOST})`, 'iu');

/** Reads a hop's words and the site that they name; null without words. */
export function parseHop(written: string): { text: string; site: string | null } | null {
  const whole = collapse(written.replace(/^\s*(?:[-*•]|(?:hop\s+)?\d{1,2}[.):])\s+/i, ''));
  const leading = LEADING.exec(whole);
  const named = leading?.[1] ?? NAMED.exec(whole)?.[1] ?? null;
  const text = cut(leading ? whole.slice(leading[0].length) : whole, MAX_TEXT);
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  return { text, site: named === null ? null : readSite(named) };
}

/** `report.pdf` is no host. */
function readSite(named: string): string | null {
  if (!parseWebAddress(named).ok) return null;
  return findHosts(named)[0] ?? null;
}

/** A comparable form, without case, space and punctuation. */
export function hopKey({ text, site }: { text: string; site: string | null }): string {
  return `${site ?? ''} ${text}`
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
