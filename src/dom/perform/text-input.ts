import { isCanonical, readCanonical } from './canonical-value.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { editingHostOf, holdsEditable, replaceEditable } from './editable-text.ts';
import { runEditing } from './editing-command.ts';
import { nameElement } from './element-name.ts';
import type { Field } from './field-value.ts';
import {
  holdsText,
  sendBeforeInput,
  sendChange,
  sendInput,
  setValue,
  typeText,
} from './field-value.ts';
import { moveFocus } from './focus.ts';
import { findEditorOf, holdsInEditor, replaceInEditor } from './hidden-input.ts';
import { hasOffer, opensPopup } from './popup.ts';
import { checkTarget } from './preflight.ts';
import { nextTask } from './task.ts';

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
      setValue(input, value);
      sendInput(input, 'insertReplacementText', value);
      sendChange(input);
      await nextTask(ctx.signal);
      return null;
    },
    holds: (control) => control instanceof HTMLInputElement && control.value === value,
  };
}

function prepareField(field: Field, text: string, ctx: PerformContext): Prepared {
  return {
    ok: true,
    subject: field,
    async act() {
      moveFocus(field, ctx);
      await nextTask(ctx.signal);
      await typeText(field, text, ctx.signal);
      if (!holdsText(field.value, text)) writeAtOnce(field, text);
      // A hand's change comes when the field is left; ours is complete now, and what is left may be
      // the whole page. Focus stays, so that suggestions stay open.
      sendChange(field);
      await nextTask(ctx.signal);
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
    // Line numbers stand between the lines that are drawn: what was asked is told without them.
    shows: () => (text !== '' && holdsInEditor(editor, text) ? text : editor.innerText.trim()),
  };
}

function refuseTyping(target: Element): Refused {
  const message = `${nameElement(target)} takes typing only from a real keyboard. Please type it yourself; nothing was written.`;
  return refuse('unsupported', message);
}

/** For fields that lose characters to a slow re-render: once more, in one piece. */
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
