import { getInnerText, getParentElement, isInEditable, listenOn } from '../../native.ts';

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
  // Ignores editor nodes without text.
  return getInnerText(editable).replaceAll(CARET_PLACEHOLDERS, '');
}

/** Characters without width that editors put in so that the caret has a place. */
const CARET_PLACEHOLDERS = /[\u{200B}\u{2060}\u{FEFF}]/gu;

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

export function isActivationKey(target: Element, key: string): boolean {
  if (key !== 'Enter' && key !== ' ') return false;
  if (target instanceof HTMLAnchorElement) return key === 'Enter' && target.href !== '';
  if (target instanceof HTMLButtonElement || target.localName === 'summary') return true;
  // In a list a key chooses, which makes a change.
  if (target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  const isBox = target.type === 'checkbox' || target.type === 'radio';
  return isBox ? key === ' ' : KEY_ACTIVATED_TYPES.has(target.type);
}

const KEY_ACTIVATED_TYPES = new Set(['button', 'submit', 'reset', 'image', 'file', 'color']);

/** A text that the browser edits for a page which shows it in its own way, as Monaco does (EditContext API). */
export type EditContext = EventTarget & { readonly text: string };

/** What a person put in place of the characters from `start` to `end`. */
export interface TextUpdate {
  text: string;
  start: number;
  end: number;
}

const getEditContext = findEditContextGetter();

function findEditContextGetter(): ((element: HTMLElement) => unknown) | null {
  const descriptor: object =
    Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'editContext') ?? {};
  const getter: unknown = Reflect.get(descriptor, 'get');
  if (typeof getter !== 'function') return null;
  return (element): unknown => {
    const found: unknown = Reflect.apply(getter, element, []);
    return found;
  };
}

/** Null for elements without one. */
export function findEditContext(element: HTMLElement): EditContext | null {
  const context: unknown = getEditContext?.(element) ?? null;
  return context instanceof EventTarget ? (context as EditContext) : null;
}

/** Hears what a person types: what a script puts in makes no event. */
export function onTextUpdate(
  context: EditContext,
  hear: (event: Event, update: TextUpdate) => void,
  signal: AbortSignal,
): void {
  const handle = (event: Event): void => {
    const [text, start, end] = ['text', 'updateRangeStart', 'updateRangeEnd'].map((name): unknown =>
      Reflect.get(event, name),
    );
    if (!event.isTrusted || typeof text !== 'string') return;
    if (typeof start === 'number' && typeof end === 'number') hear(event, { text, start, end });
  };
  listenOn(context, 'textupdate', handle, { signal });
}

/** Keys that scroll where the page does nothing with them. */
export const SCROLL_KEYS: ReadonlySet<string> = new Set([
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' '],
]);
