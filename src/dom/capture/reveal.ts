import type { Trigger } from './hover-trail.ts';
import { isAncestor } from './hover-trail.ts';

/** Something that can be seen because something was hovered. */
export interface Reveal {
  root: Element;
  trigger: Trigger;
  /** By a style sheet, without the page's script. */
  isStyled: boolean;
  /** Already when the page first heard of the pointer. */
  isInstant: boolean;
  /** Whether the root is new in the document. */
  isNew: boolean;
  /** Whether a turn tells of the pointer's coming already. */
  isKept: boolean;
}

/** Whether a click on `target` tells that the pointer came to what revealed something else. */
export function isToldBy(target: Element, { root, trigger }: Reveal): boolean {
  return !isAncestor(root, target) && isAncestor(trigger.element, target);
}
