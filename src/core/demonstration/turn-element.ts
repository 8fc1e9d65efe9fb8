import type { Uid } from '../action/action.ts';
import { each, mapOf, number, objectWith, text } from '../shape.ts';
import type { Box } from '../snapshot/snapshot.ts';

/** The element that an action was on, as it was before the action. */
export interface TurnElement {
  uid: Uid;
  frameId: number;
  /** DOM `tagName`: upper case in HTML. */
  tagName: string;
  attributes: Record<string, string>;
  /** CSS px in the TOP viewport. */
  box: Box;
  textContent: string;
  /** In its own document, `/html[1]/body[1]/…`. */
  xpath: string;
  /** By the accessible name rules. */
  name: string;
  role: string;
}

export const boxShape = objectWith(each(number, 'x', 'y', 'width', 'height'));

export const turnElementShape = objectWith({
  uid: text,
  frameId: number,
  tagName: text,
  attributes: mapOf(text),
  box: boxShape,
  ...each(text, 'textContent', 'xpath', 'name', 'role'),
});
