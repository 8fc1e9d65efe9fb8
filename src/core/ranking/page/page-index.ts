import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, hasBox, isElement } from '../../snapshot/element-tree.ts';
import type { Box } from '../../snapshot/snapshot.ts';

/** A document or a shadow root: what ids, labels and xpaths are relative to. */
export interface TreeScope {
  /** The shadow host, null for a document. */
  host: ElementNode | null;
  /** The tree the host stands in, null for a document. */
  outer: TreeScope | null;
  ids: Map<string, ElementNode>;
  /** Label elements by their `for`. */
  labels: Map<string, ElementNode[]>;
  /** What the frames around it let through, in the top viewport; null for the top frame. */
  clip: Box | null;
}

/** What has to be known of the whole page before one element of it can be described. */
export interface PageIndex {
  /** Document order; a host's shadow content comes before its light children. */
  elements: ElementNode[];
  scopes: Map<ElementNode, TreeScope>;
  /** False for pages kept without boxes: then only attributes tell what is rendered. */
  hasBoxes: boolean;
  /** The size of the view, where only what was in it has boxes. */
  view: { width: number; height: number } | null;
}

/**
 * The same function with its answers remembered for as long as the page is: every candidate asks it of the same
 * ancestors. `undefined` is no answer.
 */
export function remember<V>(
  work: (node: ElementNode, page: PageIndex) => V,
): (node: ElementNode, page: PageIndex) => V {
  const memories = new WeakMap<PageIndex, Map<ElementNode, V>>();
  return (node, page) => {
    let memory = memories.get(page);
    if (!memory) memories.set(page, (memory = new Map<ElementNode, V>()));
    const known = memory.get(node);
    if (known !== undefined) return known;
    const value = work(node, page);
    memory.set(node, value);
    return value;
  };
}

/** Walks every root with its frames and shadow roots once. */
export function indexPage(roots: readonly ElementNode[]): PageIndex {
  const page: PageIndex = {
    elements: [],
    scopes: new Map(),
    hasBoxes: false,
    view: roots.find(({ view }) => view !== undefined)?.view ?? null,
  };
  for (const root of roots) visit(root, makeScope(null, null, null), page);
  return page;
}

export function scopeOf(node: ElementNode, page: PageIndex): TreeScope {
  const scope = page.scopes.get(node);
  if (!scope) throw new Error(`<${node.tag}> is not part of the indexed page`);
  return scope;
}

/**
 * True when something of it is painted: it has a box with an area, or something in it has. A page kept without boxes
 * is judged by `hidden`, `type=hidden` and inline styles instead, and so is what may lie outside of the view in a page
 * that has boxes only there.
 */
export const isRendered = remember((node, page): boolean => {
  const isPainted = page.hasBoxes && hasArea(node, page);
  return isPainted || (mayLieOutside(node, page) && !isHiddenByAttributes(node, page));
});

/**
 * Children as they are painted: a host shows its shadow root, a slot what is assigned to it (or its
 * own content when nothing is).
 */
export function flatChildren(node: ElementNode, page: PageIndex): (ElementNode | string)[] {
  if (node.shadow) return node.shadow.children;
  const host = node.tag === 'slot' ? (page.scopes.get(node)?.host ?? null) : null;
  if (!host) return node.children;
  const slot = node.attributes['name'] ?? '';
  const assigned = host.children.filter((child) =>
    typeof child === 'string' ? slot === '' : (child.attributes['slot'] ?? '') === slot,
  );
  const empty = assigned.every((child) => typeof child === 'string' && child.trim() === '');
  return empty ? node.children : assigned;
}

/** Its painted children that are elements. */
export function childElements(node: ElementNode, page: PageIndex): ElementNode[] {
  return flatChildren(node, page).filter(isElement);
}

/** The elements around it within its own document or shadow root, nearest first. */
export function* ancestorsInScope(node: ElementNode, page: PageIndex): Generator<ElementNode> {
  const scope = scopeOf(node, page);
  for (let at = node.parent; at !== null && page.scopes.get(at) === scope; at = at.parent) yield at;
}

function visit(node: ElementNode, scope: TreeScope, page: PageIndex): void {
  page.elements.push(node);
  page.scopes.set(node, scope);
  if (node.box) page.hasBoxes = true;
  const id = node.attributes['id'];
  if (id && !scope.ids.has(id)) scope.ids.set(id, node);
  const target = node.tag === 'label' ? node.attributes['for'] : undefined;
  if (target) scope.labels.set(target, [...(scope.labels.get(target) ?? []), node]);
  if (node.shadow) {
    const inner = makeScope(node, scope, scope.clip);
    for (const child of node.shadow.children.filter(isElement)) visit(child, inner, page);
  }
  for (const child of node.children.filter(isElement)) visit(child, scope, page);
  if (node.content) {
    const clip = node.box && scope.clip ? overlap(node.box, scope.clip) : (node.box ?? scope.clip);
    visit(node.content, makeScope(null, null, clip), page);
  }
}

function makeScope(host: ElementNode | null, outer: TreeScope | null, clip: Box | null): TreeScope {
  return { host, outer, ids: new Map(), labels: new Map(), clip };
}

function hasArea(node: ElementNode, page: PageIndex): boolean {
  if (hasBox(node)) return true;
  const children = flatChildren(node, page);
  // A slot makes no box: its text is painted in the box of what is around it.
  const isBare = node.tag === 'slot' && hasBoxAround(node);
  return children.some((child) =>
    typeof child === 'string' ? isBare && child.trim() !== '' : isRendered(child, page),
  );
}

/** Whether nothing tells that it would have a box if it were rendered: what holds it is not wholly in view. */
function mayLieOutside(node: ElementNode, page: PageIndex): boolean {
  if (!page.hasBoxes) return true;
  if (!page.view) return false;
  const box = findAround(node, (around) => around.box !== null)?.box;
  if (!box) return true;
  const { x, y, width, height } = box;
  return x < 0 || y < 0 || x + width > page.view.width || y + height > page.view.height;
}

function hasBoxAround(slot: ElementNode): boolean {
  const around = findAround(slot, ({ tag }) => tag !== 'slot');
  return around !== null && hasBox(around);
}

/** The part two boxes share; width and height 0 when they do not touch. */
export function overlap(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x);
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y);
  return { x, y, width, height };
}

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const NEVER_RENDERED = new Set(['head', 'script', 'style', 'template', 'noscript', 'datalist']);

const isHiddenByAttributes = remember((node, page): boolean => {
  const around = node.parent !== null && page.scopes.has(node.parent) ? node.parent : null;
  return hidesItself(node) || (around !== null && isHiddenByAttributes(around, page));
});

function hidesItself(node: ElementNode): boolean {
  return (
    'hidden' in node.attributes ||
    NEVER_RENDERED.has(node.tag) ||
    (node.tag === 'dialog' && !('open' in node.attributes)) ||
    (node.tag === 'input' && node.attributes['type']?.toLowerCase() === 'hidden') ||
    HIDING_STYLE.test(node.attributes['style'] ?? '')
  );
}
