import { findLabels } from '../../ranking/page/accessible-name.ts';
import { judgeInteractive } from '../../ranking/page/interactive.ts';
import type { PageIndex } from '../../ranking/page/page-index.ts';
import { isRendered } from '../../ranking/page/page-index.ts';
import { collapse, readText } from '../../ranking/page/visible-text.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';

/** How far up a control around the target is searched. */
const MAX_CLIMB = 8;

/**
 * Finds everything with the same effect as the target, in document order: the control around the target (`top`, such as the
 * button around an icon) with its parts, a control's labels, and links with the same address and text.
 */
export function findEquivalents(target: ElementNode, page: PageIndex) {
  const top = findOwner(target, page);
  const same = new Set<ElementNode>([target, top]);
  const controls = [top, ...findTwins(top, page)];
  for (const control of controls) {
    addParts(control, same, page);
    for (const label of findLabels(control, page)) addParts(label, same, page);
  }
  return { top, all: page.elements.filter((node) => same.has(node)) };
}

/** Finds the nearest control around an element, or the control of its label; without one, itself. */
function findOwner(target: ElementNode, page: PageIndex): ElementNode {
  let at: ElementNode | null = target;
  for (let climbed = 0; at && climbed <= MAX_CLIMB; climbed += 1) {
    if (at.tag === 'label') return findLabelled(at, page) ?? target;
    if (judgeInteractive(at) === 'sure') return at;
    // A press stays in its frame.
    at = at.parent?.content === at ? null : at.parent;
  }
  return target;
}

function findLabelled(label: ElementNode, page: PageIndex): ElementNode | null {
  return page.elements.find((node) => findLabels(node, page).includes(label)) ?? null;
}

/** Adds the element and its content, without other controls and their content. */
function addParts(root: ElementNode, into: Set<ElementNode>, page: PageIndex): void {
  into.add(root);
  const waiting = listInner(root);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (judgeInteractive(node) !== null || node.tag === 'option') continue;
    if (isRendered(node, page)) into.add(node);
    waiting.push(...listInner(node));
  }
}

function listInner({ children, shadow }: ElementNode): ElementNode[] {
  return [...children, ...(shadow?.children ?? [])].filter((child) => typeof child !== 'string');
}

function findTwins(link: ElementNode, page: PageIndex): ElementNode[] {
  const href = link.attributes['href'] ?? '';
  if (link.tag !== 'a' || href === '' || /^(?:#|javascript:)/i.test(href)) return [];
  const text = nameOf(link, page);
  return page.elements.filter(
    (node) =>
      node !== link &&
      node.tag === 'a' &&
      node.frameId === link.frameId &&
      node.attributes['href'] === href &&
      isRendered(node, page) &&
      nameOf(node, page) === text,
  );
}

function nameOf(link: ElementNode, page: PageIndex): string {
  return collapse(readText(link, page, 200) || (link.attributes['aria-label'] ?? ''));
}
