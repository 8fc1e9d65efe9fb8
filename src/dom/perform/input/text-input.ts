import type { PerformContext, Prepared, Refused } from '../context.ts';
import { refuse } from '../context.ts';
import { hasOffer, opensPopup } from '../popup.ts';
import { nameElement } from '../target/element-name.ts';
import type { Uid } from '../../../core/action/action.ts';
import { locate } from '../target/locate.ts';
import { checkTarget } from '../target/preflight.ts';
import { nextTask } from '../task.ts';
import {
  editingHostOf,
  holdsEditable,
  replaceEditable,
  runEditing,
  paste,
} from './editable-text.ts';
import type { Field } from './field-value.ts';
import {
  holdsText,
  sendBeforeInput,
  sendChange,
  sendInput,
  setValue,
  typeText,
  replaceValue,
} from './field-value.ts';
import { moveFocus } from './focus.ts';
import { pressKey } from './key-event.ts';
import { getParentOrHost } from '../../composed-tree.ts';
import { cutText } from '../effects/text.ts';

const NOT_TEXT = new Set('checkbox radio file button submit reset image hidden'.split(' '));

export async function prepareTextInput(
  target: Element,
  text: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const place = findWritable(target, ctx);
  if (!place) return refuse('unsupported', `${nameElement(target)} is not a text field.`);
  const editor = isField(place) ? findEditorOf(place) : null;
  const hit = await checkTarget(editor ?? place, 'layers', ctx);
  if (!hit.ok) return hit;
  if (!isField(place)) return prepareEditable(place, text, ctx);
  if (editor && !place.readOnly) return prepareEditor(place, editor, text, ctx);
  if (place.readOnly) return refuse('disabled', `${nameElement(place)} can only be read.`);
  return place instanceof HTMLInputElement && isCanonical(place)
    ? prepareCanonical(place, text, ctx)
    : prepareField(place, text, ctx);
}

/** For dates, numbers, ranges, colours: the whole value at once, in the one form the control takes. */
function prepareCanonical(
  input: HTMLInputElement,
  text: string,
  ctx: PerformContext,
): Prepared | Refused {
  const read = readCanonical(input, text);
  if (!read.ok) return refuse('invalid', read.message);
  const { value } = read;
  return {
    ok: true,
    subject: input,
    async act() {
      moveFocus(input, ctx);
      await nextTask(ctx.signal);
      replaceValue(input, value);
      await nextTask(ctx.signal);
      return null;
    },
    holds: (control) => control instanceof HTMLInputElement && control.value === value,
  };
}

function prepareField(field: Field, text: string, ctx: PerformContext): Prepared {
  const uid = ctx.uidOf(field);
  return {
    ok: true,
    subject: field,
    async act() {
      moveFocus(field, ctx);
      await nextTask(ctx.signal);
      await typeText(field, text, ctx.signal);
      const shown = followField(field, uid, ctx);
      if (!holdsText(shown.value, text)) writeAtOnce(shown, text);
      const written = followField(shown, uid, ctx);
      // A hand's change comes when the field is left; ours is complete now, and what is left may be
      // the whole page. Focus stays, so that suggestions stay open.
      sendChange(written);
      await nextTask(ctx.signal);
      if (ctx.leaves && !opensPopup(written)) written.blur();
      return null;
    },
    holds: (control) => isField(control) && holdsText(control.value, text),
    another: () => ({
      how: 'editing',
      isHarmless: true,
      act: () => writeByEditing(field, text, ctx),
    }),
    hasCome: opensPopup(field) && text !== '' ? () => hasOffer(field, text, ctx) : undefined,
  };
}

function prepareEditor(
  field: Field,
  editor: HTMLElement,
  text: string,
  ctx: PerformContext,
): Prepared {
  const before = editor.innerText;
  return {
    ok: true,
    subject: field,
    async act() {
      await replaceInEditor(field, editor, text, ctx);
      return editor.innerText === before && !holdsInEditor(editor, text)
        ? refuseTyping(field)
        : null;
    },
    holds: () => holdsInEditor(editor, text),
    // Editors draw line numbers between the lines: compares without them.
    shows: () => (text !== '' && holdsInEditor(editor, text) ? text : editor.innerText.trim()),
  };
}

