import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { Turn } from '../demonstration.ts';
import { ASCII_MASK } from './secret-fields.ts';
import type { SecretSearch } from './search.ts';
import { redactText } from './search.ts';

/** Members that name or number things: hashes and ids of ours, in which nothing may be replaced. */
const UNREDACTED_MEMBERS = new Set([
  ...['id', 'demonstrationId', 'causedBy', 'uid', 'ownerUid', 'html', 'boxes', 'image', 'file'],
  ...['kind', 'intent', 'by', 'status', 'xpath'],
]);

/** Members that hold the page's names, not ours. */
const PAGE_DATA_MEMBERS = new Set(['attributes', 'properties']);
const NONE: ReadonlySet<string> = new Set();

/** The turn without any of the values; the same object when none is in it. */
export function redactTurn<T extends Turn>(turn: T, search: SecretSearch): T {
  return search.isEmpty ? turn : (redactDeep(turn, search) as T);
}

/** The page without any of the values, in its html, addresses and titles; the same object when none is in it. */
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

/** Replaces in all texts, keeping what does not change. */
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
