import {
  getActiveElement,
  getBody,
  getDocumentElement,
  getOwnerDocument,
  getParentElement,
  getRootOf,
  isWithin,
  measure,
} from '../../native.ts';
import { getComposedParent } from '../named-element.ts';
import type { CapturePorts } from '../ports.ts';

type ShadowRootAccess = Pick<CapturePorts, 'shadowRootOf'>;

/**
 * Returns the element that an event really hit. At the window the event's path ends at the host of a closed shadow
 * root; from there the root itself is asked.
 */
export function findDeepTarget(event: Event, roots: ShadowRootAccess): Element | null {
  const first = event.composedPath()[0];
  const start = first instanceof Element ? first : null;
  if (!start) return null;
  // Beside the body's box; saved pages have no html element.
  const document = getOwnerDocument(start);
  if (document && start === getDocumentElement(document)) return getBody(document) ?? start;
  const deep =
    event instanceof MouseEvent && !isMadeByKey(event)
      ? descendIntoRoots(start, roots, (root) =>
          root.elementFromPoint(event.clientX, event.clientY),
        )
      : descendIntoRoots(start, roots, (root) => root.activeElement);
  return findPointableParent(deep);
}

/** Returns the focused element, in shadow roots too. */
export function findFocused(
  ports: Pick<CapturePorts, 'document' | 'shadowRootOf'>,
): Element | null {
  const focused = getActiveElement(ports.document);
  return focused && descendIntoRoots(focused, ports, (root) => root.activeElement);
}

/** The element that the pointer enters when it leaves another; null outside the document. */
export function findEnteredElement(event: PointerEvent, roots: ShadowRootAccess): Element | null {
  const { relatedTarget, clientX, clientY } = event;
  if (!(relatedTarget instanceof Element)) return null;
  return findPointableParent(
    descendIntoRoots(relatedTarget, roots, (root) => root.elementFromPoint(clientX, clientY)),
  );
}

/** A click caused by a key has no coordinates. */
function isMadeByKey({ type, detail }: MouseEvent): boolean {
  return type === 'click' && detail === 0;
}

/**
 * Elements that can be hit without a box: a slot with text, and a straight line in a drawing, whose stroke is not
 * part of any box.
 */
function findPointableParent(element: Element): Element {
  let at = element;
  while (at instanceof HTMLSlotElement || at instanceof SVGElement) {
    const { width, height } = measure(at);
    const parent = getParentElement(at);
    if ((width > 0 && height > 0) || !parent) break;
    at = parent;
  }
  return at;
}

/** Whether `inner` is `outer` or in it, shadow roots included. */
export function containsComposed(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at;) {
    if (isWithin(outer, at)) return true;
    const root: Node = getRootOf(at);
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return false;
}

/** The element, or its nearest ancestor with a box. */
export function findAncestorWithBox(element: Element): Element {
  for (let at: Element | null = element; at; at = getComposedParent(at)) {
    const { width, height } = measure(at);
    if (width > 0 && height > 0) return at;
  }
  return element;
}

function descendIntoRoots(
  start: Element,
  roots: ShadowRootAccess,
  inside: (root: ShadowRoot) => Element | null,
): Element {
  let element = start;
  for (;;) {
    const root = roots.shadowRootOf(element);
    const deeper = root && inside(root);
    // elementFromPoint returns the host itself where the root has nothing.
    if (!deeper || deeper === element || getRootOf(deeper) !== root) return element;
    element = deeper;
  }
}