function refuseTyping(target: Element): Refused {
  const message = `${nameElement(target)} takes typing only from a real keyboard. Please type it yourself; nothing was written.`;
  return refuse('unsupported', message);
}

/** Returns the field, or the one that replaced it: some pages render all fields again after the first letter. */
function followField(field: Field, uid: Uid, ctx: PerformContext): Field {
  if (field.isConnected) return field;
  const redrawn = locate(uid, ctx);
  return redrawn.ok && isField(redrawn.element) ? redrawn.element : field;
}

/** Writes the whole text at once, for fields that lose characters in a re-render. */
function writeAtOnce(field: Field, text: string): void {
  if (!field.isConnected || !sendBeforeInput(field, 'insertText', text)) return;
  setValue(field, field.maxLength < 0 ? text : text.slice(0, field.maxLength));
  sendInput(field, 'insertText', text);
}

/** The browser's own editing sends events that pages trust. */
async function writeByEditing(field: Field, text: string, ctx: PerformContext): Promise<null> {
  if (!field.isConnected) return null;
  moveFocus(field, ctx);
  await nextTask(ctx.signal);
  field.select();
  runEditing(ctx.document, text === '' ? 'delete' : 'insertText', text);
  sendChange(field);
  await nextTask(ctx.signal);
  return null;
}

function prepareEditable(host: HTMLElement, text: string, ctx: PerformContext): Prepared {
  const before = host.innerText;
  return {
    ok: true,
    subject: host,
    async act() {
      await replaceEditable(host, text, ctx);
      return host.innerText === before && !holdsEditable(host, text) ? refuseTyping(host) : null;
    },
    holds: (control) => {
      const now = editingHostOf(control);
      return now !== null && holdsEditable(now, text);
    },
  };
}

/** The field meant: the element itself, its label's control, or the only field inside it. */
function findWritable(target: Element, ctx: PerformContext): Field | HTMLElement | null {
  const editable = editingHostOf(target);
  if (editable) return editable;
  if (isField(target)) return target;
  if (target instanceof HTMLLabelElement && target.control && isField(target.control)) {
    return target.control;
  }
  const scope = ctx.shadowRootOf(target) ?? target;
  const inside = [...scope.querySelectorAll('input,textarea,[contenteditable]')].filter(
    (each) => isField(each) || editingHostOf(each) === each,
  );
  const only = inside.length === 1 ? inside[0] : undefined;
  return only && (isField(only) || only instanceof HTMLElement) ? only : null;
}

export function isField(element: Element): element is Field {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !NOT_TEXT.has(element.type);
}

/**
 * Code editors (CodeMirror, Ace, Monaco and their kind) draw the text themselves and catch keys in a
 * text area kept out of sight, which is emptied again. What was written is read from what they draw.
 */

/** A text area no larger than this is there for its keys, not to be read. CSS px. */
const TINY = 3;
/** Between a text area out of sight and the whole editor. */
const MOST_LEVELS = 6;

/** The editor whose keys a text area catches, or null when it shows its own text. */
function findEditorOf(field: Field): HTMLElement | null {
  if (!(field instanceof HTMLTextAreaElement) || !isOutOfSight(field)) return null;
  let at = getParentOrHost(field);
  for (let level = 0; at && level < MOST_LEVELS; level += 1, at = getParentOrHost(at)) {
    const { width, height } = at.getBoundingClientRect();
    if (at instanceof HTMLElement && width > 40 && height > 14 && !isClipping(at)) return at;
  }
  return null;
}

function isOutOfSight(field: HTMLTextAreaElement): boolean {
  const { width, height } = field.getBoundingClientRect();
  if (width <= TINY || height <= TINY || getComputedStyle(field).opacity === '0') return true;
  const around = getParentOrHost(field);
  return around !== null && isClipping(around);
}

