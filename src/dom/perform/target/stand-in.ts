import { isShown } from './preflight.ts';

/** Pages hide a tick box or radio button to a pixel and draw its label; no such box can be hit. CSS px. */
const TINY = 2;

/** Where a click for the element goes: the element itself, or its label where the page hides the box. */
export function findPressable(element: Element): Element {
  if (!isBox(element)) return element;
  const { width, height } = element.getBoundingClientRect();
  const isHidden = !isShown(element) || Math.min(width, height) <= TINY;
  return isHidden ? (findLabel(element) ?? element) : element;
}

export function findLabel(element: Element): Element | null {
  if (!(element instanceof HTMLInputElement)) return null;
  return [...(element.labels ?? [])].find(isShown) ?? null;
}

function isBox(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(?:checkbox|radio)$/u.test(element.type);
}
