import type { ElementNode } from '../snapshot/node.ts';
import type { PageIndex } from './page-index.ts';
import { scopeOf } from './page-index.ts';

/**
 * XPath of an element in its own document (`/html[1]/body[1]/div[2]`) or shadow root
 * (`/div[1]/button[1]`). Indexes are 1-based among siblings of one name and always printed.
 */
export function findXpath(node: ElementNode, page: PageIndex): string {
  const scope = scopeOf(node, page);
  const steps: string[] = [];
  let at: ElementNode | null = node;
  while (at && at !== scope.host && page.scopes.get(at) === scope) {
    steps.unshift(`/${at.tag}[${indexAmongSame(at)}]`);
    at = at.parent;
  }
  return steps.join('');
}

/** XPaths of the shadow hosts around it, outermost first; null outside shadow roots. */
export function findShadowPath(node: ElementNode, page: PageIndex): string[] | null {
  const path: string[] = [];
  for (let host = scopeOf(node, page).host; host; host = scopeOf(host, page).host) {
    path.unshift(findXpath(host, page));
  }
  return path.length > 0 ? path : null;
}

function indexAmongSame(node: ElementNode): number {
  const parent = node.parent;
  if (!parent || parent.content === node) return 1;
  const inShadow = parent.shadow?.children.includes(node) ?? false;
  const siblings = inShadow ? (parent.shadow?.children ?? []) : parent.children;
  let index = 0;
  for (const sibling of siblings) {
    if (typeof sibling !== 'string' && sibling.tag === node.tag) index++;
    if (sibling === node) break;
  }
  return index;
}
