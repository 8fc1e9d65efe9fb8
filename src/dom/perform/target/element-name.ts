import { computeAccessibleName } from 'dom-accessibility-api';
import { cutText, normalizeSpace } from '../effects/text.ts';

/** What a person would call the element, for messages: its name, else its first words, else its kind. */
export function nameElement(element: Element): string {
  const name =
    normalizeSpace(computeAccessibleName(element)) ||
    element.getAttribute('placeholder') ||
    normalizeSpace(element instanceof HTMLElement ? element.innerText : '');
  return name ? `“${cutText(name, 60)}”` : (KINDS[element.localName] ?? 'that element');
}

const KINDS: Record<string, string> = {
  a: 'the link',
  button: 'the button',
  input: 'the field',
  textarea: 'the text field',
  select: 'the list',
  img: 'the picture',
  iframe: 'an embedded page',
  dialog: 'a dialog',
  form: 'the form',
};

const LAYER =
  'dialog,[role="dialog"],[role="alertdialog"],[aria-modal="true"],[popover],[role="menu"],[role="listbox"]';

/**
 * What lies over a target, by the name of the layer it belongs to: a cookie banner is called by its
 * name, not by the paragraph in it that happened to be under the pointer.
 */
export function nameCover(layer: Element, hit: Element): string {
  if (layer === hit) return nameElement(hit);
  const label = normalizeSpace(computeAccessibleName(layer));
  const heading = layer.querySelector('h1,h2,h3,h4,[role="heading"]')?.textContent;
  const name = label || normalizeSpace(heading ?? '');
  return name ? `“${cutText(name, 60)}”` : nameElement(layer);
}

/** Whether an element starts a layer of its own above the page's flow. */
export function isLayer(element: Element): boolean {
  if (element.matches(LAYER)) return true;
  const position = getComputedStyle(element).position;
  return position === 'fixed' || position === 'sticky';
}
