import type { MeasureMode } from '../boxes.ts';
import type { Uids } from '../uids.ts';
import { getParentOrHost } from '../../composed-tree.ts';

/**
 * What a walk noted inside an element out of sight, its own start tag left out: it holds as long as no
 * node in there comes, goes or changes its text. Indexes count from the first element inside.
 */
export interface WalkedPart {
  mode: MeasureMode;
  uids: Uint32Array;
  names: string;
  spans: Uint32Array;
  roots: ShadowRoot[];
  frames: { index: number; element: HTMLElement }[];
  fields: { index: number; element: Element }[];
  hostless: Element[];
  /** Elements that may lie elsewhere than the part. */
  strays: Element[];
}

/** How a part was written, its element's own tags included. */
export interface WrittenPart {
  html: string;
  /** What in there may be written otherwise without a change of the document: see cached-html.ts. */
  drawings: readonly { drawing: Element; html: string }[];
}

/**
 * The most changes of structure, and elements with changed attributes, that are followed between two snapshots. With more,
 * the page is walked again.
 */
const MAX_FOLLOWED = 200;

export type WalkMemory = ReturnType<typeof createWalkMemory>;

/** Parts of the document that the next walk need not go through. */
export function createWalkMemory(uids: Pick<Uids, 'look'>) {
  let parts = new WeakMap<Node, WalkedPart>();
  let isEmpty = true;
  let heard = 0;
  let written = new WeakMap<WalkedPart, WrittenPart>();
  /** Elements whose attributes changed since something was written; their parts are forgotten already. */
  let restyled = new WeakSet<Node>();
  let restyledCount = 0;

  const clear = (): void => {
    if (isEmpty) return;
    parts = new WeakMap();
    isEmpty = true;
  };
  const forget = (node: Node): void => {
    for (let at: Node | null = node; at; at = getParentOrHost(at)) parts.delete(at);
  };
  const hearAttribute = (element: Node): void => {
    if (restyledCount > MAX_FOLLOWED || restyled.has(element)) return;
    restyled.add(element);
    restyledCount += 1;
    if (restyledCount > MAX_FOLLOWED) written = new WeakMap();
    for (let at: Node | null = element; at; at = getParentOrHost(at)) {
      const part = parts.get(at);
      if (part) written.delete(part);
    }
  };
  /** What comes back into the document may have changed while it was not watched. */
  const isKnown = (node: Node): boolean => uids.look(node) !== undefined;

  return {
    get: (element: Element): WalkedPart | undefined => parts.get(element),
    put: (element: Element, part: WalkedPart): void => {
      parts.set(element, part);
      isEmpty = false;
      heard = 0;
    },
    /** Until an attribute in there changes. */
    written: (part: WalkedPart): WrittenPart | undefined => written.get(part),
    keepWritten: (part: WalkedPart, html: WrittenPart): void => {
      written.set(part, html);
      restyled = new WeakSet();
      restyledCount = 0;
    },
    /** Forgets the parts that hold a node. */
    forget,
    /** To be called with everything that happens to the document and its known shadow roots. */
    noteMutations: (records: readonly MutationRecord[]): void => {
      if (isEmpty) return;
      for (const { type, target, addedNodes } of records) {
        if (type === 'attributes') {
          hearAttribute(target);
          continue;
        }
        if (++heard > MAX_FOLLOWED || Array.prototype.some.call(addedNodes, isKnown)) {
          clear();
          return;
        }
        forget(target);
      }
    },
    clear,
  };
}
