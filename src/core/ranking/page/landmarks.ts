import type { ElementNode } from '../../snapshot/element-tree.ts';
import { judgeInteractive } from './interactive.ts';
import type { PageIndex } from './page-index.ts';
import { flatChildren, isRendered } from './page-index.ts';
import { findRole } from './role.ts';

/** Answers about subtrees, remembered: every candidate asks them of the same ancestors. */
export interface Surroundings {
  /** The first heading in a subtree, itself included. */
  findHeading(node: ElementNode): ElementNode | null;
  /** How many visible things to act on are in the subtree, itself included. */
  countControls(node: ElementNode): number;
  /** One of several siblings of one make, or a row, list item or card by its tag or role. */
  isItem(node: ElementNode): boolean;
  /** Headings right before elements, kept by context.ts. */
  headingsBefore: Map<ElementNode, ElementNode | null>;
  /** Texts of headings, kept by context.ts. */
  headingTexts: Map<ElementNode, string>;
  /** Header rows of tables, kept by context.ts. */
  headRows: Map<ElementNode, ElementNode | null>;
  /** Whole texts of items, kept by context.ts. */
  itemTexts: Map<ElementNode, string>;
}

const ITEM_TAGS = new Set(['li', 'tr', 'article', 'dd']);
const ITEM_ROLES = new Set(['row', 'listitem', 'article', 'treeitem']);

export function createSurroundings(page: PageIndex): Surroundings {
  const headings = new Map<ElementNode, ElementNode | null>();
  const controls = new Map<ElementNode, number>();
  const items = new Map<ElementNode, boolean>();
  const childrenOf = (node: ElementNode): ElementNode[] =>
    flatChildren(node, page).filter((child) => typeof child !== 'string');

  const findHeading = (node: ElementNode): ElementNode | null =>
    remember(headings, node, () => {
      if (isHeading(node)) return node;
      for (const child of childrenOf(node)) {
        const heading = findHeading(child);
        if (heading) return heading;
      }
      return null;
    });
  const countControls = (node: ElementNode): number =>
    remember(controls, node, () =>
      childrenOf(node).reduce(
        (count, child) => count + countControls(child),
        node.tag !== 'label' && judgeInteractive(node) !== null && isRendered(node, page) ? 1 : 0,
      ),
    );
  const isItem = (node: ElementNode): boolean =>
    remember(items, node, () => {
      if (ITEM_TAGS.has(node.tag) || ITEM_ROLES.has(findRole(node))) return true;
      if (!node.parent || node.tag === 'html' || node.tag === 'body') return false;
      return node.parent.children.some(
        (other) => typeof other !== 'string' && other !== node && isSameMake(other, node),
      );
    });
  return {
    findHeading,
    countControls,
    isItem,
    headingsBefore: new Map(),
    headingTexts: new Map(),
    headRows: new Map(),
    itemTexts: new Map(),
  };
}

/** Same tag and same non-empty class: as one template makes them. */
export function isSameMake(a: ElementNode, b: ElementNode): boolean {
  const look = a.attributes['class'];
  return a.tag === b.tag && Boolean(look) && look === b.attributes['class'];
}

/** 1 to 6, 7 for other headings; null for what is no heading. */
export function headingLevel(node: ElementNode): number | null {
  const level = /^h([1-6])$/.exec(node.tag)?.[1] ?? node.attributes['aria-level'];
  return isHeading(node) ? Number(level ?? 7) : null;
}

function isHeading(node: ElementNode): boolean {
  return node.tag === 'caption' || node.tag === 'summary' || findRole(node) === 'heading';
}

function remember<V>(memory: Map<ElementNode, V>, node: ElementNode, work: () => V): V {
  const known = memory.get(node);
  if (known !== undefined) return known;
  const value = work();
  memory.set(node, value);
  return value;
}
