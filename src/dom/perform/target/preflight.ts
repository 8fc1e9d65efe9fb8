import type { PerformContext, Refused } from '../context.ts';
import { refuse } from '../context.ts';
import { movePointer } from '../input/pointer.ts';
import { nextFrame } from '../task.ts';
import { isLayer, nameCover, nameElement } from './element-name.ts';
import type { Point } from './point.ts';
import { listPoints, listRects } from './point.ts';
import { closestComposed, elementAt, getParentOrHost, isInside } from '../../composed-tree.ts';
import { listControls } from './fingerprint.ts';
import { listSheets, readOuterSelector, walkStyleRules } from '../../snapshot/style-rules.ts';
import { isInView } from '../../snapshot/target-box.ts';

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
const BACKDROP_HEIGHT = 80;

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
  if (!ctx.isStill?.()) await waitUntilStable(target, 2, ctx);
  let hit = findHit(target, cover, ctx);
  if (!hit.ok) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // The page has answered to the scrolling by the next frame.
    await waitUntilStable(target, 1, ctx);
    hit = findHit(target, cover, ctx);
  }
  if (!hit.ok || (await comesToSight(target, hit, ctx))) return hit;
  return refuse('hidden', `${nameElement(target)} is not visible: it is fully transparent.`);
}

function checkState(target: Element): Refused | null {
  if (!target.isConnected) return refuse('gone', 'The page has changed: this element is gone.');
  if (!isShown(target)) return refuse('hidden', `${nameElement(target)} is not visible.`);
  const off =
    target.matches(':disabled') ||
    closestComposed(target, '[aria-disabled="true"],[inert]') !== null;
  return off ? refuseDisabled(target) : null;
}

export function refuseDisabled(control: Element): Refused {
  return refuse('disabled', `${nameElement(control)} is switched off.`);
}

/** Has a box and is not hidden by style. Transparent counts: styled tick boxes are often that; see `comesToSight`. */
export function isShown(element: Element): boolean {
  if (listRects(element).length === 0) return false;
  return getComputedStyle(element).visibility === 'visible';
}

/** Until the target has stayed where it is for so many frames. */
async function waitUntilStable(
  target: Element,
  frames: number,
  ctx: PerformContext,
): Promise<void> {
  const until = ctx.now() + STABLE_MS;
  let before = target.getBoundingClientRect();
  for (let still = 0; still < frames && ctx.now() < until;) {
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
function isCovered(target: Element, ctx: Hitting): boolean {
  const { hit, blocker } = probe(target, 'layers', ctx);
  return hit === null && blocker !== null;
}

/** What is needed to tell what a point hits. */
export type Hitting = Pick<PerformContext, 'document' | 'shadowRootOf' | 'overlayHost'>;

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
  for (let at: Element | null = hit; at && at !== target; at = getParentOrHost(at)) {
    if (at.matches(INTERACTIVE) && !(at instanceof HTMLLabelElement)) {
      return closestComposed(target, INTERACTIVE) !== at;
    }
  }
  return false;
}

/** The outermost layer that `hit` belongs to and `target` does not; null when they share all. */
function layerOver(hit: Element, target: Element, ctx: Hitting): Element | null {
  let layer: Element | null = null;
  for (let at: Element | null = hit; at && !isInside(target, at, ctx); at = getParentOrHost(at)) {
    if (isLayer(at) || isBackdrop(at, target)) layer = at;
  }
  return layer;
}

/** Over a whole part of the page, as while it is loading; what lies over one field alone (a placeholder) is its own. */
function isBackdrop(element: Element, target: Element): boolean {
  if (getComputedStyle(element).position !== 'absolute') return false;
  const [backdrop, under] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
  const isOver =
    backdrop.left <= under.left &&
    backdrop.top <= under.top &&
    backdrop.right >= under.right &&
    backdrop.bottom >= under.bottom;
  return isOver && backdrop.height >= Math.max(BACKDROP_HEIGHT, 1.5 * under.height);
}

/**
 * Whether what is acted on can be seen. A transparent control is usually fine: a box, list or upload under a drawn
 * face, or tools that show under the pointer. What stays transparent with nothing drawn there is not meant to be pressed.
 */

/** Opacity below which an element can't be seen. */
const CLEAR = 0.03;
/** How long a script or transition may take to show an element under the pointer. */
const COMES_MS = 600;
/** How many levels above a control its drawn face is looked for. */
const LEVELS = 3;
/** The most elements that are compared as a face. */
const MOST = 200;
/** The share of the smaller of control and face that has to overlap. */
const OVERLAP = 0.25;
/** The face of a tick box may be drawn beside it. CSS px. */
const NEAR = 8;

/** Waits where something may still come to sight: it rests the pointer on it then. */
async function comesToSight(target: Element, hit: Hit, ctx: PerformContext): Promise<boolean> {
  const isFine = (): boolean =>
    listClear(target).length === 0 || hasFace(target) || isShownByPointer(target);
  if (isFine()) return true;
  movePointer(hit.element, hit.point, ctx);
  for (const until = ctx.now() + COMES_MS; ctx.now() < until;) {
    await nextFrame(ctx.signal);
    if (isFine()) return true;
  }
  return false;
}

/** The element and what it stands in, as far as that is why it cannot be seen; empty when it can. */
function listClear(target: Element): Element[] {
  let opacity = 1;
  const found: Element[] = [];
  for (let at: Element | null = target; at; at = at.assignedSlot ?? getParentOrHost(at)) {
    const own = Number(getComputedStyle(at).opacity);
    opacity *= own;
    if (own < 0.5) found.push(at);
  }
  return opacity < CLEAR ? found : [];
}

/** Whether it has a label that can be seen, or something is drawn where it lies. */
function hasFace(target: Element): boolean {
  if ('labels' in target && target.labels instanceof NodeList) {
    const labels = [...target.labels].filter((label) => label instanceof Element);
    if (labels.some((label) => hasArea(label) && listClear(label).length === 0)) return true;
  }
  let around = getParentOrHost(target);
  for (let level = 0; around && level < LEVELS; level += 1, around = getParentOrHost(around)) {
    if (around === target.ownerDocument.body) return false;
    if (isFace(around, target) && isAlike(around, target)) return true;
    for (const each of [...around.querySelectorAll('*')].slice(0, MOST)) {
      if (each !== target && !each.contains(target) && isFace(each, target)) return true;
    }
  }
  return false;
}

function isFace(element: Element, target: Element): boolean {
  if (!hasArea(element) || !isDrawn(element) || listClear(element).length > 0) return false;
  const [one, other] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const isBeside = across > -NEAR && down > -NEAR;
  if (isBeside && target.matches('[type="checkbox"],[type="radio"]')) return true;
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return across > 0 && down > 0 && across * down >= OVERLAP * smaller;
}

/** What is far larger is no face of it, but what it lies on. */
function isAlike(element: Element, target: Element): boolean {
  const [one, other] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
  return one.width * one.height <= 4 * other.width * other.height;
}

function hasArea(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
}

const PICTURES = 'img,svg,canvas,video,picture,button,input,select,textarea';

/** Has text, a picture, a colour or an edge of its own, or draws one in front or behind. */
function isDrawn(element: Element): boolean {
  if (element.matches(PICTURES)) return true;
  const hasText = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() !== '',
  );
  return hasText || ['', '::before', '::after'].some((part) => hasPaint(element, part));
}

