import type { Uid } from '../action/action.ts';
import type { Box } from './snapshot.ts';

/** An element of a parsed snapshot. Text nodes are strings; comments are dropped. */
export interface ElementNode {
  /** Lower case. */
  tag: string;
  /** Without the one that carries the uid. */
  attributes: Record<string, string>;
  uid: Uid | null;
  frameId: number;
  /** The element a person would call its parent: for the top of a shadow root its host, for a frame's html element the frame element. */
  parent: ElementNode | null;
  children: (ElementNode | string)[];
  /** Content of a shadow root, and whether it is closed. */
  shadow: { closed: boolean; children: (ElementNode | string)[] } | null;
  /** Of a frame element: the html element of its document, when it was kept. */
  content: ElementNode | null;
  /** In the top viewport's coordinates; null when nothing is rendered or no box was taken. */
  box: Box | null;
  /** On the root of a page that has boxes only of what was in view: the size of the view, CSS px. */
  view?: { width: number; height: number };
}

export function isElement(child: ElementNode | string | null | undefined): child is ElementNode {
  return typeof child === 'object' && child !== null;
}

/** The element and those around it, nearest first, out of shadow roots and frames. */
export function* withAncestors(node: ElementNode | null): Generator<ElementNode, void, undefined> {
  for (let at = node; at; at = at.parent) yield at;
}

/** The nearest of the element and those around it that fits. */
export function findAround(
  node: ElementNode | null,
  fits: (around: ElementNode) => boolean,
): ElementNode | null {
  for (const around of withAncestors(node)) if (fits(around)) return around;
  return null;
}

/** Whether `inner` is `outer`, or in it. */
export function holds(outer: ElementNode, inner: ElementNode): boolean {
  return findAround(inner, (around) => around === outer) !== null;
}

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
    if (isElement(child)) waiting.push(child);
  }
}

/** The first element with this uid, in any frame or shadow root under `root`. */
export function findByUid(root: ElementNode, uid: Uid): ElementNode | null {
  for (const node of walkElements(root)) if (node.uid === uid) return node;
  return null;
}

/**
 * `/html[1]/body[1]/div[2]` in the element's own document; inside a shadow root it begins at the root. Every step has its
 * number among siblings of the same name, counted from 1. In an HTML document a name test finds HTML elements only, so
 * SVG elements are `*[name()='rect'][2]` (XPath 1.0 §2.3, HTML Standard "Interactions with XPath and XSLT").
 */
export function xpathOf(node: ElementNode): string {
  const steps: string[] = [];
  let current: ElementNode | null = node;
  while (current) {
    const { parent, tag }: ElementNode = current;
    const name = hasSvgAround(current) ? `*[name()='${CASED.get(tag) ?? tag}']` : tag;
    if (!parent || parent.content === current) {
      steps.push(`/${name}[1]`);
      break;
    }
    const inShadow: boolean = parent.shadow?.children.includes(current) ?? false;
    const siblings = inShadow && parent.shadow ? parent.shadow.children : parent.children;
    steps.push(`/${name}[${countBefore(siblings, current) + 1}]`);
    current = inShadow ? null : parent;
  }
  return steps.reverse().join('');
}

/** Names of SVG elements that are not in lower case, by what they are in lower case. */
const CASED = new Map(
  'clipPath foreignObject linearGradient radialGradient textPath'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** Whether it is an SVG element; those in a `foreignObject` are HTML again. */
function hasSvgAround(node: ElementNode): boolean {
  for (let at: ElementNode | null = node; at; at = at.parent) {
    if (at.tag === 'svg') return true;
    if (at !== node && at.tag.toLowerCase() === 'foreignobject') return false;
  }
  return false;
}

function countBefore(siblings: readonly (ElementNode | string)[], node: ElementNode): number {
  let count = 0;
  for (const sibling of siblings) {
    if (sibling === node) break;
    if (typeof sibling !== 'string' && sibling.tag === node.tag) count++;
  }
  return count;
}

/** Rendered with an area; of what was taken, that is in the viewport. */
export function hasBox({ box }: ElementNode): boolean {
  return box !== null && box.width > 0 && box.height > 0;
}

export function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** All text under an element, white space collapsed. */
export function readWholeText(node: ElementNode): string {
  const parts: string[] = [];
  const waiting: (ElementNode | string)[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else waiting.push(...[...(next.shadow?.children ?? []), ...next.children].reverse());
  }
  return collapseSpace(parts.join(' '));
}

/** Text and elements of an editing host are what a person writes. */
export function isEditingHost({ attributes }: ElementNode): boolean {
  const editable = attributes['contenteditable'];
  return editable !== undefined && editable.toLowerCase() !== 'false';
}
