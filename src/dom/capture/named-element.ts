import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { getLocalName, getTextContent, isRendered, queryWithin } from '../native.ts';
import { getComposedParent } from '../composed-tree.ts';

/** Roles of elements that people press or set. */
const WIDGETS = new Set(
  (
    'button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem ' +
    'combobox textbox searchbox slider spinbutton gridcell columnheader listbox'
  ).split(' '),
);

const DECORATED_CONTROLS =
  'input[type=range], input[type=checkbox], input[type=radio], [role=slider], [role=switch], [role=checkbox], [role=radio]';
const MAX_WRAPPERS = 3;

/**
 * Returns the element whose name and role people use for the element that was hit: the option or button around a text
 * or icon, the control of a label, the slider or switch around its parts. Usually the element itself.
 */
export function findNamedElement(element: Element): Element {
  const isNamed = computeName(element) !== '';
  // A tooltip names an element without a role, but does not make it a control.
  if (isNamed && readRole(element) !== 'generic') return element;
  for (let at: Element | null = element; at; at = getComposedParent(at)) {
    if (at instanceof HTMLLabelElement && at.control) return at.control;
    if (!isNamed && (WIDGETS.has(readRole(at)) || getLocalName(at) === 'summary')) return at;
  }
  return isNamed ? element : (findDecoratedControl(element) ?? element);
}

/** The control whose rail, mark or thumb this is. */
function findDecoratedControl(part: Element): Element | null {
  let at: Element | null = part;
  for (let depth = 0; at && depth < MAX_WRAPPERS; depth++) {
    if ((getTextContent(at) ?? '').trim() !== '') return null;
    const [control, ...others] = queryWithin(at, DECORATED_CONTROLS);
    if (control) return others.length === 0 ? control : null;
    at = getComposedParent(at);
  }
  return null;
}

/** The accessible name; a page that breaks its computation costs the name, not the turn. */
export function computeName(element: Element): string {
  try {
    const name = computeAccessibleName(element);
    return name === '' && isHiddenBehindLabel(element)
      ? computeAccessibleName(element, { hidden: true })
      : name;
  } catch {
    return '';
  }
}

/** An element that is not rendered has no accessible name; people use the text of its visible label. */
function isHiddenBehindLabel(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || isRendered(element)) return false;
  return (element.labels?.length ?? 0) > 0;
}

export function readRole(element: Element): string {
  try {
    return getRole(element) ?? 'generic';
  } catch {
    return 'generic';
  }
}
