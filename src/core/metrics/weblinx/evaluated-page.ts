import type { ReplayPage } from '../../formats/dmr/replay.ts';
import { listElements } from '../../formats/libxml2/node.ts';
import { readPageTree } from '../../formats/libxml2/read-page.ts';
import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { EvaluatedAction, EvaluatedElement } from './evaluated-action.ts';
import { ELEMENT_INTENTS } from './evaluated-action.ts';
import { measureArea } from './turn-score.ts';

/** A turn's page, prepared for finding elements. */
export interface EvaluatedPage {
  /** By uid, as in the box file: CSS px. */
  boxes: Readonly<Record<string, WeblinxBox>>;
  /** Uids of the page file. */
  uids: ReadonlySet<string>;
  /** See `listHits`. */
  hits: readonly Hit[];
}

/** A box widened to whole CSS px. */
interface Hit extends Pick<WeblinxBox, 'left' | 'top' | 'right' | 'bottom'> {
  uid: string;
  area: number;
}

/** Reads a page's boxes, and the uids that libxml2 finds in the page. */
export function readEvaluatedPage({ html, boxes }: ReplayPage): EvaluatedPage {
  const root = readPageTree(html);
  const uids = (root === null ? [] : listElements(root)).flatMap(
    (node) => node.attributes.get(UID_ATTRIBUTE) ?? [],
  );
  return makeEvaluatedPage(boxes, new Set(uids));
}

export function makeEvaluatedPage(
  boxes: EvaluatedPage['boxes'],
  uids: ReadonlySet<string>,
): EvaluatedPage {
  return { boxes, uids, hits: listHits(boxes) };
}

/** Returns a predicted action's element, or null: no such intent, no such element. */
export function resolveElement(
  { intent, args }: Pick<EvaluatedAction, 'intent' | 'args'>,
  page: EvaluatedPage | null,
): EvaluatedElement | null {
  if (page === null || !ELEMENT_INTENTS.has(intent)) return null;
  const uid = args['uid'] ?? args[UID_ATTRIBUTE] ?? null;
  if (uid !== null) return findElement(String(uid), page);
  const { x, y } = args;
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  const hit = findUidAt(x, y, page.hits);
  return hit === null ? null : findElement(hit, page);
}

/** Returns the element with this uid if both the page and the box file have it. */
export function findElement(uid: string, { boxes, uids }: EvaluatedPage): EvaluatedElement | null {
  const box = Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
  return box === undefined || !uids.has(uid) ? null : { uid, box };
}

/** Returns boxes with an area, the smallest first; equally small ones in the box file's order. */
export function listHits(boxes: EvaluatedPage['boxes']): Hit[] {
  return Object.entries(boxes)
    .map(([uid, box]) => ({
      uid,
      area: measureArea(box),
      left: Math.floor(box.left),
      top: Math.floor(box.top),
      right: Math.ceil(box.right),
      bottom: Math.ceil(box.bottom),
    }))
    .filter(({ area }) => area !== 0)
    .sort((a, b) => a.area - b.area);
}

/** Returns the element with the smallest box around a point, in CSS px; null without one. */
export function findUidAt(x: number, y: number, hits: readonly Hit[]): string | null {
  const hit = hits.find(
    ({ left, top, right, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );
  return hit?.uid ?? null;
}
