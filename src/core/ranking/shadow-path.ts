import type { ElementNode } from '../snapshot/node.ts';
import { xpathOf } from '../snapshot/xpath.ts';
import type { PageIndex } from './page-index.ts';
import { scopeOf } from './page-index.ts';

/** XPaths of the shadow hosts around an element, outermost first; null outside shadow roots. */
export function findShadowPath(node: ElementNode, page: PageIndex): string[] | null {
  const path: string[] = [];
  for (let host = scopeOf(node, page).host; host; host = scopeOf(host, page).host) {
    path.unshift(xpathOf(host));
  }
  return path.length > 0 ? path : null;
}
