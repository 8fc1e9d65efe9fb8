import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { editingHostOf, runEditing } from './input/editable-text.ts';
import type { Field } from './input/field-value.ts';
import {
  insertText,
  sendBeforeInput,
  sendInput,
  setValue,
  replaceValue,
  sendSet,
} from './input/field-value.ts';
import { focusableFrom, isFocusable, moveFocus } from './input/focus.ts';
import type { Key } from './input/key-event.ts';
import { isPrintable, readKey, sendKeyDown, sendKeyUp } from './input/key-event.ts';
import { isField } from './input/text-input.ts';
import { findScroller } from './scroll.ts';
import { nameElement } from './target/element-name.ts';
import { checkTarget, isShown, refuseDisabled } from './target/preflight.ts';
import { nextTask } from './task.ts';
import { activeElementOf, closestComposed, isInside, listRoots } from '../composed-tree.ts';

/**
 * Presses a key on an element, or where the focus is. Keys sent by a program do nothing by
 * themselves: what the browser would do when the page does not prevent it is done here.
 */
export async function preparePress(
  target: Element | null,
  name: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const key = readKey(name);
  if (key.key === '') return refuse('unsupported', 'No key was named.');
  if (target) {
    const hit = await checkTarget(target, 'layers', ctx);
    if (!hit.ok) return hit;
  }
  return {
    ok: true,
    subject: target,
    sends: key.key === 'Enter' && target instanceof HTMLInputElement ? target.form : null,
    async act() {
      const focusable = target && focusableFrom(target);
      if (focusable) moveFocus(focusable, ctx);
      await nextTask(ctx.signal);
      const pressed = keyTarget(ctx);
      const allowed = sendKeyDown(pressed, key);
      if (allowed) doKeyDown(pressed, key, ctx);
      await nextTask(ctx.signal);
      // The release goes to where the focus is by then, as a real one does.
      const released = keyTarget(ctx);
      const letGo = sendKeyUp(released, key);
      if (allowed && letGo && released === pressed) doKeyUp(pressed, key);
      return null;
    },
  };
}

function keyTarget(ctx: PerformContext): Element {
  return activeElementOf(ctx) ?? ctx.document.body;
}

export function prepareSubmit(target: Element, ctx: PerformContext): Prepared | Refused {
  const form = formOf(target);
  if (!form) return refuse('unsupported', `${nameElement(target)} is not in a form.`);
  const button = isSubmitter(target) && target.form === form ? target : defaultButton(form);
  if (button?.disabled) return refuseDisabled(button);
  const wrong = findInvalid(form, button);
  if (wrong) {
    const reason = ctx.isSecret(wrong) ? '' : `: ${wrong.validationMessage}`;
    return refuse('invalid', `The form was not sent. ${nameElement(wrong)}${reason}`);
  }
  return {
    ok: true,
    subject: form,
    sends: form,
    act() {
      form.requestSubmit(button);
      return Promise.resolve(null);
    },
  };
}

export type Submitter = HTMLButtonElement | HTMLInputElement;

/** The form's first submit button in tree order, which the browser presses for Enter (HTML standard). */
function defaultButton(form: HTMLFormElement): Submitter | null {
  // form.elements leaves picture buttons out, which are submit buttons too.
  const root = form.getRootNode() as Document | ShadowRoot;
  const all = [...root.querySelectorAll('button,input')].filter(isSubmitter);
  return all.find((button) => button.form === form) ?? null;
}

function isSubmitter(element: Element): element is Submitter {
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && /^(?:submit|image)$/u.test(element.type);
}

function formOf(target: Element): HTMLFormElement | null {
  if (target instanceof HTMLFormElement) return target;
  const owner = 'form' in target && target.form instanceof HTMLFormElement ? target.form : null;
  const around = closestComposed(target, 'form');
  return owner ?? (around instanceof HTMLFormElement ? around : null);
}

/** The form that a click on this element sends; null where it sends none. */
export function findSentForm(target: Element): HTMLFormElement | null {
  const button = target.closest('button,input');
  return button && isSubmitter(button) ? button.form : null;
}

/** The first control the browser would refuse. Read, not checked: checking shows bubbles. */
function findInvalid(
  form: HTMLFormElement,
  button: Submitter | null,
): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null {
  if (form.noValidate || button?.formNoValidate) return null;
  for (const control of form.elements) {
    const checked =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement;
    if (checked && control.willValidate && !control.validity.valid) return control;
  }
  return null;
}

/** What the browser does for a key that the page has not prevented. */

function doKeyDown(at: Element, key: Key, ctx: PerformContext): void {
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

function doKeyUp(at: Element, key: Key): void {
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
  if (copy.value !== before) replaceValue(input, copy.value);
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
  sendSet(select);
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

/** The element Tab leads to from `from`, or null at the end, where the browser's own bar would follow. */
function nextStop(from: Element | null, backwards: boolean, ctx: PerformContext): Element | null {
  const stops = listStops(ctx);
  const at = stops.findIndex((stop) => stop === from);
  if (at >= 0) return stops[at + (backwards ? -1 : 1)] ?? null;
  if (!from) return stops.at(backwards ? -1 : 0) ?? null;
  const beyond = stops.filter((stop) =>
    backwards ? comesAfter(from, stop) : comesAfter(stop, from),
  );
  return beyond.at(backwards ? -1 : 0) ?? null;
}

/** Positive tabindex first, in its order; the rest as it stands. A modal dialog holds Tab inside. */
function listStops(ctx: PerformContext): (HTMLElement | SVGElement)[] {
  const dialogs = ctx.document.querySelectorAll('dialog:modal');
  const modal = dialogs[dialogs.length - 1];
  const stops = listRoots(ctx)
    .flatMap((root) => [...root.querySelectorAll('*')])
    .filter((element) => isFocusable(element))
    .filter((element) => element.tabIndex >= 0 && isShown(element) && !element.closest('[inert]'))
    .filter((element) => !modal || isInside(element, modal, ctx))
    .sort((a, b) => (a === b ? 0 : comesAfter(a, b) ? 1 : -1));
  const first = stops.filter((stop) => stop.tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex);
  return [...first, ...stops.filter((stop) => stop.tabIndex === 0)];
}

/** Document order, with a shadow tree in the place of its host. */
function comesAfter(a: Element, b: Element): boolean {
  const above = pathOf(a);
  const other = pathOf(b);
  for (let depth = 0; ; depth += 1) {
    const left = above[depth];
    const right = other[depth];
    if (!left) return false;
    if (!right) return true;
    if (left === right) continue;
    return (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  }
}

/** The shadow hosts around an element, outermost first, and itself. */
function pathOf(element: Element): Element[] {
  const path = [element];
  for (
    let root = element.getRootNode();
    root instanceof ShadowRoot;
    root = root.host.getRootNode()
  ) {
    path.unshift(root.host);
  }
  return path;
}
