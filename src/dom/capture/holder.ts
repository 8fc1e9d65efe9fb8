import { getAssignedSlot, getParentElement, getRootOf } from '../read/native.ts';

/** What an element is shown in: its slot, else its parent, else the host of its shadow root. */
export function getHolder(element: Element): Element | null {
  const holder = getAssignedSlot(element) ?? getParentElement(element);
  if (holder) return holder;
  const root = getRootOf(element);
  return root instanceof ShadowRoot ? root.host : null;
}
