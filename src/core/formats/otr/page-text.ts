import type { LxmlNode } from '../libxml2/node.ts';
import { writeHtml } from '../libxml2/write-html.ts';
import { replaceSpaceRuns, stripSpace } from '../python/space.ts';

/** What is decoded after the brackets are gone, in this order: so `&amp;lt;` ends as `<`. */
const DECODED: readonly (readonly [RegExp, string])[] = [
  [/&quot;/g, '"'],
  [/&amp;/g, '&'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&nbsp;/g, ' '],
  [/&ndash;/g, '-'],
  [/&rsquo;/g, "'"],
  [/&lsquo;/g, "'"],
  [/&ldquo;/g, '"'],
  [/&rdquo;/g, '"'],
  [/&#39;/g, "'"],
  [/&#40;/g, '('],
  [/&#41;/g, ')'],
];

/** Stands for the end of a `<…/>` while tags are replaced; no page holds it, the reader drops it. */
const CLOSED = '\0';

/**
 * A pruned page as the prompt shows it (weblinx-format.md §4.4): brackets for tags, `(p class="x"Hello)`.
 * Done on the text, like the published code, so that its quirks are kept: elements without an end tag
 * are never closed, a tag with a line break in an attribute stays as it is.
 */
export function writePageText(root: LxmlNode): string {
  const bracketed = writeHtml(root)
    .replace(/<text>([^\n]*?)<\/text>/g, '$1')
    .replaceAll('/>', `${CLOSED}>`)
    .replace(/<\/[^\n]+?>/g, ')')
    .replace(/<([^\n]+?)>/g, '($1')
    .replaceAll(CLOSED, ')');
  const decoded = DECODED.reduce((text, [entity, by]) => text.replace(entity, by), bracketed);
  return stripSpace(replaceSpaceRuns(decoded, ' ')).replaceAll(') )', '))').replaceAll('( (', '((');
}
