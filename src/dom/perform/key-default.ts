import { activeElementOf, closestComposed } from './composed-tree.ts';
import type { PerformContext } from './context.ts';
import { editingHostOf } from './editable-text.ts';
import { runEditing } from './editing-command.ts';
import type { Field } from './field-value.ts';
import { insertText, sendBeforeInput, sendChange, sendInput, setValue } from './field-value.ts';
import { moveFocus } from './focus.ts';
import type { Key } from './key-event.ts';
import { isPrintable } from './key-event.ts';
import { findScroller } from './scroll.ts';
import { defaultButton } from './submit.ts';
import { nextStop } from './tab-order.ts';
import { isField } from './text-input.ts';

/** What the browser does for a key that the page has not prevented. */

export function doKeyDown(at: Element, key: Key, ctx: PerformContext): void {
  if (key.ctrlKey || key.altKey || key.metaKey) return;
  if (key.key === 'Enter') pressEnter(at, ctx);
  else if (key.key === 'Tab') moveByTab(key.shiftKey, ctx);
  else if (key.key === 'Escape') closeTopmost(ctx);
  else if (isField(at)) editField(at, key);
  else if (editingHostOf(at)) editHost(at, key);
  else if (at instanceof HTMLSelectElement) stepOption(at, key);
  else if (at instanceof HTMLInputElement && at.type === 'radio') stepRadio(at, key);
  else if (!pressesOnSpace(at) || key.key !== ' ') scrollByKey(at, key, ctx);
}

export function doKeyUp(at: Element, key: Key): void {
  if (key.key === ' ' && pressesOnSpace(at) && at instanceof HTMLElement) at.click();
}

function pressesOnSpace(at: Element): boolean {
  return at.matches(
    'button,summary,input[type="checkbox"],input[type="radio"],input[type="button"],input[type="submit"],input[type="reset"]',
  );
}

function pressEnter(at: Element, ctx: PerformContext): void {
  if (at instanceof HTMLTextAreaElement) insertText(at, '\n');
  else if (editingHostOf(at)) runEditing(ctx.document, 'insertParagraph');
  else if (
    at instanceof HTMLElement &&
    at.matches(
      'a[href],button,summary,input[type="button"],input[type="submit"],input[type="reset"],input[type="image"]',
    )
  ) {
    at.click();
  } else if (at instanceof HTMLInputElement && at.form) submitImplicitly(at.form);
}

/** HTML standard, “implicit submission”: by the default button, or for forms of one text field. */
function submitImplicitly(form: HTMLFormElement): void {
  const button = defaultButton(form);
  if (button) {
    button.click();
    return;
  }
  const blocking = [...form.elements].filter(
    (each) => isField(each) && each instanceof HTMLInputElement,
  );
  if (blocking.length <= 1) form.requestSubmit();
}

function moveByTab(backwards: boolean, ctx: PerformContext): void {
  const stop = nextStop(activeElementOf(ctx), backwards, ctx);
  if (!stop) return;
  moveFocus(stop, ctx);
  stop.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  if (stop instanceof HTMLInputElement && isField(stop)) stop.select();
}

/** Closes what the browser's own Escape would: the last pop-over, else the last modal dialog. */
function closeTopmost(ctx: PerformContext): void {
  const popovers = ctx.document.querySelectorAll<HTMLElement>('[popover]:popover-open');
  const top = [...popovers].filter((each) => each.popover !== 'manual').at(-1);
  if (top) top.hidePopover();
  else [...ctx.document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)?.requestClose();
}

function editField(field: Field, key: Key): void {
  const stepped = field instanceof HTMLInputElement && /^(?:number|range)$/u.test(field.type);
  if (stepped && /^Arrow(?:Up|Down)$/u.test(key.key)) stepNumber(field, key);
  else if (field.readOnly) return;
  else if (isPrintable(key)) insertText(field, key.key);
  else if (key.key === 'Backspace' || key.key === 'Delete') deleteText(field, key.key);
}

function stepNumber(input: HTMLInputElement, key: Key): void {
  const before = input.value;
  const copy = input.cloneNode() as HTMLInputElement;
  copy.value = before;
  if (key.key === 'ArrowUp') copy.stepUp();
  else copy.stepDown();
  if (copy.value === before) return;
  setValue(input, copy.value);
  sendInput(input, 'insertReplacementText', copy.value);
  sendChange(input);
}

function deleteText(field: Field, key: string): void {
  const inputType = key === 'Delete' ? 'deleteContentForward' : 'deleteContentBackward';
  const { value } = field;
  let start = field.selectionStart ?? value.length;
  let end = field.selectionEnd ?? value.length;
  if (start === end && key === 'Delete') end = Math.min(value.length, end + 1);
  else if (start === end) start = Math.max(0, start - 1);
  if (start === end || !sendBeforeInput(field, inputType, null)) return;
  setValue(field, value.slice(0, start) + value.slice(end));
  if (field.selectionStart !== null) field.setSelectionRange(start, start);
  sendInput(field, inputType, null);
}

function editHost(at: Element, key: Key): void {
  if (isPrintable(key)) runEditing(at.ownerDocument, 'insertText', key.key);
  else if (key.key === 'Backspace') runEditing(at.ownerDocument, 'delete');
  else if (key.key === 'Delete') runEditing(at.ownerDocument, 'forwardDelete');
}

function stepOption(select: HTMLSelectElement, key: Key): void {
  const step = STEPS[key.key];
  if (step === undefined) return;
  const open = [...select.options].filter((option) => !option.matches(':disabled'));
  const at = open.findIndex((option) => option.selected);
  const next = open[Math.max(0, at + step)];
  if (!next || next.selected) return;
  next.selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function stepRadio(radio: HTMLInputElement, key: Key): void {
  const step = STEPS[key.key];
  if (step === undefined) return;
  const root = radio.getRootNode() as Document | ShadowRoot;
  const group = [...root.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
    (each) => each.name === radio.name && each.form === radio.form && !each.disabled,
  );
  const next = group.at((group.indexOf(radio) + step) % group.length);
  if (!next || next === radio) return;
  next.focus();
  next.click();
}

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Share of the viewport that a page key moves; arrows move 40 px, as Chromium does. */
const PAGE = 0.875;

function scrollByKey(at: Element, key: Key, ctx: PerformContext): void {
  const page = ctx.document.scrollingElement ?? ctx.document.documentElement;
  const height = page.clientHeight * PAGE;
  const spaced = key.key === ' ' ? (key.shiftKey ? -height : height) : null;
  const by = spaced === null ? MOVES[key.key]?.(height, page.scrollHeight) : { x: 0, y: spaced };
  // A slider, menu or grid of the page's own moves itself.
  if (!by || closestComposed(at, '[role]:not([role="main"],[role="region"],[role="document"])'))
    return;
  findScroller(at, by, page).scrollBy({ left: by.x, top: by.y, behavior: 'instant' });
}

const MOVES: Record<string, (height: number, all: number) => { x: number; y: number }> = {
  ArrowDown: () => ({ x: 0, y: 40 }),
  ArrowUp: () => ({ x: 0, y: -40 }),
  ArrowRight: () => ({ x: 40, y: 0 }),
  ArrowLeft: () => ({ x: -40, y: 0 }),
  PageDown: (height) => ({ x: 0, y: height }),
  PageUp: (height) => ({ x: 0, y: -height }),
  End: (_, all) => ({ x: 0, y: all }),
  Home: (_, all) => ({ x: 0, y: -all }),
};
