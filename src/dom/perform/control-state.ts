import type { Change } from '../../core/action/receipt.ts';
import { MASK } from '../../core/demonstration/secret.ts';
import type { PerformContext } from './context.ts';
import { editingHostOf } from './editable-text.ts';
import { isField } from './text-input.ts';
import { labelOf } from './select-option.ts';
import { cutText, normalizeSpace } from './text.ts';

/** What controls hold: not in the page's markup, so no mutation tells of it. */
export interface ControlState {
  value: string | null;
  checked: boolean | null;
  selected: string | null;
  states: Record<string, string>;
}

const STATES = ['expanded', 'pressed', 'selected', 'current', 'invalid', 'sort'];
const WATCHED = [
  'input,textarea,select,details,dialog,[role="checkbox"],[role="radio"],[role="switch"],[aria-checked]',
  ...STATES.map((name) => `[aria-${name}]`),
].join(',');

/** Cut of texts in a receipt, code points. */
export const TEXT_LENGTH = 200;

/** The target first, then every other control in the page. */
export function readControls(
  target: Element | null,
  roots: Iterable<ParentNode>,
): Map<Element, ControlState> {
  const states = new Map<Element, ControlState>();
  if (target) states.set(target, readControl(target));
  for (const root of roots) {
    for (const element of root.querySelectorAll(WATCHED)) {
      if (!states.has(element)) states.set(element, readControl(element));
    }
  }
  return states;
}

function readControl(element: Element): ControlState {
  const states: Record<string, string> = {};
  for (const name of STATES) {
    const value = element.getAttribute(`aria-${name}`);
    if (value !== null) states[name] = value;
  }
  if (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement) {
    states['open'] = String(element.open);
  }
  if (element.matches('button,input,select,textarea,fieldset')) {
    states['disabled'] = String(element.matches(':disabled'));
  }
  return {
    value: readValue(element),
    checked: readChecked(element),
    selected: element instanceof HTMLSelectElement ? readSelected(element) : null,
    states,
  };
}

function readValue(element: Element): string | null {
  if (isField(element)) return element.value;
  const host = editingHostOf(element);
  return host ? normalizeSpace(host.innerText) : null;
}

function readChecked(element: Element): boolean | null {
  if (element instanceof HTMLInputElement) {
    return /^(?:checkbox|radio)$/u.test(element.type) ? element.checked : null;
  }
  const checked = element.getAttribute('aria-checked');
  return checked === null ? null : checked === 'true';
}

function readSelected(select: HTMLSelectElement): string {
  return [...select.selectedOptions].map(labelOf).join(', ');
}

/** The difference of one control, as changes. Of a secret only that it has changed. */
export function compareControl(
  element: Element,
  before: ControlState,
  ctx: PerformContext,
): Change[] {
  const after = readControl(element);
  const changes: Change[] = [];
  const uid = (): string => ctx.uidOf(element);
  if (before.value !== null && after.value !== null && before.value !== after.value) {
    const [from, to] = [before.value, after.value].map((text) => showText(element, text, ctx));
    changes.push({ kind: 'value', uid: uid(), from: from ?? '', to: to ?? '' });
  }
  if (after.checked !== null && before.checked !== after.checked) {
    changes.push({ kind: 'checked', uid: uid(), to: after.checked });
  }
  if (after.selected !== null && before.selected !== after.selected) {
    changes.push({ kind: 'selected', uid: uid(), to: cutText(after.selected, TEXT_LENGTH) });
  }
  for (const name of new Set([...Object.keys(before.states), ...Object.keys(after.states)])) {
    const to = after.states[name] ?? 'false';
    if ((before.states[name] ?? 'false') !== to)
      changes.push({ kind: 'state', uid: uid(), name, to });
  }
  return changes;
}

function showText(element: Element, text: string, ctx: PerformContext): string {
  if (text !== '' && ctx.isSecret(element)) return MASK;
  return cutText(text, TEXT_LENGTH);
}
