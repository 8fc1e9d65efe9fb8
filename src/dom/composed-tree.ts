import * as dom from './native.ts';
import { mayHost } from './snapshot/shadow-roots.ts';

/* The tree as a person sees it: shadow roots are in the place of their hosts' content, closed ones too. */

export interface ShadowRootAccess {
  document: Document;
  /** The root of a host, closed ones too; null when there is none. */
  shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** The same without our own overlay. */
interface PageAccess extends ShadowRootAccess {
  overlayHost: () => Element | null;
}

/** Returns the parent of a node, or the host of its shadow root. Passes over slots. */
export function getParentOrHost(node: Node): Element | null {
  const parent = dom.getParentElement(node);
  if (parent) return parent;
  const root = dom.getRootOf(node);
  return root instanceof ShadowRoot ? root.host : null;
}

/** Returns what an element is laid out in: its slot, its parent, or the host of its shadow root. */
export function getComposedParent(element: Element): Element | null {
  return dom.getAssignedSlot(element) ?? getParentOrHost(element);
}

export function listAncestors(
  element: Element,
  getParent: (element: Element) => Element | null = getParentOrHost,
): Element[] {
  const found: Element[] = [];
  for (let at = getParent(element); at; at = getParent(at)) found.push(at);
  return found;
}

/** Whether `inner` is `outer` or shown in it: slots count as well. */
export function isComposedAncestor(outer: Element, inner: Element): boolean {
  return inner === outer || listAncestors(inner, getComposedParent).includes(outer);
}

/** Whether `inner` is `outer` or in it, shadow roots included. */
export function containsComposed(outer: Element, inner: Element): boolean {
  return inner === outer || listAncestors(inner).includes(outer);
}

/** Whether `inner` is `outer` or shown in it, also by a slot of a closed root. */
export function isInside(
  inner: Element,
  outer: Element,
  ctx: Pick<ShadowRootAccess, 'shadowRootOf'>,
): boolean {
  for (let at: Element | null = inner; at; at = getParentOrHost(at)) {
    if (at === outer) return true;
    const slot = findSlot(at, ctx);
    if (slot && isInside(slot, outer, ctx)) return true;
  }
  return false;
}

function findSlot(
  node: Element,
  { shadowRootOf }: Pick<ShadowRootAccess, 'shadowRootOf'>,
): Element | null {
  if (node.assignedSlot) return node.assignedSlot;
  const root = node.parentElement && shadowRootOf(node.parentElement);
  const slots = root ? [...root.querySelectorAll('slot')] : [];
  return slots.find((slot) => slot.assignedNodes().includes(node)) ?? null;
}

/** `closest` that goes on at the host where a shadow tree ends. */
export function closestComposed(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at; at = getParentOrHost(at)) {
    if (dom.matchesSelector(at, selector)) return at;
  }
  return null;
}

export function hasArea(element: Element): boolean {
  const { width, height } = dom.measure(element);
  return width > 0 && height > 0;
}

export function findAncestorWithBox(element: Element): Element {
  for (let at: Element | null = element; at; at = getComposedParent(at)) if (hasArea(at)) return at;
  return element;
}

/**
 * Returns the element that an event really hit. At the window the event's path ends at the host of a closed shadow
 * root; from there the root itself is asked.
 */
export function findDeepTarget(
  event: Event,
  ctx: Pick<ShadowRootAccess, 'shadowRootOf'>,
): Element | null {
  const [start] = event.composedPath();
  if (!(start instanceof Element)) return null;
  // Beside the body's box; saved pages have no html element.
  const document = dom.getOwnerDocument(start);
  if (document && start === dom.getDocumentElement(document)) return dom.getBody(document) ?? start;
  // A click caused by a key has no coordinates.
  const isPointed = event instanceof MouseEvent && !(event.type === 'click' && event.detail === 0);
  const deep = isPointed
    ? descendToPoint(start, event, ctx)
    : descendIntoRoots(start, ctx, (root) => root.activeElement);
  return findPointableParent(deep);
}

/** The element that the pointer enters when it leaves another; null outside the document. */
export function findEnteredElement(
  event: PointerEvent,
  ctx: Pick<ShadowRootAccess, 'shadowRootOf'>,
): Element | null {
  const { relatedTarget } = event;
  if (!(relatedTarget instanceof Element)) return null;
  return findPointableParent(descendToPoint(relatedTarget, event, ctx));
}

/**
 * Elements that can be hit without a box: a slot with text, and a straight line in a drawing, whose stroke is not
 * part of any box.
 */
function findPointableParent(element: Element): Element {
  let at = element;
  while (at instanceof HTMLSlotElement || at instanceof SVGElement) {
    const parent = dom.getParentElement(at);
    if (hasArea(at) || !parent) break;
    at = parent;
  }
  return at;
}

/** The deepest element painted at a point of the viewport, our own overlay left out. */
export function elementAt(point: { x: number; y: number }, ctx: PageAccess): Element | null {
  const overlay = ctx.overlayHost();
  const at = dom.listAtPoint(ctx.document, point.x, point.y).find((found) => found !== overlay);
  return at ? descendToPoint(at, { clientX: point.x, clientY: point.y }, ctx) : null;
}

/** Returns the focused element, in shadow roots too. */
export function findFocused(ctx: ShadowRootAccess): Element | null {
  const focused = dom.getActiveElement(ctx.document);
  return focused && descendIntoRoots(focused, ctx, (root) => root.activeElement);
}

/** The focused element, through shadow roots; null when nothing in particular has focus. */
export function activeElementOf(ctx: ShadowRootAccess): Element | null {
  const { activeElement, body, documentElement } = ctx.document;
  const active =
    activeElement && descendIntoRoots(activeElement, ctx, (root) => root.activeElement);
  return active === body || active === documentElement ? null : active;
}

function descendToPoint(
  start: Element,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
  ctx: Pick<ShadowRootAccess, 'shadowRootOf'>,
): Element {
  return descendIntoRoots(start, ctx, (root) => root.elementFromPoint(clientX, clientY));
}

function descendIntoRoots(
  start: Element,
  { shadowRootOf }: Pick<ShadowRootAccess, 'shadowRootOf'>,
  inside: (root: ShadowRoot) => Element | null,
): Element {
  let element = start;
  for (;;) {
    const root = shadowRootOf(element);
    const deeper = root && inside(root);
    // A root answers with its host, or an element outside, where it has nothing itself.
    if (!deeper || deeper === element || dom.getRootOf(deeper) !== root) return element;
    element = deeper;
  }
}

/** The document and every shadow root in it, hosts before their content. */
export function listRoots(ctx: PageAccess): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [ctx.document];
  const overlay = ctx.overlayHost();
  for (const root of roots) {
    for (const element of dom.queryAll(root, '*')) {
      if (element === overlay || !canHost(element)) continue;
      const shadow = ctx.shadowRootOf(element);
      if (shadow) roots.push(shadow);
    }
  }
  return roots;
}

/** Whether the element may have a shadow root of the page's own (DOM standard, attachShadow). */
export function canHost(element: Element): boolean {
  return mayHost(dom.getLocalName(element).toUpperCase());
}

/** The next node that is not inside the walker's current one. */
export function skipChildren(walker: TreeWalker): Node | null {
  do {
    const next = walker.nextSibling();
    if (next) return next;
  } while (walker.parentNode());
  return null;
}
