import type { Uid } from '../action/action.ts';
import type { ElementNode } from './node.ts';

/** Every element under and with `root`, in document order: shadow root before children, a frame's document after them. */
export function* walkElements(root: ElementNode): Generator<ElementNode, void, undefined> {
  const waiting: ElementNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if (node.content) waiting.push(node.content);
    pushElements(waiting, node.children);
    if (node.shadow) pushElements(waiting, node.shadow.children);
  }
}

function pushElements(waiting: ElementNode[], children: readonly (ElementNode | string)[]): void {
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index];
    if (child !== undefined && typeof child !== 'string') waiting.push(child);
  }
}

/** The first element with this uid, in any frame or shadow root under `root`. */
export function findByUid(root: ElementNode, uid: Uid): ElementNode | null {
  for (const node of walkElements(root)) if (node.uid === uid) return node;
  return null;
}
