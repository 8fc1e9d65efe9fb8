import { getImplementation, getOuterHtml, importInto } from '../read/native.ts';

let still: Document | null = null;

/**
 * An element's own tags as the browser writes them; `end` is empty for a void element. Written of a
 * copy in a document where nothing is loaded, upgraded or run: the page cannot notice.
 */
export function writeTags(element: Element): { start: string; end: string } {
  still ??= getImplementation(document).createHTMLDocument('');
  const both = getOuterHtml(importInto(still, element, false));
  // In attributes the browser escapes what looks like a tag.
  const at = both.indexOf('</');
  return at < 0 ? { start: both, end: '' } : { start: both.slice(0, at), end: both.slice(at) };
}
