import { isWithin } from '../rules/host.ts';
import type { Evidence } from '../../demonstration/hop.ts';

/** A text in which evidence may stand, and the host that it comes from; empty for what is no site. */
export interface Source {
  from: 'page' | 'address' | 'receipt';
  text: string;
  host: string;
  /** What the navigator itself put there, which shows nothing. */
  own?: string;
}

/** Scripts that put no space between words: there, no word ends. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The first source that holds a quotation word for word, as evidence; null when none does. Case, space
 * and the kind of quotes and dashes do not count; `…` stands for words that were left out. What could
 * stand anywhere (less than four letters without a digit, the bare address of a site) proves nothing.
 * `site`: only what was seen there counts.
 */
export function findEvidence(
  quoted: string,
  sources: readonly Source[],
  site: string | null,
): Evidence | null {
  const parts = fold(quoted)
    .split(/…|\.{3,}/)
    .map((part) =>
      part
        .trim()
        .replace(/^["']+|["']+$/g, '')
        .trim(),
    )
    .filter((part) => part !== '');
  if (!parts.some(isTelling)) return null;
  for (const { from, text, host, own } of sources) {
    if (site !== null && !isWithin(host, site)) continue;
    if (own !== undefined && parts.every((part) => fold(own).includes(part))) continue;
    const held = fold(text);
    const isHeld = from === 'address' ? isAddress(parts, text) : holdsAll(held, parts);
    if (isHeld) return { from, text: quoted.trim(), host };
  }
  return null;
}

function isTelling(part: string): boolean {
  if (UNSPACED.test(part)) return Array.from(part).length >= 2;
  const letters = part.match(/\p{L}/gu)?.length ?? 0;
  const digits = part.match(/\p{N}/gu)?.length ?? 0;
  return letters >= 4 || digits >= 2 || (digits === 1 && part.length >= 2);
}

/** All of them, one after the other. */
function holdsAll(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = findWords(text, part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** Where whole words stand: `cart` is not in `carton`. */
function findWords(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) {
    const isWhole =
      !joins(text.at(at - 1), part.at(0), at > 0) &&
      !joins(part.at(-1), text.at(at + part.length), at + part.length < text.length);
    if (isWhole) return at;
  }
  return -1;
}

function joins(one: string | undefined, other: string | undefined, isInside: boolean): boolean {
  if (!isInside || one === undefined || other === undefined) return false;
  if (UNSPACED.test(one) || UNSPACED.test(other)) return false;
  return /[\p{L}\p{N}]/u.test(one) && /[\p{L}\p{N}]/u.test(other);
}

/** The address itself, or its end from its path on; a site's bare address tells only that it is open. */
function isAddress([part, ...more]: readonly string[], address: string): boolean {
  if (part === undefined || more.length > 0 || !URL.canParse(address)) return false;
  const { pathname, search, hash, host } = new URL(address);
  const path = fold(trimSlash(`${pathname}${search}${hash}`));
  if (path === '') return false;
  const written = trimSlash(part.replace(/^https?:\/\//, ''));
  return written === fold(host) + path || written === path;
}

function trimSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”„«»‟]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
