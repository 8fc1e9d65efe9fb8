import type { Uid } from '../../action/action.ts';
import { findByUid } from '../../snapshot/find.ts';
import type { ElementNode } from '../../snapshot/node.ts';
import { collapseSpace } from '../../snapshot/page-element.ts';

/** UTF-16 units of a document's text that are looked at; what is said there first is what it is called by. */
const LONGEST_TEXT = 800;
const WORDS = ['aria-label', 'title', 'value', 'alt', 'id'];

/**
 * All by which a person, or a rule, would name an element of a page that was read, one per line: what the
 * page's own script holds against the element before it acts. Null when it is not in the page.
 */
export function readSeenWords(root: ElementNode, uid: Uid): string | null {
  const node = findByUid(root, uid);
  if (!node) return null;
  const texts = [readText(node), ...WORDS.map((name) => node.attributes[name] ?? '')];
  return texts
    .map(collapseSpace)
    .filter((text) => text !== '')
    .join('\n');
}

function readText(node: ElementNode): string {
  let text = '';
  const waiting: (ElementNode | string)[] = [...node.children].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (text.length > LONGEST_TEXT) break;
    if (typeof next === 'string') text += next;
    else waiting.push(...[...next.children].reverse());
  }
  return text;
}
