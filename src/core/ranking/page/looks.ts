import type { Uid } from '../../action/action.ts';
import { walkElements } from '../../snapshot/element-tree.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';

/**
 * What a living page's style sheets make of an element, as far as people speak of it: its colours, and
 * that the mouse shows it as something to click. Only of elements where that says anything.
 */
export interface Look {
  uid: Uid;
  /** CSS colours as computed; null for an inherited one. */
  background: string | null;
  colour: string | null;
  isPointer: boolean;
  /** Nothing of its text can be seen: it, or its letters, are wholly transparent, or of no size. */
  isUnseen?: true;
  /** Its own `visibility` hides it, and keeps the pointer from it. */
  isHidden?: true;
}

/**
 * Writes looks into a parsed page as the inline styles they amount to, in place; what it returns takes
 * them out again. What is hidden has no box from then on.
 */
export function applyLooks(root: ElementNode, looks: readonly Look[]): () => void {
  const byUid = new Map(looks.map((look) => [look.uid, look]));
  const kept: [ElementNode, string | undefined][] = [];
  for (const node of walkElements(root)) {
    const look = node.uid === null ? undefined : byUid.get(node.uid);
    if (!look) continue;
    if (look.isHidden) node.box = null;
    const styles = [
      node.attributes['style'],
      look.background && `background-color: ${look.background}`,
      look.colour && `color: ${look.colour}`,
      look.isPointer && 'cursor: pointer',
    ];
    kept.push([node, node.attributes['style']]);
    node.attributes['style'] = styles.filter(Boolean).join('; ');
  }
  return () => {
    for (const [node, style] of kept) {
      if (style === undefined) delete node.attributes['style'];
      else node.attributes['style'] = style;
    }
  };
}
