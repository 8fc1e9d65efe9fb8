import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';
import type { EvaluatedElement } from './evaluated-action.ts';
import { ELEMENT_INTENTS } from './evaluated-action.ts';
import { measureArea } from './iou.ts';
import type { ParsedOutput } from './parse-output.ts';

/** What is needed of a turn's page to find elements in it. */
export interface EvaluatedPage {
  /** By uid, as in the box file: CSS px. */
  boxes: Readonly<Record<string, WeblinxBox>>;
  /** Uids of the page file. */
  uids: ReadonlySet<string>;
  /** The boxes as `findUidAt` searches them; see `listHits`. */
  hits: readonly Hit[];
}

/** A box widened to whole CSS px. */
interface Hit extends Pick<WeblinxBox, 'left' | 'top' | 'right' | 'bottom'> {
  uid: string;
  area: number;
}

/** A predicted action's element, or null: no such intent, no such element. */
export function resolveElement(
  { intent, args }: ParsedOutput,
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

/** The element with this uid when both the page and the box file have it. */
export function findElement(uid: string, { boxes, uids }: EvaluatedPage): EvaluatedElement | null {
  const box = Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
  return box === undefined || !uids.has(uid) ? null : { uid, box };
}

/** Boxes with an area, the smallest first; of equally small ones in the box file's order. */
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

/** The element with the smallest box around a point, in CSS px; null when there is none. */
export function findUidAt(x: number, y: number, hits: readonly Hit[]): string | null {
  for (const { uid, left, top, right, bottom } of hits) {
    if (left <= x && x <= right && top <= y && y <= bottom) return uid;
  }
  return null;
}
