import { closestComposed, elementAt, isInside, parentOf } from './composed-tree.ts';
import type { PerformContext, Refused } from './context.ts';
import { refuse } from './context.ts';
import { isLayer, nameCover, nameElement } from './element-name.ts';
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
  const first = findHit(target, cover, ctx);
  if (first.ok) return first;
  target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  await waitUntilStable(target, ctx);
  return findHit(target, cover, ctx);
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

/** Has a box and is not hidden by style. Transparent counts: styled tick boxes are often that. */
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

/** Tries the element's points; the first where nothing of another is hit wins. */
export function findHit(target: Element, cover: Cover, ctx: PerformContext): Hit | Refused {
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
    if (!hasInteractiveBetween(element, target)) return hit;
    fallback ??= hit;
  }
  if (fallback) return fallback;
  if (!blocker) {
    return refuse('hidden', `${nameElement(target)} cannot be brought into view.`);
  }
  const layer = layerOver(blocker, target, ctx) ?? blocker;
  const what = nameElement(target);
  return refuse('covered', `${what} is covered by ${nameCover(layer, blocker)}.`);
}

/** Whether a press on `hit` would act on `target`. */
export function reaches(hit: Element, target: Element, ctx: PerformContext): boolean {
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
function layerOver(hit: Element, target: Element, ctx: PerformContext): Element | null {
  let layer: Element | null = null;
  for (let at: Element | null = hit; at && !isInside(target, at, ctx); at = parentOf(at)) {
    if (isLayer(at)) layer = at;
  }
  return layer;
}
