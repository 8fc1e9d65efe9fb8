import type { Look } from '../../core/ranking/page/looks.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import { getParentElement, makeTreeWalker } from '../native.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import type { Uids } from './uids.ts';
import { toNumber } from './uids.ts';

/** Elements looked at: computed styles cost microseconds each, and a page may have any number. */
const MAX_ELEMENTS = 12_000;
const TRANSPARENT = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;

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
      if (styles.size >= MAX_ELEMENTS) return looks;
      const known = uids.look(node);
      if (known === undefined) continue;
      const element = node as Element;
      const parent = getParentElement(element);
      const look = compareWithParent(element, styleOf(element), parent ? styleOf(parent) : null);
      if (look) looks.push({ uid: formatUid(uids.salt, toNumber(known)), ...look });
    }
  }
  return looks;
}

/** What an element does not have from its parent; null when that is nothing. */
function compareWithParent(
  element: Element,
  own: CSSStyleDeclaration,
  parent: CSSStyleDeclaration | null,
): Omit<Look, 'uid'> | null {
  const background = TRANSPARENT.test(own.backgroundColor) ? null : own.backgroundColor;
  const colour = parent === null || own.color === parent.color ? null : own.color;
  // A bin in a row that can be clicked as well has the row's pointer, and is a control of its own.
  const isPointer = own.cursor === 'pointer' && (isIcon(element) || parent?.cursor !== 'pointer');
  // Child elements may set another colour and font size, so their text can be visible.
  const isUnseen = own.opacity === '0' || (element.childElementCount === 0 && hasNoInk(own));
  const isHidden = own.visibility !== 'visible';
  return background !== null || colour !== null || isPointer || isUnseen || isHidden
    ? {
        background,
        colour,
        isPointer,
        ...(isUnseen && { isUnseen }),
        ...(isHidden && { isHidden }),
      }
    : null;
}

/** Holds nothing, so that all it shows is a picture of its style sheet, which knows it by name. */
function isIcon(element: Element): boolean {
  if (element.childNodes.length > 0 || !ICON_TAGS.has(element.localName)) return false;
  return element.id !== '' || element.classList.length > 0;
}

const ICON_TAGS = new Set(['span', 'i', 'em', 'b', 'div']);

/** Letters of no size or without a colour; those that show their background or a shadow can be read. */
function hasNoInk(own: CSSStyleDeclaration): boolean {
  if (Number.parseFloat(own.fontSize) === 0) return true;
  const isShownOtherwise = own.backgroundClip.includes('text') || own.textShadow !== 'none';
  return TRANSPARENT.test(own.webkitTextFillColor) && !isShownOtherwise;
}
