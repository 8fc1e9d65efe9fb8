import { parentOf } from './composed-tree.ts';
import type { PerformContext } from './context.ts';
import { movePointer } from './pointer.ts';
import type { Hit } from './preflight.ts';
import { nextFrame } from './task.ts';

/**
 * Whether what is acted on can be seen. A transparent control is usually fine: a box, list or upload under a drawn
 * face, or tools that show under the pointer. What stays transparent with nothing drawn there is meant for nobody.
 */

/** Nobody sees what is this transparent. */
const CLEAR = 0.03;
/** What a script or a transition brings to sight under the pointer, it does within this time. */
const COMES_MS = 600;
/** A face is a neighbour of the control: this many levels up at most … */
const LEVELS = 3;
/** … among so many elements … */
const MOST = 200;
/** … and where it lies: over a good part of the smaller of the two. */
const OVERLAP = 0.25;
/** The face of a tick box may be drawn beside it. CSS px. */
const NEAR = 8;

/** Waits where something may still come to sight: it rests the pointer on it then. */
export async function comesToSight(
  target: Element,
  hit: Hit,
  ctx: PerformContext,
): Promise<boolean> {
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
  for (let at: Element | null = target; at; at = at.assignedSlot ?? parentOf(at)) {
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
  let around = parentOf(target);
  for (let level = 0; around && level < LEVELS; level += 1, around = parentOf(around)) {
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
  const root = target.getRootNode();
  const sheets: CSSStyleSheet[] = [...target.ownerDocument.styleSheets];
  if (root instanceof ShadowRoot) sheets.push(...root.styleSheets, ...root.adoptedStyleSheets);
  sheets.push(...target.ownerDocument.adoptedStyleSheets);
  try {
    return listClear(target).every((each) =>
      sheets.some((sheet) => makesOpaque(sheet.cssRules, each, '')),
    );
  } catch {
    // A sheet of another origin may say so, and cannot be read.
    return true;
  }
}

const STATES = /:(?:hover|focus-within|focus-visible|focus)(?![-\w])/gu;

function makesOpaque(rules: CSSRuleList, element: Element, outer: string): boolean {
  for (const rule of rules) {
    let around = outer;
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet && makesOpaque(rule.styleSheet.cssRules, element, '')) return true;
      continue;
    }
    if (rule instanceof CSSStyleRule) {
      around =
        outer === '' ? rule.selectorText : rule.selectorText.replaceAll('&', `:is(${outer})`);
      const isLater = around.search(STATES) !== -1 && Number(rule.style.opacity || 0) > CLEAR;
      if (isLater && matches(element, around.replace(STATES, ':is(*)'))) return true;
    }
    if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) {
      if (makesOpaque(rule.cssRules, element, around)) return true;
    }
  }
  return false;
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}
