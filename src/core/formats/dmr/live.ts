import type { Uid } from '../../action/action.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { listElements } from '../libxml2/node.ts';
import { listPaths } from '../libxml2/path.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import { writeImportedBoxes } from '../weblinx/boxes.ts';
import { writePage } from '../weblinx/page.ts';
import { describeElement, writeDocument } from './document.ts';
import { writeQuery } from './query.ts';
import type { ReplayTurn } from './replay.ts';

/**
 * The document of every element of an open page that has a box, by uid: what a recording of this page gives
 * (weblinx-format.md §3.4). Those out of view have theirs too: a ranker is asked about them as well.
 */
export function writeLiveDocuments(page: PageSnapshot): Map<Uid, string> {
  const documents = new Map<Uid, string>();
  const root = readPageTree(writePage(page).html);
  if (root === null) return documents;
  // Elsewhere boxes are in coordinates of the frame's own.
  const placed = page.frames.filter(({ place }, at) => at === 0 || place !== null);
  const boxes = writeImportedBoxes({ ...page, frames: placed });
  const paths = listPaths(root);
  for (const node of listElements(root)) {
    const uid = node.attributes.get(UID_ATTRIBUTE) ?? null;
    const box = uid !== null && Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
    if (uid === null || !box || documents.has(uid)) continue;
    documents.set(uid, writeDocument(describeElement(node, paths.get(node) ?? '', box)));
  }
  return documents;
}

/**
 * The query for what comes next in a conversation (weblinx-format.md §3.3): the one of the turn after
 * `turns`. `viewport` is the page's, CSS px; null where it is not known.
 */
export function writeLiveQuery(
  turns: readonly ReplayTurn[],
  viewport: { width: number; height: number } | null,
): string {
  const metadata = {
    viewportHeight: viewport?.height ?? null,
    viewportWidth: viewport?.width ?? null,
  };
  const next: ReplayTurn = {
    type: 'browser',
    timestamp: turns.at(-1)?.timestamp ?? 0,
    state: { screenshot: null, page: null },
    action: { intent: 'click', arguments: { metadata } },
  };
  return writeQuery([...turns, next], turns.length);
}
