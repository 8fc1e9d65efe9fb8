import { closestComposed, elementAt, isInside, parentOf } from './composed-tree.ts';
import type { PerformContext, Refused } from './context.ts';
import { refuse } from './context.ts';
import { isLayer, nameCover, nameElement } from './element-name.ts';
import { comesToSight } from './in-sight.ts';
import type { Point } from './point.ts';
import { listPoints, listRects } from './point.ts';
import { nextFrame } from './task.ts';

/** Where an element can be hit, and what is hit there: itself, something inside it, or its label. */
export interface Hit {
  ok: true;
  point: Point;
  element: Element;
}

/** `strict`: any cover refuses. `layers`: only a cover from another layer (dialog, banner) does. */
export type Cover = 'strict' | 'layers';

/** A page that never stops moving is acted on anyway: events go to what is under the point then. */
const STABLE_MS = 1000;

/** No part of a field is as high. CSS px. */
const VEIL_HEIGHT = 80;

const INTERACTIVE =
  'a[href],button,input,select,textarea,label,summary,[role="button"],[role="link"],[role="tab"],[role="menuitem"],[role="option"],[role="checkbox"],[role="switch"],[role="radio"]';

/** All checks before an action on an element; scrolls it into view when it cannot be hit where it is. */
export async function checkTarget(
  target: Element,
  cover: Cover,
  ctx: PerformContext,
): Promise<Hit | Refused> {
  const refused = checkState(target);
  if (refused) return refused;
  await waitUntilStable(target, ctx);
  let hit = findHit(target, cover, ctx);
  if (!hit.ok) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await waitUntilStable(target, ctx);
    hit = findHit(target, cover, ctx);
  }
  if (!hit.ok || (await comesToSight(target, hit, ctx))) return hit;
  return refuse('hidden', `${nameElement(target)} is not visible: it is fully transparent.`);
}

/** Connected, shown, and not switched off. */
function checkState(target: Element): Refused | null {
  if (!target.isConnected) return refuse('gone', 'The page has changed: this element is gone.');
  if (!isShown(target)) return refuse('hidden', `${nameElement(target)} is not visible.`);
  const off =
    target.matches(':disabled') ||
    closestComposed(target, '[aria-disabled="true"],[inert]') !== null;
  return off ? refuse('disabled', `${nameElement(target)} is switched off.`) : null;
}

/** Has a box and is not hidden by style. Transparent counts: styled tick boxes are often that; see `comesToSight`. */
export function isShown(element: Element): boolean {
  if (listRects(element).length === 0) return false;
  return getComputedStyle(element).visibility === 'visible';
}

async function waitUntilStable(target: Element, ctx: PerformContext): Promise<void> {
  const until = ctx.now() + STABLE_MS;
  let before = target.getBoundingClientRect();
  for (let still = 0; still < 2 && ctx.now() < until;) {
    await nextFrame(ctx.signal);
    const now = target.getBoundingClientRect();
    const same =
      before.x === now.x &&
      before.y === now.y &&
      before.width === now.width &&
      before.height === now.height;
    still = same ? still + 1 : 0;
    before = now;
  }
}

export function findHit(target: Element, cover: Cover, ctx: PerformContext): Hit | Refused {
  const { hit, blocker } = probe(target, cover, ctx);
  if (hit) return hit;
  if (!blocker) {
    return refuse('hidden', `${nameElement(target)} cannot be brought into view.`);
  }
  const what = nameElement(target);
  // What it stands in is hit in its place: it lets the pointer through, or is clipped away.
  if (isInside(target, blocker, ctx)) {
    return refuse('disabled', `${what} does not take the pointer where it is.`);
  }
  const layer = layerOver(blocker, target, ctx) ?? blocker;
  return refuse('covered', `${what} is covered by ${nameCover(layer, blocker)}.`);
}

/** Whether another layer of the page lies over all of the element that is in view. */
export function isCovered(target: Element, ctx: Hitting): boolean {
  const { hit, blocker } = probe(target, 'layers', ctx);
  return hit === null && blocker !== null;
}

/** What is needed to tell what a point hits. */
export type Hitting = Pick<PerformContext, 'document' | 'shadowRootOf' | 'overlayHost'>;

/** Tries the element's points; the first where nothing of another is hit wins. */
function probe(
  target: Element,
  cover: Cover,
  ctx: Hitting,
): { hit: Hit | null; blocker: Element | null } {
  let fallback: Hit | null = null;
  let blocker: Element | null = null;
  for (const point of listPoints(target)) {
    const element = elementAt(point, ctx);
    if (!element) continue;
    if (!reaches(element, target, ctx)) {
      if (cover === 'strict' || layerOver(element, target, ctx)) blocker ??= element;
      else fallback ??= { ok: true, point, element: target };
      continue;
    }
    const hit: Hit = { ok: true, point, element };
    if (!hasInteractiveBetween(element, target)) return { hit, blocker: null };
    fallback ??= hit;
  }
  return { hit: fallback, blocker };
}

/** Whether a press on `hit` would act on `target`. */
export function reaches(hit: Element, target: Element, ctx: Hitting): boolean {
  if (isInside(hit, target, ctx)) return true;
  const label = closestComposed(hit, 'label');
  if (label instanceof HTMLLabelElement && label.control === target) return true;
  // An icon that lets the pointer through stands in the button that gets the press.
  const owner = closestComposed(target, INTERACTIVE);
  return owner !== null && owner !== target && isInside(hit, owner, ctx);
}

/** A control of its own between what is hit and the target would take the press for itself. */
function hasInteractiveBetween(hit: Element, target: Element): boolean {
  for (let at: Element | null = hit; at && at !== target; at = parentOf(at)) {
    if (at.matches(INTERACTIVE) && !(at instanceof HTMLLabelElement)) {
      return closestComposed(target, INTERACTIVE) !== at;
    }
  }
  return false;
}

/** The outermost layer that `hit` belongs to and `target` does not; null when they share all. */
function layerOver(hit: Element, target: Element, ctx: Hitting): Element | null {
  let layer: Element | null = null;
  for (let at: Element | null = hit; at && !isInside(target, at, ctx); at = parentOf(at)) {
    if (isLayer(at) || isVeil(at, target)) layer = at;
  }
  return layer;
}

/** Over a whole part of the page, as while it is loading; what lies over one field alone (a placeholder) is its own. */
function isVeil(element: Element, target: Element): boolean {
  if (getComputedStyle(element).position !== 'absolute') return false;
  const [veil, under] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
  const isOver =
    veil.left <= under.left &&
    veil.top <= under.top &&
    veil.right >= under.right &&
    veil.bottom >= under.bottom;
  return isOver && veil.height >= Math.max(VEIL_HEIGHT, 1.5 * under.height);
}
