import type { CapturePorts } from './ports.ts';

type Roots = Pick<CapturePorts, 'shadowRootOf'>;

/**
 * The element an event really hit. At the window the path ends at the host of a closed shadow root;
 * from there the root itself is asked (recording.md §3.2).
 */
export function findDeepTarget(event: Event, roots: Roots): Element | null {
  const first = event.composedPath()[0];
  const start = first instanceof Element ? first : null;
  if (!start) return null;
  // Beside the body's own box; page files have no html element.
  if (start === start.ownerDocument.documentElement) return start.ownerDocument.body;
  return event instanceof MouseEvent
    ? descend(start, roots, (root) => root.elementFromPoint(event.clientX, event.clientY))
    : descend(start, roots, (root) => root.activeElement);
}

/** The element that has the focus, inside shadow roots too. */
export function findFocused(document: Document, roots: Roots): Element | null {
  const active = document.activeElement;
  return active && descend(active, roots, (root) => root.activeElement);
}

function descend(
  start: Element,
  roots: Roots,
  inside: (root: ShadowRoot) => Element | null,
): Element {
  let element = start;
  for (;;) {
    const root = roots.shadowRootOf(element);
    const deeper = root && inside(root);
    // elementFromPoint answers with the host itself where the root has nothing.
    if (!deeper || deeper === element || deeper.getRootNode() !== root) return element;
    element = deeper;
  }
}
