import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import {
  getAssignedSlot,
  getLocalName,
  getParentElement,
  getRootOf,
  getTextContent,
  isRendered,
  queryWithin,
} from '../native.ts';

/** What a person presses or sets, by its role. */
const WIDGETS = new Set(
  (
    'button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem ' +
    'combobox textbox searchbox slider spinbutton gridcell columnheader listbox'
  ).split(' '),
);

/** Elements that usually replace or cover the real control. */
const DECORATED_CONTROLS =
  'input[type=range], input[type=checkbox], input[type=radio], [role=slider], [role=switch], [role=checkbox], [role=radio]';
/** Wrappers around the parts of such a drawing. */
const MAX_WRAPPERS = 3;

/**
 * The element by whose name and role a person would call what was hit: the text, picture or frill inside an
 * option or button is called as that is, and so is what lies in the label of a control, and what a slider or
 * switch is drawn with. Mostly the element itself.
 */
export function findNamedElement(element: Element): Element {
  const isNamed = computeName(element) !== '';
  // A tooltip names what has no role, but does not make it a control.
  if (isNamed && readRole(element) !== 'generic') return element;
  for (let at: Element | null = element; at; at = getComposedParent(at)) {
    if (at instanceof HTMLLabelElement && at.control) return at.control;
    if (!isNamed && (WIDGETS.has(readRole(at)) || getLocalName(at) === 'summary')) return at;
  }
  return isNamed ? element : (findDecoratedControl(element) ?? element);
}

/** The control of which the element is a rail, a mark, a thumb or the like. */
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

/** What is not rendered has no name to those who cannot see; who sees its label calls it by that. */
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

/** What an element is shown in: its slot, else its parent, else the host of its shadow root. */
export function getComposedParent(element: Element): Element | null {
  const holder = getAssignedSlot(element) ?? getParentElement(element);
  if (holder) return holder;
  const root = getRootOf(element);
  return root instanceof ShadowRoot ? root.host : null;
}
