import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { Uid } from '../../core/action/action.ts';
import { MASK } from '../../core/demonstration/secret.ts';
import { formatUid } from '../../core/snapshot/uid.ts';
import { hideTexts } from '../../dom/snapshot/hidden-texts.ts';
import {
  getDocumentElement,
  getFirstElementChild,
  getNextElementSibling,
} from '../../dom/read/native.ts';
import type { AccessibleState } from '../../protocol/content.ts';
import type { DocumentReader } from './document-reader.ts';
import { waitForIdle } from './rest.ts';

/** Of an idle period this much is left to the page. */
const LEFT_MS = 3;
const NAME_LIMIT = 1000;

/**
 * Name and role of what is in the viewport, worked out a few elements at a time while the browser has
 * nothing else to do; null as soon as the document changes or the copilot's marks are on it.
 */
export async function readAccessible(
  reader: DocumentReader,
  since: number,
): Promise<AccessibleState | null> {
  await reader.masking.known;
  let deadline = await waitForIdle();
  if (hasChanged(reader, since)) return null;
  const shown = listShown(reader);
  const root = getDocumentElement(document);
  const masked = root ? reader.hidden.listIn(root) : [];
  const nodes: AccessibleState['nodes'] = {};
  for (const element of walk(root, reader)) {
    if (deadline.timeRemaining() < LEFT_MS) {
      deadline = await waitForIdle();
      if (hasChanged(reader, since)) return null;
    }
    const uid = reader.uidOf(element);
    if (shown.has(uid)) nodes[uid] = describe(element, reader, masked);
  }
  return { nodes, changes: reader.changes(since), hasMaskedParts: reader.masking.hasRegions() };
}

function hasChanged(reader: DocumentReader, since: number): boolean {
  const { complete, instants } = reader.changes(since);
  return !complete || instants.length > 0;
}

function listShown(reader: DocumentReader): Set<Uid> {
  const { salt, uids, boxes } = reader.take('viewport');
  const shown = new Set<Uid>();
  for (const [index, n] of uids.entries()) {
    if (!Number.isNaN(boxes[4 * index])) shown.add(formatUid(salt, n));
  }
  return shown;
}

/** Every element, those in shadow roots too, without going deep: pages can be thousands of elements deep. */
function* walk(root: Element | null, reader: DocumentReader): Generator<Element> {
  const waiting: Element[] = root ? [root] : [];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    const next = element === root ? null : getNextElementSibling(element);
    if (next) waiting.push(next);
    const child = getFirstElementChild(element);
    if (child) waiting.push(child);
    const inside = reader.shadowRootOf(element)?.firstElementChild;
    if (inside) waiting.push(inside);
  }
}

function describe(
  element: Element,
  { hidden, isSecret }: DocumentReader,
  masked: readonly Element[],
): { role: string; name: string } {
  const role = attempt(() => getRole(element)) ?? 'generic';
  if (hidden.holds(element)) return { role, name: MASK };
  const name = attempt(() => computeAccessibleName(element)) ?? '';
  // A field's own value may be in the name of what it stands in.
  const parts = isSecret(element) ? [...masked, element] : masked;
  return { role, name: hideTexts(name, parts).slice(0, NAME_LIMIT).toWellFormed() };
}

/** A page that breaks the computation costs one name. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
