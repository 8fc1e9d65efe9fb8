import type { ElementNode } from '../../snapshot/element-tree.ts';
import { isElement } from '../../snapshot/element-tree.ts';
import { judgeInteractive } from './interactive.ts';
import { childElements, isRendered, remember } from './page-index.ts';
import { findRole } from './role.ts';

const ITEM_TAGS = new Set(['li', 'tr', 'article', 'dd']);
const ITEM_ROLES = new Set(['row', 'listitem', 'article', 'treeitem']);

/** The first heading in a subtree, itself included. */
export const findHeading = remember((node, page): ElementNode | null => {
  if (isHeading(node)) return node;
  for (const child of childElements(node, page)) {
    const heading = findHeading(child, page);
    if (heading) return heading;
  }
  return null;
});

/** How many visible things to act on are in the subtree, itself included. */
export const countControls = remember((node, page): number => {
  const isOne = node.tag !== 'label' && judgeInteractive(node) !== null && isRendered(node, page);
  const inside = childElements(node, page).map((child) => countControls(child, page));
  return inside.reduce((sum, count) => sum + count, isOne ? 1 : 0);
});

/** One of several siblings of one make, or a row, list item or card by its tag or role. */
export const isItem = remember((node): boolean => {
  if (ITEM_TAGS.has(node.tag) || ITEM_ROLES.has(findRole(node))) return true;
  if (!node.parent || node.tag === 'html' || node.tag === 'body') return false;
  return node.parent.children.some(
    (other) => isElement(other) && other !== node && isSameMake(other, node),
  );
});

/** Same tag and same non-empty class, or one of them with a state besides ("song" and "song now"): as one template makes them. */
export function isSameMake(a: ElementNode, b: ElementNode): boolean {
  const [one, other] = [a.attributes['class'], b.attributes['class']];
  if (a.tag !== b.tag || !one || !other) return false;
  return one === other || hasAll(one, other) || hasAll(other, one);
}

/** Whether a list of classes has all those of a shorter one. */
function hasAll(classes: string, some: string): boolean {
  if (some.length >= classes.length) return false;
  const own = classes.split(/\s+/);
  return some
    .trim()
    .split(/\s+/)
    .every((name) => own.includes(name));
}

/** 1 to 6, 7 for other headings; null for what is no heading. */
export function headingLevel(node: ElementNode): number | null {
  const level = /^h([1-6])$/.exec(node.tag)?.[1] ?? node.attributes['aria-level'];
  return isHeading(node) ? Number(level ?? 7) : null;
}

function isHeading(node: ElementNode): boolean {
  return node.tag === 'caption' || node.tag === 'summary' || findRole(node) === 'heading';
}
