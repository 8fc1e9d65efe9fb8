import { collapse, cut } from '../../ranking/visible-text.ts';
import { findHosts } from '../rules/host.ts';
import { readWebAddress } from '../web-address.ts';

/** In UTF-16 units. */
const LONGEST = 200;

const HOST =
  '(?:https?:\\/\\/)?(?:localhost|\\d{1,3}(?:\\.\\d{1,3}){3}|(?:[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?\\.)+\\p{L}{2,})(?::\\d{1,5})?(?:\\/[^\\s:]*)?';
/** `shop.example: find the price`, `shop.example – find the price`. */
const LEADING = new RegExp(`^\\s*(${HOST})\\s*(?::\\s|[–—|]|\\s-\\s)\\s*(?=\\S)`, 'iu');
/** `find the price on shop.example` */
const NAMED = new RegExp(`\\b(?:on|at|from|to|in|via|visit|open|using)\\s+(${HOST})`, 'iu');

/** A hop's words and the site that they surely name; null when nothing is left of the words. */
export function readHop(written: string): { text: string; site: string | null } | null {
  const whole = collapse(written.replace(/^\s*(?:[-*•]|(?:hop\s+)?\d{1,2}[.):])\s+/i, ''));
  const leading = LEADING.exec(whole);
  const named = leading?.[1] ?? NAMED.exec(whole)?.[1] ?? null;
  const text = cut(leading ? whole.slice(leading[0].length) : whole, LONGEST);
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  return { text, site: named === null ? null : readSite(named) };
}

/** A name such as report.pdf is no host. */
function readSite(named: string): string | null {
  if (!readWebAddress(named).ok) return null;
  return findHosts(named)[0] ?? null;
}

/** Comparable form of a hop: case, space and punctuation do not count. */
export function foldHop({ text, site }: { text: string; site: string | null }): string {
  return `${site ?? ''} ${text}`
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
