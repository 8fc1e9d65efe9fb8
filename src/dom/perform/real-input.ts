import type { PageAction } from '../../core/action/action.ts';
import { closestComposed, parentOf } from './composed-tree.ts';
import type { PerformContext } from './context.ts';

/** Signs that a page takes only what a real mouse or keyboard does. Told only where nothing came of acting. */

/** What the user would have to do themselves; null without a sign of it. */
export function findRealInputOnly(
  intent: PageAction['intent'],
  target: Element | null,
  ctx: PerformContext,
): 'mouse' | 'keyboard' | null {
  if (!target || intent === 'scroll' || intent === 'submit') return null;
  if (intent === 'hover') return hasHoverStyle(target, ctx) ? 'mouse' : null;
  const isWritten = intent === 'textInput' || intent === 'press';
  const checks =
    closestComposed(target, 'canvas') !== null ||
    target.querySelector('canvas') !== null ||
    asksForTrust(target, ctx);
  return checks ? (isWritten ? 'keyboard' : 'mouse') : null;
}

/** Code that stands in the page itself; what is loaded from elsewhere cannot be read. */
function asksForTrust(target: Element, ctx: PerformContext): boolean {
  for (let at: Element | null = target; at; at = parentOf(at)) {
    const handlers = at.getAttributeNames().filter((name) => name.startsWith('on'));
    if (handlers.some((name) => at.getAttribute(name)?.includes('isTrusted'))) return true;
  }
  const scripts = ctx.document.querySelectorAll('script:not([src])');
  return [...scripts].some((script) => script.textContent.includes('isTrusted'));
}

/** Whether a style shows something only while a real pointer rests here. */
function hasHoverStyle(target: Element, ctx: PerformContext): boolean {
  for (const sheet of ctx.document.styleSheets) {
    for (const rule of listRules(sheet)) {
      if (rule instanceof CSSStyleRule && showsOnHover(rule, target)) return true;
    }
  }
  return false;
}

function listRules(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // Sheets of other origins cannot be read.
    return [];
  }
}

const SHOWING = [
  'display',
  'visibility',
  'opacity',
  'max-height',
  'height',
  'transform',
  'clip-path',
];

function showsOnHover(rule: CSSStyleRule, target: Element): boolean {
  if (!rule.selectorText.includes(':hover')) return false;
  if (!SHOWING.some((name) => rule.style.getPropertyValue(name) !== '')) return false;
  return rule.selectorText.split(',').some((selector) => {
    const [over = '', shown = ''] = selector.split(/:hover/u);
    // `.menu:hover > ul` shows something else; `.menu:hover` only changes itself.
    if (over.trim() === '' || shown.trim() === '') return false;
    return isValid(over) && closestComposed(target, over.trim()) !== null;
  });
}

function isValid(selector: string): boolean {
  return CSS.supports(`selector(${selector.trim()})`);
}
