import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { Turn } from '../demonstration.ts';
import { ASCII_MASK } from './secret-fields.ts';
import type { SecretSearch } from './search.ts';
import { redactText } from './search.ts';

/** Hashes, ids and names of ours, which must stay. */
const UNCHANGED_MEMBERS = new Set([
  ...['id', 'demonstrationId', 'causedBy', 'uid', 'ownerUid', 'html', 'boxes', 'image', 'file'],
  ...['kind', 'intent', 'by', 'status', 'xpath'],
]);

/** Members with names of the page. */
const PAGE_DATA_MEMBERS = new Set(['attributes', 'properties']);
const NONE: ReadonlySet<string> = new Set();

/** Masks all values; returns the same object when there are none. */
export function redactTurn<T extends Turn>(turn: T, search: SecretSearch): T {
  return search.isEmpty ? turn : mapTexts(turn, (text) => redactText(text, search, ASCII_MASK));
}

/** Masks html, addresses and titles; returns the same object when there is no value in them. */
export function redactPage(page: PageSnapshot, search: SecretSearch): PageSnapshot {
  if (search.isEmpty) return page;
  const redact = (text: string): string => redactText(text, search, ASCII_MASK);
  const frames = page.frames.map((frame) => {
    const html = redact(frame.html);
    const named = { url: frame.url, title: frame.title, root: frame.root };
    const { url, title, root } = mapTexts(named, redact);
    const isSame =
      html === frame.html && url === frame.url && title === frame.title && root === frame.root;
    if (isSame) return frame;
    return { ...frame, html, url, title, ...(root && { root }) };
  });
  return frames.some((frame, index) => frame !== page.frames[index]) ? { ...page, frames } : page;
}

/** Applies `change` to all texts in a value except hashes, ids and Wayscribe's own names; returns the same value when nothing changes. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapDeep(value, change, UNCHANGED_MEMBERS) as T;
}

function mapDeep(
  value: unknown,
  change: (text: string) => string,
  kept: ReadonlySet<string>,
): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const mapped = items.map((item) => mapDeep(item, change, kept));
    return mapped.some((item, index) => item !== items[index]) ? mapped : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value as Record<string, unknown>)) {
    if (kept.has(name)) continue;
    const mapped = mapDeep(member, change, PAGE_DATA_MEMBERS.has(name) ? NONE : kept);
    if (mapped !== member) changed[name] = mapped;
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}
