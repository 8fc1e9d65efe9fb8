import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { getLocalName } from '../read/native.ts';
import { getHolder } from './holder.ts';

/** What a person presses or sets, by its role. */
const WIDGETS = new Set(
  (
    'button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem ' +
    'combobox textbox searchbox slider spinbutton gridcell listbox'
  ).split(' '),
);

/**
 * The element by whose name and role a person would call what was hit: the text, picture or frill inside an
 * option or button is called as that is, and so is what lies in the label of a control. Mostly the element
 * itself.
 */
export function findKnownBy(element: Element): Element {
  if (computeName(element) !== '') return element;
  for (let at: Element | null = element; at; at = getHolder(at)) {
    if (at instanceof HTMLLabelElement && at.control) return at.control;
    if (WIDGETS.has(readRole(at)) || getLocalName(at) === 'summary') return at;
  }
  return element;
}

/** The accessible name; a page that breaks its computation costs the name, not the turn. */
export function computeName(element: Element): string {
  try {
    return computeAccessibleName(element);
  } catch {
    return '';
  }
}

export function readRole(element: Element): string {
  try {
    return getRole(element) ?? 'generic';
  } catch {
    return 'generic';
  }
}
