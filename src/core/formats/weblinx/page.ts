import type { Uid } from '../../action/action.ts';
import { collectPageFacts } from '../../demonstration/lint/page-facts.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';

/** A page file's text, and the uids in it: only these may be in its box file. */
export interface PageFile {
  html: string;
  uids: ReadonlySet<Uid>;
}

/**
 * The page with its frames in it; begins with `<head`, as the library needs, or with what stood
 * `around` it in the file that it was imported from.
 */
export function writePage(
  page: PageSnapshot,
  { before, after } = { before: '', after: '' },
): PageFile {
  const html = before + inlineFrames(page) + after;
  return { html, uids: new Set(collectPageFacts(html).tags.keys()) };
}
