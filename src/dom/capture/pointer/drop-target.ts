import type { Uid } from '../../../core/action/action.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { formatUid } from '../../../core/snapshot/snapshot.ts';
import {
  getBody,
  getDocumentElement,
  getParentElement,
  getRootOf,
  listAtPoint,
  queryWithin,
} from '../../native.ts';
import { containsComposed } from './deep-target.ts';
import type { CapturePorts } from '../ports.ts';

type DropTargetPorts = Pick<CapturePorts, 'document' | 'shadowRootOf' | 'isOurs' | 'uidOf'>;

/**
 * Returns the element at a point below `dragged`, if it is in the saved page: not the drag image that follows the
 * pointer, nor an ancestor. Null if there is none.
 */
export function findDropTarget(
  x: number,
  y: number,
  dragged: Element,
  raw: RawFrame,
  ports: DropTargetPorts,
): Element | null {
  const kept = readUids(raw);
  const isOther = (element: Element): boolean =>
    !ports.isOurs(element) &&
    !containsComposed(element, dragged) &&
    !containsComposed(dragged, element) &&
    kept.has(ports.uidOf(element));
  return listComposed(listAtPoint(ports.document, x, y), x, y, ports).find(isOther) ?? null;
}

/**
 * Returns the element that was at a point in the saved page, when nothing is there now: a list makes room for the
 * dragged element. The innermost, never an ancestor or descendant of `dragged`. Invalid after scrolling.
 */
export function findSavedElementAt(
  x: number,
  y: number,
  dragged: Element,
  { salt, uids, boxes }: Pick<RawFrame, 'salt' | 'uids' | 'boxes'>,
  ports: Pick<CapturePorts, 'numberOf'>,
): Uid | null {
  const own = new Set(Array.from(queryWithin(dragged, '*'), ports.numberOf));
  for (let at: Element | null = dragged; at; at = getParentOrHost(at)) own.add(ports.numberOf(at));
  let found: { n: number; area: number } | null = null;
  for (const [index, n] of uids.entries()) {
    const [left = NaN, top = NaN, width = NaN, height = NaN] = boxes.subarray(4 * index);
    const isThere = x >= left && y >= top && x < left + width && y < top + height;
    if (!isThere || own.has(n)) continue;
    const area = width * height;
    if (found === null || area <= found.area) found = { n, area };
  }
  return found && formatUid(salt, found.n);
}

/** The element or its nearest ancestor in the saved page. */
export function findSavedAncestor(
  element: Element,
  raw: RawFrame,
  ports: DropTargetPorts,
): Element {
  const kept = readUids(raw);
  for (let at: Element | null = element; at; at = getParentOrHost(at)) {
    if (kept.has(ports.uidOf(at)) && at !== getDocumentElement(ports.document)) return at;
  }
  return getBody(ports.document) ?? element;
}

function getParentOrHost(element: Element): Element | null {
  const root = getRootOf(element);
  return getParentElement(element) ?? (root instanceof ShadowRoot ? root.host : null);
}

function readUids({ salt, uids }: RawFrame): ReadonlySet<string> {
  return new Set(Array.from(uids, (n) => formatUid(salt, n)));
}

/** With what shadow roots show in the place of their hosts. */
function listComposed(
  elements: readonly Element[],
  x: number,
  y: number,
  ports: DropTargetPorts,
): Element[] {
  return elements.flatMap((element) => {
    const root = ports.shadowRootOf(element);
    const inside = root?.elementsFromPoint(x, y).filter((inner) => getRootOf(inner) === root) ?? [];
    return [...listComposed(inside, x, y, ports), element];
  });
}
