import type { PerformContext } from '../context.ts';
import type { Point } from './point.ts';

type Shadows = Pick<PerformContext, 'shadowRootOf'>;

/** The parent a person would name: the slot's place for slotted nodes is left out, hosts are parents. */
export function parentOf(node: Node): Element | null {
  if (node.parentElement) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The slot a node is shown in, also where the slot is in a closed root. */
function slotOf(node: Element, ctx: Shadows): Element | null {
  if (node.assignedSlot) return node.assignedSlot;
  const root = node.parentElement && ctx.shadowRootOf(node.parentElement);
  if (!root) return null;
  for (const slot of root.querySelectorAll('slot')) {
    if (slot.assignedNodes().includes(node)) return slot;
  }
  return null;
}

/** Whether `node` is `ancestor` or inside it, through shadow roots and slots. */
export function isInside(node: Element, ancestor: Element, ctx: Shadows): boolean {
  for (let at: Element | null = node; at; at = parentOf(at)) {
    if (at === ancestor) return true;
    const slot = slotOf(at, ctx);
    if (slot && isInside(slot, ancestor, ctx)) return true;
  }
  return false;
}

/** `closest` that goes on at the host where a shadow tree ends. */
export function closestComposed(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at.matches(selector)) return at;
  }
  return null;
}

/** The deepest element painted at a point of the viewport, our own overlay left out. */
export function elementAt(
  point: Point,
  ctx: Pick<PerformContext, 'document' | 'shadowRootOf' | 'overlayHost'>,
): Element | null {
  const overlay = ctx.overlayHost();
  let at = ctx.document.elementsFromPoint(point.x, point.y).find((found) => found !== overlay);
  if (!at) return null;
  for (let root = ctx.shadowRootOf(at); root; root = ctx.shadowRootOf(at)) {
    const inner = root.elementFromPoint(point.x, point.y);
    // A root answers with an element outside itself where nothing of its own is hit.
    if (!inner || inner === at || inner.getRootNode() !== root) break;
    at = inner;
  }
  return at;
}

/** The focused element, through shadow roots; null when nothing in particular has focus. */
export function activeElementOf(
  ctx: Pick<PerformContext, 'document' | 'shadowRootOf'>,
): Element | null {
  let active = ctx.document.activeElement;
  for (let root = active && ctx.shadowRootOf(active); root?.activeElement;) {
    active = root.activeElement;
    root = ctx.shadowRootOf(active);
  }
  return active === ctx.document.body || active === ctx.document.documentElement ? null : active;
}

/** The document and every shadow root in it, hosts before their content. */
export function listRoots(
  ctx: Pick<PerformContext, 'document' | 'shadowRootOf' | 'overlayHost'>,
): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [ctx.document];
  const overlay = ctx.overlayHost();
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element === overlay || !canHost(element)) continue;
      const shadow = ctx.shadowRootOf(element);
      if (shadow) roots.push(shadow);
    }
  }
  return roots;
}

const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);

/** Whether the element may have a shadow root of the page's own (DOM standard, attachShadow). */
export function canHost(element: Element): boolean {
  return element.localName.includes('-') || HOSTS.has(element.localName);
}
