import { getParentElement, getWindow, getOwnerDocument, isShown, measure } from '../../native.ts';
import type { TextUpdate } from './controls.ts';
import { findEditContext, readText } from './controls.ts';

/** Smaller than this no field can be read, CSS px. */
const MIN_READABLE_PX = 4;
/** No narrower than this is a field that is laid over the text it holds, CSS px. */
const MIN_OVERLAID_PX = 40;

export interface TypedText {
  onBeforeInput: () => void;
  /** `update` comes of an EditContext. */
  onInput: (update?: TextUpdate) => void;
  /** What a page puts in itself for a key that it takes, where it shows the text elsewhere. */
  insert: (text: string) => void;
  /** A page that takes the text takes Backspace too. */
  erase: () => void;
  read: () => string;
}

/**
 * The text of one editing episode. Mostly what the field holds in the end; but pages take text out of
 * fields while it is being typed: tag fields at every comma. What was taken is still what the person typed.
 * Of a field that only listens, whose content is whatever the editor needs there, only what is typed counts.
 * `before` is what the field held ahead of the first input.
 */
export function trackTypedText(editable: HTMLElement, before: string): TypedText {
  if (findEditContext(editable)) return trackUpdates();
  return isHiddenTextarea(editable)
    ? trackHiddenTextarea(editable, before)
    : trackEditable(editable);
}

function trackEditable(editable: HTMLElement): TypedText {
  const isField = editable instanceof HTMLInputElement || editable instanceof HTMLTextAreaElement;
  let taken = '';
  /** As the last input left it, before the page did anything. */
  let left = '';

  return {
    onBeforeInput(): void {
      if (!isField || left === '' || editable.value !== '') return;
      taken += left;
      left = '';
    },

    onInput(): void {
      if (isField) left = editable.value;
    },

    insert: () => undefined,
    erase: () => undefined,

    read(): string {
      if (isField && left !== '' && editable.value === '') return taken + left;
      return taken + readText(editable);
    },
  };
}

/** Rebuilds the field's text from its input events, whatever the page makes of it in between. */
function trackHiddenTextarea(field: HTMLTextAreaElement, first: string): TypedText {
  const typed = trackUpdates();
  let before = first;
  return {
    ...typed,
    onBeforeInput(): void {
      before = field.value;
    },
    onInput(): void {
      const { value } = field;
      typed.onInput(diffTexts(before, value));
      before = value;
    },
  };
}

function diffTexts(before: string, after: string): TextUpdate {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let rest = 0;
  while (rest < shorter - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1;
  return { text: after.slice(start, after.length - rest), start, end: before.length - rest };
}

/** An EditContext holds a part of the text, such as the caret's line: rebuilds the whole from its update events. */
function trackUpdates(): TypedText {
  let typed = '';
  return {
    onBeforeInput: () => undefined,
    onInput(update) {
      if (!update) return;
      const replaced = Math.min(update.end - update.start, typed.length);
      typed = typed.slice(0, typed.length - replaced) + update.text;
    },
    insert(text) {
      typed += text;
    },
    erase() {
      typed = typed.slice(0, -1);
    },
    read: () => typed,
  };
}

/** Whether a field only listens for an editor that shows the text elsewhere. */
export function isHiddenField(editable: HTMLElement): boolean {
  return findEditContext(editable) !== null || isHiddenTextarea(editable);
}

function isHiddenTextarea(editable: HTMLElement): editable is HTMLTextAreaElement {
  if (!(editable instanceof HTMLTextAreaElement)) return false;
  const { width, height, right, bottom } = measure(editable);
  // A large one lies, transparent, on the same text as it is shown.
  if (!isShown(editable) && width < MIN_OVERLAID_PX) return true;
  if (Math.min(width, height) < MIN_READABLE_PX || right < 0 || bottom < 0) return true;
  const parent = getParentElement(editable);
  const document = getOwnerDocument(editable);
  const window = document && getWindow(document);
  if (!parent || !window) return false;
  const frame = measure(parent);
  const isSmall = Math.min(frame.width, frame.height) < MIN_READABLE_PX;
  return isSmall && window.getComputedStyle(parent).overflow !== 'visible';
}
