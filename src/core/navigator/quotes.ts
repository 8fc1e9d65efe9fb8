import type { Uid } from '../action/action.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { collapseSpace } from '../snapshot/element-tree.ts';

/** Words of an answer that stand on the page, and the smallest element that holds them. */
export interface Quote {
  text: string;
  target: { uid: Uid; frameId: number };
}

/** Shorter words stand on every page. */
const QUOTED = /[“"]([^“”"\n]{3,300})[”"]/gu;

/** The quotations of a text that are on the page word for word, each once, in order. */
export function findQuotes(text: string, root: ElementNode): Quote[] {
  const quotes = new Map<string, Quote>();
  for (const [, quoted = ''] of text.matchAll(QUOTED)) {
    const target = quotes.has(quoted) ? null : findHolder(root, fold(quoted));
    if (target) quotes.set(quoted, { text: quoted, target });
  }
  return [...quotes.values()];
}

function fold(text: string): string {
  return collapseSpace(text).toLowerCase();
}

function findHolder(root: ElementNode, words: string): Quote['target'] | null {
  let holder: Quote['target'] | null = null;
  let node: ElementNode | undefined = fold(readSeen(root)).includes(words) ? root : undefined;
  while (node) {
    const { uid, frameId, box }: ElementNode = node;
    if (uid !== null && box && box.width > 0) holder = { uid, frameId };
    node = listInside(node).find(
      (part): part is ElementNode =>
        typeof part !== 'string' && fold(readSeen(part)).includes(words),
    );
  }
  return holder;
}

const UNSEEN = new Set(['script', 'style', 'head', 'noscript', 'template']);

/** All text that a page shows in an element, with that of its frames and shadow roots. */
function readSeen(node: ElementNode): string {
  const parts: string[] = [];
  const waiting: (ElementNode | string)[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (!UNSEEN.has(next.tag)) waiting.push(...listInside(next).reverse());
  }
  return parts.join(' ');
}

function listInside({ content, shadow, children }: ElementNode): (ElementNode | string)[] {
  return [...(content ? [content] : []), ...(shadow?.children ?? []), ...children];
}
