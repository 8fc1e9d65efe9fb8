import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { Turn } from '../demonstration.ts';
import { ASCII_MASK } from './secret-fields.ts';
import type { SecretSearch } from './search.ts';
import { redactText } from './search.ts';

/** Hashes, ids and names of ours, which must stay. */
const UNREDACTED_MEMBERS = new Set([
  ...['id', 'demonstrationId', 'causedBy', 'uid', 'ownerUid', 'html', 'boxes', 'image', 'file'],
  ...['kind', 'intent', 'by', 'status', 'xpath'],
]);

/** Members with names of the page. */
const PAGE_DATA_MEMBERS = new Set(['attributes', 'properties']);
const NONE: ReadonlySet<string> = new Set();

/** Masks all values; returns the same object when there are none. */
export function redactTurn<T extends Turn>(turn: T, search: SecretSearch): T {
  return search.isEmpty ? turn : (redactDeep(turn, search) as T);
}

/** Masks html, addresses and titles; returns the same object when there is no value in them. */
export function redactPage(page: PageSnapshot, search: SecretSearch): PageSnapshot {
  if (search.isEmpty) return page;
  const frames = page.frames.map((frame) => {
    const html = redactText(frame.html, search, ASCII_MASK);
    const { url, title, root } = redactDeep(
      { url: frame.url, title: frame.title, root: frame.root },
      search,
    ) as Pick<typeof frame, 'url' | 'title' | 'root'>;
    const isSame =
      html === frame.html && url === frame.url && title === frame.title && root === frame.root;
    if (isSame) return frame;
    return { ...frame, html, url, title, ...(root && { root }) };
  });
  return frames.some((frame, index) => frame !== page.frames[index]) ? { ...page, frames } : page;
}

/** Masks all texts inside; returns the same value when nothing changes. */
function redactDeep(
  value: unknown,
  search: SecretSearch,
  kept: ReadonlySet<string> = UNREDACTED_MEMBERS,
): unknown {
  if (typeof value === 'string') return redactText(value, search, ASCII_MASK);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const redacted = items.map((item) => redactDeep(item, search, kept));
    return redacted.some((item, index) => item !== items[index]) ? redacted : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value as Record<string, unknown>)) {
    if (kept.has(name)) continue;
    const redacted = redactDeep(member, search, PAGE_DATA_MEMBERS.has(name) ? NONE : kept);
    if (redacted !== member) changed[name] = redacted;
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed };
}
