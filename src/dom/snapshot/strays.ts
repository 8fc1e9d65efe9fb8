import { getOffsetParent, getParentElement } from '../read/native.ts';

/**
 * Whether an element may lie far away from the ancestors it is inside of: fixed ones do, and absolute
 * ones that are placed by something higher than their grandparent. Looking only inside what is near
 * the viewport would miss those.
 */
export function isStray(element: Element, window: Window): boolean {
  const { position } = window.getComputedStyle(element);
  if (position === 'fixed') return true;
  if (position !== 'absolute') return false;
  if (!(element instanceof HTMLElement)) return true;
  const container = getOffsetParent(element);
  const parent = getParentElement(element);
  return (
    container === null ||
    (container !== parent && container !== (parent && getParentElement(parent)))
  );
}
