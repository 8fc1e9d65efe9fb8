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
}

/** A predicted action's element (weblinx-format.md §5.1), or null: no such intent, no such element. */
export function resolveElement(
  { intent, args }: ParsedOutput,
  page: EvaluatedPage | null,
): EvaluatedElement | null {
  if (page === null || !ELEMENT_INTENTS.has(intent)) return null;
  const uid = args['uid'] ?? args[UID_ATTRIBUTE] ?? null;
  if (uid !== null) return findElement(String(uid), page);
  const { x, y } = args;
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  const hit = findUidAt(x, y, page.boxes);
  return hit === null ? null : findElement(hit, page);
}

/** The element with this uid when both the page and the box file have it. */
export function findElement(uid: string, { boxes, uids }: EvaluatedPage): EvaluatedElement | null {
  const box = Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
  return box === undefined || !uids.has(uid) ? null : { uid, box };
}

/**
 * The element with the smallest box around a point, in CSS px; the first of equally small ones. Boxes
 * are widened to whole px; those without area are no hit.
 */
export function findUidAt(x: number, y: number, boxes: EvaluatedPage['boxes']): string | null {
  let found: string | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const [uid, box] of Object.entries(boxes)) {
    const area = measureArea(box);
    if (area === 0 || area >= smallest || !isInside(x, y, box)) continue;
    found = uid;
    smallest = area;
  }
  return found;
}

function isInside(x: number, y: number, { left, top, right, bottom }: WeblinxBox): boolean {
  return (
    Math.floor(left) <= x && x <= Math.ceil(right) && Math.floor(top) <= y && y <= Math.ceil(bottom)
  );
}
