import { getOffsetParent, getParentElement } from '../read/native.ts';

/**
 * Whether an element may lie far away from the ancestors it is inside of: fixed ones do, and absolute
 * ones whose parent does not place them. Looking only inside what is near the viewport would miss those.
 */
export function isStray(element: Element, window: Window): boolean {
  const { position } = window.getComputedStyle(element);
  if (position === 'fixed') return true;
  if (position !== 'absolute') return false;
  const parent = getParentElement(element);
  if (!parent || !(element instanceof HTMLElement) || getOffsetParent(element) !== parent) {
    return true;
  }
  // Body and table cells count as offset parents without placing anything.
  return window.getComputedStyle(parent).position === 'static';
}
