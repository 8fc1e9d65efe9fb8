import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { listElements } from '../libxml2/node.ts';
import { listPaths } from '../libxml2/path.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import type { WeblinxBox } from '../weblinx/boxes.ts';
import type { CandidateDocument } from './document.ts';
import { describeElement } from './document.ts';
import type { ReplayPage } from './replay.ts';

/** An element that may be the target of a turn. */
export interface DmrCandidate {
  uid: string;
  fields: CandidateDocument;
}

/** CSS px; null where the recording does not say. */
export interface ViewportLimits {
  height: number | null;
  width: number | null;
}

/**
 * The candidates of a page in document order (weblinx-format.md §3.2): every element with a uid whose
 * box is neither empty, nor tiny, nor below or right of the viewport. Elements that share a uid are
 * all candidates. An empty page has none.
 */
export function listDmrCandidates(page: ReplayPage, viewport: ViewportLimits): DmrCandidate[] {
  const root = readPageTree(page.html);
  if (root === null) return [];
  const paths = listPaths(root);
  const candidates: DmrCandidate[] = [];
  for (const node of listElements(root)) {
    const uid = node.attributes.get(UID_ATTRIBUTE) ?? null;
    const box = uid !== null && Object.hasOwn(page.boxes, uid) ? page.boxes[uid] : undefined;
    if (uid === null || !box || !isBigEnough(box) || isBeyond(box, viewport)) continue;
    candidates.push({ uid, fields: describeElement(node, paths.get(node) ?? '', box) });
  }
  return candidates;
}

function isBigEnough({ width, height }: WeblinxBox): boolean {
  return width > 0 && height > 0 && (width >= 10 || height >= 10);
}

/** Negative coordinates are let through: only what is scrolled to later is dropped. */
function isBeyond({ x, y }: WeblinxBox, { height, width }: ViewportLimits): boolean {
  return (height !== null && y > height) || (width !== null && x > width);
}
