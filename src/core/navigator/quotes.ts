import type { Uid } from '../action/action.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { collapseSpace, readWholeText } from '../snapshot/element-tree.ts';

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

const UNSEEN = new Set(['script', 'style', 'head', 'noscript', 'template']);

function findHolder(root: ElementNode, words: string): Quote['target'] | null {
  let holder: Quote['target'] | null = null;
  let node: ElementNode | undefined = root;
  while (node) {
    if (node.uid !== null && node.box && node.box.width > 0) {
      holder = { uid: node.uid, frameId: node.frameId };
    }
    const inside: ElementNode[] = [
      ...(node.content ? [node.content] : []),
      ...[...(node.shadow?.children ?? []), ...node.children].filter(
        (child) => typeof child !== 'string',
      ),
    ];
    node = inside.find((child) => !UNSEEN.has(child.tag) && holds(child, words));
  }
  return holder && holds(root, words) ? holder : null;
}

/** With frames, which are read as part of the page. */
function holds(node: ElementNode, words: string): boolean {
  if (fold(readWholeText(node)).includes(words)) return true;
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.content && fold(readWholeText(next.content)).includes(words)) return true;
    for (const child of [...(next.shadow?.children ?? []), ...next.children])
      if (typeof child !== 'string') waiting.push(child);
    if (next.content) waiting.push(next.content);
  }
  return false;
}
