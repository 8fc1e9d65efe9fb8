import { UID_LIMIT } from '../../core/snapshot/snapshot.ts';

/** Facts kept with an element's number, so that the walk asks one map only. */
export const HOST = 1 << 27;
/** Placed by something other than its ancestors: see survey.ts. */
export const STRAY = 1 << 28;
/** Whether it strays has been looked at. */
export const SURVEYED = 1 << 29;

const NUMBER = HOST - 1;

export type Uids = ReturnType<typeof createUids>;

/** `salt`: 32 random bits of this document. */
export function createUids(salt: number) {
  const values = new WeakMap<Node, number>();
  let next = 0;
  const add = (element: Element): number => {
    if (next >= Math.min(NUMBER, UID_LIMIT)) throw new Error('out of element numbers');
    values.set(element, next);
    return next++;
  };
  const valueOf = (element: Element): number => values.get(element) ?? add(element);
  return {
    salt: salt >>> 0,
    /** The element's number; gives it one if it has none. */
    of: (element: Element): number => valueOf(element) & NUMBER,
    /** Number and facts, or undefined for a node that is no element or was never seen. */
    look: (node: Node): number | undefined => values.get(node),
    add,
    /** Adds a fact. */
    mark: (element: Element, fact: number): void => {
      values.set(element, valueOf(element) | fact);
    },
    /** Takes a fact away. */
    unmark: (element: Element, fact: number): void => {
      values.set(element, valueOf(element) & ~fact);
    },
  };
}

/** The number alone, of what `look` gave. */
export function toNumber(value: number): number {
  return value & NUMBER;
}
