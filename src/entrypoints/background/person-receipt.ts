import type { Receipt } from '../../core/action/receipt.ts';
import { readPage } from '../../core/demonstration/content.ts';
import type { BrowserTurn, StoredSnapshot } from '../../core/demonstration/demonstration.ts';
import { comparePages } from '../../core/snapshot/compare-pages.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';
import type { Database } from '../../platform/store/database.ts';
import { readContent } from '../../platform/store/read.ts';

/** Pages of more html than this are not compared: the worker that does it has other things to do. */
const MOST_HTML = 30_000_000;

/**
 * What a person's action changed, from its kept page and the page after it (as kept for the next
 * action, or read at rest). Null where that cannot be told, and for what is no action on a page.
 */
export async function makeReceipt(
  db: Database,
  { by, action, snapshot, element }: BrowserTurn,
  after: PageSnapshot | StoredSnapshot,
): Promise<Receipt | null> {
  if (by !== 'person' || action.intent === 'load' || snapshot === null) return null;
  const read = (stored: StoredSnapshot) => readPage((hash) => readContent(db, hash), stored);
  const [old, now] = [await read(snapshot), isStored(after) ? await read(after) : after];
  if (!old || !now || measure(old) + measure(now) > MOST_HTML) return null;
  return comparePages(old, now, element?.uid ?? null);
}

function isStored(page: PageSnapshot | StoredSnapshot): page is StoredSnapshot {
  return 'exact' in page;
}

function measure({ frames }: PageSnapshot): number {
  return frames.reduce((length, { html }) => length + html.length, 0);
}
