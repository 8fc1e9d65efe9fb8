import { readKey, sendKeyDown, sendKeyUp } from './key-event.ts';
import { nextTask } from '../task.ts';

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** The most separate insertions: longer texts are inserted in slices, so that typing doesn't take too long. */
export const MOST_PIECES = 200;

/**
 * Writes through the prototype's own setter. React puts a `value` of its own on the element to
 * notice programs' writes, and would take ours for already known and drop it.
 */
export function setValue(field: Field, value: string): void {
  const owner = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Reflect.set(owner.prototype, 'value', value, field);
}

export function sendInput(field: Element, inputType: string, data: string | null): void {
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType, data, isComposing: false }),
  );
}

/** Sends what the browser does when the user sets a control at once. */
export function sendSet(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  sendChange(control);
}

/** Writes a whole value at once, as the browser does for the arrows and pickers of a field. */
export function replaceValue(field: Field, value: string): void {
  setValue(field, value);
  sendInput(field, 'insertReplacementText', value);
  sendChange(field);
}

export function sendChange(field: Element): void {
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Whether the page lets the text in. */
export function sendBeforeInput(field: Element, inputType: string, data: string | null): boolean {
  return field.dispatchEvent(
    new InputEvent('beforeinput', {
      bubbles: true,
      cancelable: true,
      composed: true,
      inputType,
      data,
    }),
  );
}

/**
 * Replaces the field's whole text, a character at a time with its key events as a hand would, so
 * that masks and suggestion lists follow. Every character is a task of its own: a stop takes effect
 * between two. Leaves the focus, so that what opened while typing stays open.
 */
export async function typeText(field: Field, text: string, signal: AbortSignal): Promise<void> {
  field.select();
  if (text === '') clear(field);
  for (const [index, piece] of splitText(text).entries()) {
    if (!field.isConnected) return;
    typePiece(field, piece, index === 0);
    await nextTask(signal);
  }
}

function typePiece(field: Field, piece: string, first: boolean): void {
  const key = Array.from(piece).length === 1 ? readPiece(piece) : null;
  if (!key || sendKeyDown(field, key)) insertText(field, piece, first);
  if (key) sendKeyUp(field, key);
}

function readPiece(piece: string): ReturnType<typeof readKey> {
  const held = /^\p{Lu}$/u.test(piece);
  return { ...readKey(''), key: piece === '\n' ? 'Enter' : piece, shiftKey: held };
}

/** Inserts at the caret, over the selection or over all there is, when the page lets it in. */
export function insertText(field: Field, text: string, all = false): void {
  const isBreak = text === '\n';
  if (isBreak && field instanceof HTMLInputElement) return;
  const inputType = isBreak ? 'insertLineBreak' : 'insertText';
  const data = isBreak ? null : text;
  if (!sendBeforeInput(field, inputType, data)) return;
  const { start, end } = all ? { start: 0, end: field.value.length } : caretOf(field);
  const room =
    field.maxLength < 0 ? Infinity : field.maxLength - (field.value.length - (end - start));
  const fitting = text.slice(0, Math.max(0, room));
  if (fitting === '') return;
  setValue(field, field.value.slice(0, start) + fitting + field.value.slice(end));
  const caret = start + fitting.length;
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
  sendInput(field, inputType, data);
}

function clear(field: Field): void {
  if (field.value === '' || !sendBeforeInput(field, 'deleteContentBackward', null)) return;
  setValue(field, '');
  sendInput(field, 'deleteContentBackward', null);
}

/** Where writing goes; fields of some types (e-mail, number) do not tell, and are written at their end. */
function caretOf(field: Field): { start: number; end: number } {
  const length = field.value.length;
  return { start: field.selectionStart ?? length, end: field.selectionEnd ?? length };
}

function splitText(text: string): string[] {
  const plain = text.replace(/\r\n?/gu, '\n');
  const characters = Array.from(new Intl.Segmenter().segment(plain), (each) => each.segment);
  if (characters.length <= MOST_PIECES) return characters;
  const size = Math.ceil(characters.length / MOST_PIECES);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) {
    pieces.push(characters.slice(at, at + size).join(''));
  }
  return pieces;
}

/**
 * Whether a field holds a text as far as its user is concerned: a mask may have added or taken blanks,
 * brackets, dots, slashes and dashes, or changed the case; nothing else may differ.
 */
export function holdsText(value: string, text: string): boolean {
  const plain = text.replace(/\r\n?/gu, '\n');
  if (value === plain) return true;
  const bare = stripMask(plain);
  return bare !== '' && stripMask(value) === bare && !isOtherNumber(value, plain);
}

/** A minus or a decimal point is no decoration of a number: 15 is not 1.5, nor 5 the same as -5. */
function isOtherNumber(value: string, text: string): boolean {
  const [held, asked] = [readNumbers(value), readNumbers(text)];
  return held.length > 0 && asked.length > 0 && !asked.some((number) => held.includes(number));
}

/** What a text may mean as a number; three digits behind a sign may be thousands. Empty for other texts. */
function readNumbers(text: string): number[] {
  const parts = /^([-+]?)(\d+)(?:[.,](\d+))?$/u.exec(text.trim());
  if (!parts) return [];
  const [, sign = '', whole = '', rest] = parts;
  const minus = sign === '-' ? -1 : 1;
  const decimal = minus * Number(`${whole}.${rest ?? '0'}`);
  return rest?.length === 3 ? [decimal, minus * Number(whole + rest)] : [decimal];
}

function stripMask(text: string): string {
  return text.replace(/[\s()./-]/gu, '').toLowerCase();
}
