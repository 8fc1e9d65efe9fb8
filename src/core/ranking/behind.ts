import type { ElementNode } from '../snapshot/node.ts';
import type { PageIndex } from './page-index.ts';
import { isRendered } from './page-index.ts';

/**
 * Tells what an open modal dialog keeps from being used: all that comes before the last one in the
 * document and is not in it. Lists that the dialog's controls open come after it. What the page
 * itself calls `inert` is out of reach as well.
 */
export function createBehindJudge(page: PageIndex): (node: ElementNode) => boolean {
  const modal = page.elements.findLast((node) => isModal(node) && isRendered(node, page));
  const before = new Set<ElementNode>();
  for (const node of modal ? page.elements : []) {
    if (node === modal) break;
    before.add(node);
  }
  return (node) => {
    for (let at: ElementNode | null = node; at; at = at.parent) {
      if (at === modal) return false;
      if ('inert' in at.attributes) return true;
    }
    return before.has(node);
  };
}

function isModal({ tag, attributes }: ElementNode): boolean {
  return attributes['aria-modal'] === 'true' && (tag !== 'dialog' || 'open' in attributes);
}