function isClipping(element: Element): boolean {
  if (getComputedStyle(element).overflow === 'visible') return false;
  return element.clientWidth <= TINY || element.clientHeight <= TINY;
}

/**
 * Replaces all text of such an editor: selects it by the editor's own key, then pastes, which editors
 * take whole; where it ignores that, types.
 */
async function replaceInEditor(
  field: Field,
  editor: HTMLElement,
  text: string,
  ctx: PerformContext,
): Promise<void> {
  moveFocus(field, ctx);
  await nextTask(ctx.signal);
  pressKey(field, isMac() ? 'Meta+a' : 'Control+a');
  await nextTask(ctx.signal);
  if (text === '') {
    pressKey(field, 'Backspace');
  } else if (!paste(field, text)) {
    await typeText(field, text, ctx.signal);
  }
  await nextTask(ctx.signal);
  if (holdsInEditor(editor, text) || text === '') return;
  await typeText(field, text, ctx.signal);
}

/** Whether every line of the text is drawn; line numbers and the like may stand between. */
function holdsInEditor(editor: HTMLElement, text: string): boolean {
  const drawn = squeeze(editor.innerText);
  const lines = text.split(/\r\n?|\n/u).map(squeeze);
  return lines.every((line) => drawn.includes(line)) && (text !== '' || /^\d*$/u.test(drawn));
}

function squeeze(text: string): string {
  return text.replace(/[\s\u200b\u00a0·]+/gu, '');
}

function isMac(): boolean {
  return /mac|iphone|ipad/iu.test(navigator.userAgent);
}

/** What the browser's own date, number and colour controls take, with an example for the user. */
const FORMATS: Record<string, string> = {
  date: 'a date like 2026-05-31',
  time: 'a time like 14:30',
  'datetime-local': 'a date and time like 2026-05-31T14:30',
  month: 'a month like 2026-05',
  week: 'a week like 2026-W22',
  number: 'a number like 12.5',
  range: 'a number',
  color: 'a colour like #0b63d6',
};

export function isCanonical(input: HTMLInputElement): boolean {
  return input.type in FORMATS;
}

/**
 * The value as the control would keep it, or a sentence why it would not. Tried on a fresh input, so
 * that the page's own stays untouched.
 */
function readCanonical(
  input: HTMLInputElement,
  text: string,
): { ok: true; value: string } | { ok: false; message: string } {
  const probe = input.ownerDocument.createElement('input');
  for (const name of ['min', 'max', 'step']) {
    const limit = input.getAttribute(name);
    if (limit !== null) probe.setAttribute(name, limit);
  }
  probe.type = input.type;
  const asked = input.type === 'color' ? text.trim().toLowerCase() : text.trim();
  if (asked === '' && input.type !== 'range' && input.type !== 'color') {
    return { ok: true, value: '' };
  }
  probe.value = asked;
  const kept = probe.value;
  const numeric = input.type === 'number' || input.type === 'range';
  const same = numeric ? kept !== '' && Number(kept) === Number(asked) : kept !== '';
  const exact = input.type === 'color' ? kept === asked : same;
  if (!exact) return { ok: false, message: explain(input, text) };
  if (
    probe.validity.rangeUnderflow ||
    probe.validity.rangeOverflow ||
    probe.validity.stepMismatch
  ) {
    return { ok: false, message: explain(input, text) };
  }
  return { ok: true, value: kept };
}

function explain(input: HTMLInputElement, text: string): string {
  const limits = [
    input.min && `from ${input.min}`,
    input.max && `up to ${input.max}`,
    input.step && input.step !== 'any' && `in steps of ${input.step}`,
  ].filter(Boolean);
  const format = [FORMATS[input.type], ...limits].join(', ').replace(/, from/u, ' from');
  return `This field takes ${format}; “${cutText(text, 60)}” is not one.`;
}
