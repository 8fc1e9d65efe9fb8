import type { Look } from '../../core/ranking/looks.ts';
import { formatUid } from '../../core/snapshot/uid.ts';
import { getParentElement, makeTreeWalker } from '../read/native.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import type { Uids } from './uids.ts';
import { toNumber } from './uids.ts';

/** Elements looked at: computed styles cost microseconds each, and a page may have any number. */
const MOST = 12_000;
const CLEAR = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;

/**
 * How the elements that an earlier take has numbered look: read for the copilot when it observes a page,
 * never before an action is recorded.
 */
export function readLooks(
  document: Document,
  { uids, shadowRoots }: { uids: Uids; shadowRoots: ShadowRoots },
): Look[] {
  const looks: Look[] = [];
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  for (const root of [document, ...shadowRoots.list()]) {
    if (!root.isConnected) continue;
    const walker = makeTreeWalker(document, root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (styles.size >= MOST) return looks;
      const known = uids.look(node);
      if (known === undefined) continue;
      const element = node as Element;
      const parent = getParentElement(element);
      const look = compare(styleOf(element), parent ? styleOf(parent) : null);
      if (look) looks.push({ uid: formatUid(uids.salt, toNumber(known)), ...look });
    }
  }
  return looks;
}

/** What an element does not have from its parent; null when that is nothing. */
function compare(
  own: CSSStyleDeclaration,
  parent: CSSStyleDeclaration | null,
): Omit<Look, 'uid'> | null {
  const background = CLEAR.test(own.backgroundColor) ? null : own.backgroundColor;
  const colour = parent === null || own.color === parent.color ? null : own.color;
  const isPointer = own.cursor === 'pointer' && parent?.cursor !== 'pointer';
  return background !== null || colour !== null || isPointer
    ? { background, colour, isPointer }
    : null;
}
