/** Inputs that take free text; everything else that fires `change` is set, not typed. */
const TEXT_TYPES = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number']);

/** The element whose text is being edited: a text field, or the host of an editable region. */
export function findEditable(target: Element | null): HTMLElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  if (target instanceof HTMLInputElement) return TEXT_TYPES.has(target.type) ? target : null;
  if (!(target instanceof HTMLElement) || !target.isContentEditable) return null;
  let host: HTMLElement = target;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

export function readText(editable: HTMLElement): string {
  if (editable instanceof HTMLInputElement || editable instanceof HTMLTextAreaElement) {
    return editable.value;
  }
  return editable.innerText;
}

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

/** Elements on which Enter or Space makes a click of its own. */
export function makesClickOfEnter(target: Element): boolean {
  return (
    target instanceof HTMLButtonElement ||
    target instanceof HTMLAnchorElement ||
    target.localName === 'summary' ||
    (target instanceof HTMLInputElement &&
      ['button', 'submit', 'reset', 'image', 'file', 'color'].includes(target.type))
  );
}
