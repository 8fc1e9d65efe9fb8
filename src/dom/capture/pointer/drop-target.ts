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
 * What lies at a point under `dragged`, as far as it is in the page that was kept: not the picture of it
 * that follows the pointer, nor what it is part of. Null when that is nothing.
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
 * What lay at a point in the page that was kept, where nothing is left there by now: a list makes room for
 * what is dragged along it. The innermost, and nothing that holds `dragged` or is in it. Not to be asked when
 * something was scrolled meanwhile.
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

/** The element or the nearest around it that is in the page as it was kept. */
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