function hasPaint(element: Element, part: string): boolean {
  const style = getComputedStyle(element, part);
  if (part !== '' && /^(?:none|normal)$/u.test(style.content)) return false;
  return (
    (part !== '' && /[^"\s]/u.test(style.content)) ||
    !/^(?:transparent|rgba\(.*, 0\))$/u.test(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    (parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none') ||
    style.boxShadow !== 'none'
  );
}

/** Whether style sheets make all that hides it opaque under the pointer or with the focus. */
function isShownByPointer(target: Element): boolean {
  const roots = new Set([target.getRootNode(), target.ownerDocument]);
  try {
    const sheets = [...roots].flatMap(listSheets);
    const rules = sheets.flatMap((sheet) => [...walkStyleRules(sheet.cssRules)]);
    return listClear(target).every((each) =>
      rules.some((rule) => !rule || makesOpaque(rule, each)),
    );
  } catch {
    // A sheet of another origin may say so, and cannot be read.
    return true;
  }
}

const STATES = /:(?:hover|focus-within|focus-visible|focus)(?![-\w])/gu;

function makesOpaque(rule: CSSStyleRule, element: Element): boolean {
  const outer = readOuterSelector(rule);
  const selector =
    outer === '' ? rule.selectorText : rule.selectorText.replaceAll('&', `:is(${outer})`);
  const isLater = selector.search(STATES) !== -1 && Number(rule.style.opacity || 0) > CLEAR;
  return isLater && matches(element, selector.replace(STATES, ':is(*)'));
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** Pages hide a tick box or radio button to a pixel and draw its label; no such box can be hit. CSS px. */
const TINY = 2;

/** Where a click for the element goes: the element itself, or its label where the page hides the box. */
export function findPressable(element: Element): Element {
  if (!isBox(element)) return findFace(element) ?? element;
  const { width, height } = element.getBoundingClientRect();
  const isHidden = !isShown(element) || Math.min(width, height) <= TINY;
  return isHidden ? (findLabel(element) ?? element) : element;
}

/** Up from a list's field to what draws it. */
const FACE_LEVELS = 3;

/** What a press reaches where a list's own field lets the pointer through, since another element draws it. */
function findFace(element: Element): Element | null {
  const isList = element instanceof HTMLInputElement && element.getAttribute('role') === 'combobox';
  if (!isList || getComputedStyle(element).pointerEvents !== 'none') return null;
  let face = getParentOrHost(element);
  for (let level = 0; face && level < FACE_LEVELS; level++, face = getParentOrHost(face)) {
    const { width, height } = face.getBoundingClientRect();
    const isHit = getComputedStyle(face).pointerEvents !== 'none';
    if (isHit && Math.min(width, height) > TINY) return face;
  }
  return null;
}

export function findLabel(element: Element): Element | null {
  if (!(element instanceof HTMLInputElement)) return null;
  return [...(element.labels ?? [])].find(isShown) ?? null;
}

function isBox(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(?:checkbox|radio)$/u.test(element.type);
}

/** Controls that are asked about: what is under a point is found in microseconds, but pages have any number. */
const MAX_CONTROLS = 2000;

/**
 * The controls in view that a press would not reach, because another layer of the page (a banner, a fixed
 * bar, a dialog that does not say it is one) lies over them. Costs a layout where one is due.
 */
export function listCovered(roots: readonly (Document | ShadowRoot)[], ctx: Hitting): Element[] {
  const inView = roots.flatMap((root) => listControls(root).filter(isSeen));
  return inView.slice(0, MAX_CONTROLS).filter((element) => isCovered(element, ctx));
}

function isSeen(element: Element): boolean {
  const rect = element.getBoundingClientRect();
  return rect.width > 0 && isInView(rect);
}
