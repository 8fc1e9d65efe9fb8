import { parentOf } from './composed-tree.ts';
import type { PerformContext } from './context.ts';
import type { Field } from './field-value.ts';
import { typeText } from './field-value.ts';
import { moveFocus } from './focus.ts';
import { readKey, sendKeyDown, sendKeyUp } from './key-event.ts';
import { nextTask } from './task.ts';

/**
 * Code editors (CodeMirror, Ace, Monaco and their kind) draw the text themselves and catch keys in a
 * text area kept out of sight, which is emptied again. What was written is read from what they draw.
 */

/** A text area no larger than this is there for its keys, not to be read. CSS px. */
const TINY = 3;
/** Between a text area out of sight and the whole editor. */
const MOST_LEVELS = 6;

/** The editor whose keys a text area catches, or null when it shows its own text. */
export function findEditorOf(field: Field): HTMLElement | null {
  if (!(field instanceof HTMLTextAreaElement) || !isOutOfSight(field)) return null;
  let at = parentOf(field);
  for (let level = 0; at && level < MOST_LEVELS; level += 1, at = parentOf(at)) {
    const { width, height } = at.getBoundingClientRect();
    if (at instanceof HTMLElement && width > 40 && height > 14 && !isClipping(at)) return at;
  }
  return null;
}

function isOutOfSight(field: HTMLTextAreaElement): boolean {
  const { width, height } = field.getBoundingClientRect();
  if (width <= TINY || height <= TINY || getComputedStyle(field).opacity === '0') return true;
  const around = parentOf(field);
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
export async function replaceInEditor(
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
export function holdsInEditor(editor: HTMLElement, text: string): boolean {
  const drawn = squeeze(editor.innerText);
  const lines = text.split(/\r\n?|\n/u).map(squeeze);
  return lines.every((line) => drawn.includes(line)) && (text !== '' || /^\d*$/u.test(drawn));
}

function squeeze(text: string): string {
  return text.replace(/[\s\u200b\u00a0·]+/gu, '');
}

function pressKey(field: Field, name: string): void {
  const key = readKey(name);
  sendKeyDown(field, key);
  sendKeyUp(field, key);
}

/** Whether the editor took it. */
function paste(field: Field, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData };
  return !field.dispatchEvent(new ClipboardEvent('paste', init));
}

function isMac(): boolean {
  return /mac|iphone|ipad/iu.test(navigator.userAgent);
}
