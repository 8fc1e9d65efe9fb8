import type { PerformContext } from '../context.ts';
import { activeElementOf, getParentOrHost } from '../../composed-tree.ts';

/**
 * Moves focus as a press would. A page whose window is not the active one (the user is in the side
 * panel) gets no focus events from the browser, though `activeElement` moves: they are made up for,
 * or fields that open on focus and check on blur would not notice.
 */
export function moveFocus(target: Element, ctx: PerformContext): void {
  const before = activeElementOf(ctx);
  if (before === target || !canFocusNow(target)) return;
  const reported = hears(target, 'focus', () => {
    target.focus({ preventScroll: true });
  });
  if (reported || activeElementOf(ctx) !== target) return;
  if (before) report(before, ['blur', 'focusout'], target);
  report(target, ['focus', 'focusin'], before);
}

/** Takes focus away, as a press on an empty part of the page would. */
export function dropFocus(ctx: PerformContext): void {
  const before = activeElementOf(ctx);
  if (!(before instanceof HTMLElement || before instanceof SVGElement)) return;
  const reported = hears(before, 'blur', () => {
    before.blur();
  });
  if (!reported) report(before, ['blur', 'focusout'], null);
}

/** The nearest element, from the pressed one up, that a press would focus. */
export function focusableFrom(element: Element): Element | null {
  for (let at: Element | null = element; at; at = getParentOrHost(at)) {
    if (isFocusable(at)) return at;
  }
  return null;
}

export function isFocusable(element: Element): element is HTMLElement | SVGElement {
  if (!canFocusNow(element) || element.matches(':disabled')) return false;
  if (element.hasAttribute('tabindex')) return true;
  if (element instanceof HTMLElement && element.isContentEditable) {
    return !element.parentElement?.isContentEditable;
  }
  return element.matches('a[href],area[href],button,input,select,textarea,summary,iframe');
}

function canFocusNow(element: Element): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

function report(element: Element, types: [plain: string, bubbling: string], other: Element | null) {
  const init = { composed: true, relatedTarget: other, view: element.ownerDocument.defaultView };
  element.dispatchEvent(new FocusEvent(types[0], init));
  element.dispatchEvent(new FocusEvent(types[1], { ...init, bubbles: true }));
}

/** Whether an element gets an event while `act` runs. */
function hears(element: Element, type: string, act: () => void): boolean {
  const heard: Event[] = [];
  function hear(event: Event): void {
    heard.push(event);
  }
  element.addEventListener(type, hear, true);
  act();
  element.removeEventListener(type, hear, true);
  return heard.length > 0;
}
