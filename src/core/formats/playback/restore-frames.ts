import { walkElements } from '../../snapshot/find.ts';
import type { ElementNode } from '../../snapshot/node.ts';

/** As `inlineFrames` marks the `div` that stands for a frame's html, head or body element. */
const MARK = 'data-wayscribe-frame';

/**
 * Puts documents that a WebLINX export set behind their frame element back into it. A page that was kept
 * with its frames has nothing of the kind and stays as it is.
 */
export function restoreFrames(root: ElementNode): void {
  let frames = 0;
  for (const owner of [...walkElements(root)]) {
    if (owner.content || !/^i?frame$/.test(owner.tag) || !owner.parent) continue;
    const { children } = owner.parent;
    const behind = children[children.indexOf(owner) + 1];
    if (behind === undefined || typeof behind === 'string' || behind.attributes[MARK] !== 'html') {
      continue;
    }
    children.splice(children.indexOf(behind), 1);
    behind.parent = owner;
    owner.content = behind;
    frames += 1;
    for (const node of walkElements(behind)) node.frameId = owner.frameId * 100 + frames;
    for (const part of [behind, ...behind.children]) {
      if (typeof part !== 'string') part.tag = part.attributes[MARK] ?? part.tag;
    }
  }
}
