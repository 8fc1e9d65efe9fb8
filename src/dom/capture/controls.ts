import { findEditContext } from '../read/edit-context.ts';
import { getInnerText, getParentElement, isInEditable } from '../read/native.ts';

/** Inputs that take free text; everything else that fires `change` is set, not typed. */
const TEXT_TYPES = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number']);

/** The element whose text is being edited: a text field, or the host of an editable region or EditContext. */
export function findEditable(target: Element | null): HTMLElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (target instanceof HTMLInputElement) return TEXT_TYPES.has(target.type) ? target : null;
  if (!(target instanceof HTMLElement)) return null;
  if (findEditContext(target)) return target;
  if (!isInEditable(target)) return null;
  let host: HTMLElement = target;
  for (;;) {
    const parent = getParentElement(host);
    if (!parent || !isInEditable(parent)) return host;
    host = parent;
  }
}

export function readText(editable: HTMLElement): string {
  if (editable instanceof HTMLInputElement || editable instanceof HTMLTextAreaElement) {
    return editable.value;
  }
  // What holds no text in editors is nobody's.
  return getInnerText(editable).replaceAll(CARET_HOLDERS, '');
}

/** Characters without width that editors put in so that the caret has a place. */
const CARET_HOLDERS = /[\u{200B}\u{2060}\u{FEFF}]/gu;

/** The value of a control after a change, as WebLINX's `value`; null for text fields. */
export function readChangedValue(target: Element | null): string | null {
  if (target instanceof HTMLSelectElement) {
    return Array.from(target.selectedOptions, (option) => option.label.trim()).join(', ');
  }
  if (!(target instanceof HTMLInputElement) || TEXT_TYPES.has(target.type)) return null;
  if (target.type === 'checkbox' || target.type === 'radio') return String(target.checked);
  // Names only: what is in a chosen file stays the user's.
  if (target.type === 'file') return Array.from(target.files ?? [], (file) => file.name).join(', ');
  return target.value;
}

/** Whether a key on this element makes a click or change of its own. */
export function makesClickOf(target: Element, key: string): boolean {
  if (key !== 'Enter' && key !== ' ') return false;
  if (target instanceof HTMLAnchorElement) return key === 'Enter' && target.href !== '';
  if (target instanceof HTMLButtonElement || target.localName === 'summary') return true;
  // In a list a key chooses, which makes a change.
  if (target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  const isBox = target.type === 'checkbox' || target.type === 'radio';
  return isBox ? key === ' ' : CLICKED_BY_KEYS.has(target.type);
}

const CLICKED_BY_KEYS = new Set(['button', 'submit', 'reset', 'image', 'file', 'color']);
