import { isInside, listRoots } from './composed-tree.ts';
import type { PerformContext } from './context.ts';
import { isFocusable } from './focus.ts';
import { isShown } from './preflight.ts';

/** The element Tab leads to from `from`, or null at the end, where the browser's own bar would follow. */
export function nextStop(
  from: Element | null,
  backwards: boolean,
  ctx: PerformContext,
): Element | null {
  const stops = listStops(ctx);
  const at = stops.findIndex((stop) => stop === from);
  if (at >= 0) return stops[at + (backwards ? -1 : 1)] ?? null;
  if (!from) return stops.at(backwards ? -1 : 0) ?? null;
  const beyond = stops.filter((stop) =>
    backwards ? comesAfter(from, stop) : comesAfter(stop, from),
  );
  return beyond.at(backwards ? -1 : 0) ?? null;
}

/** Positive tabindex first, in its order; the rest as it stands. A modal dialog holds Tab inside. */
function listStops(ctx: PerformContext): (HTMLElement | SVGElement)[] {
  const dialogs = ctx.document.querySelectorAll('dialog:modal');
  const modal = dialogs[dialogs.length - 1];
  const stops = listRoots(ctx)
    .flatMap((root) => [...root.querySelectorAll('*')])
    .filter((element) => isFocusable(element))
    .filter((element) => element.tabIndex >= 0 && isShown(element) && !element.closest('[inert]'))
    .filter((element) => !modal || isInside(element, modal, ctx))
    .sort((a, b) => (a === b ? 0 : comesAfter(a, b) ? 1 : -1));
  const first = stops.filter((stop) => stop.tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex);
  return [...first, ...stops.filter((stop) => stop.tabIndex === 0)];
}

/** Document order, with a shadow tree in the place of its host. */
function comesAfter(a: Element, b: Element): boolean {
  const above = pathOf(a);
  const other = pathOf(b);
  for (let depth = 0; ; depth += 1) {
    const left = above[depth];
    const right = other[depth];
    if (!left) return false;
    if (!right) return true;
    if (left === right) continue;
    return (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  }
}

/** The shadow hosts around an element, outermost first, and itself. */
function pathOf(element: Element): Element[] {
  const path = [element];
  for (
    let root = element.getRootNode();
    root instanceof ShadowRoot;
    root = root.host.getRootNode()
  ) {
    path.unshift(root.host);
  }
  return path;
}
