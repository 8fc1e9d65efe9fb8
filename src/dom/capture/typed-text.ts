import { getParentElement, getWindow, getOwnerDocument, isShown, measure } from '../read/native.ts';
import type { TextUpdate } from '../read/edit-context.ts';
import { findEditContext } from '../read/edit-context.ts';
import { readText } from './controls.ts';

/** Smaller than this no field can be read, CSS px. */
const READABLE_PX = 4;

export interface TypedText {
  onBeforeInput: () => void;
  /** `update` comes of an EditContext. */
  onInput: (update?: TextUpdate) => void;
  /** A line break that the page makes itself, in a text that is not in the field. */
  breakLine: () => void;
  /** A page that takes the text takes Backspace too. */
  erase: () => void;
  read: () => string;
}

/**
 * The text of one editing episode. Mostly what the field holds in the end; but pages take text out of
 * fields while it is being typed: code editors out of the hidden field that listens for them, tag
 * fields at every comma. What was taken is still what the person typed.
 */
export function followText(editable: HTMLElement): TypedText {
  return findEditContext(editable) ? followUpdates() : followEditable(editable);
}

function followEditable(editable: HTMLElement): TypedText {
  const isField = editable instanceof HTMLInputElement || editable instanceof HTMLTextAreaElement;
  let taken = '';
  /** As the last input left it, before the page did anything. */
  let left = '';

  function take(): void {
    if (!isField || left === '' || editable.value !== '') return;
    taken += left;
    left = '';
  }

  return {
    onBeforeInput: take,

    onInput(): void {
      if (isField) left = editable.value;
    },

    breakLine(): void {
      take();
      if (left === '' || !isField || editable.value !== left) taken += '\n';
    },

    erase(): void {
      take();
      if (left === '') taken = taken.slice(0, -1);
    },

    read(): string {
      if (isField && left !== '' && editable.value === '') return taken + left;
      return taken + readText(editable);
    },
  };
}

/** An EditContext holds a part of the text, such as the line with the caret: what is typed is told bit by bit. */
function followUpdates(): TypedText {
  let typed = '';
  return {
    onBeforeInput: () => undefined,
    onInput(update) {
      if (!update) return;
      const replaced = Math.min(update.end - update.start, typed.length);
      typed = typed.slice(0, typed.length - replaced) + update.text;
    },
    breakLine() {
      typed += '\n';
    },
    erase() {
      typed = typed.slice(0, -1);
    },
    read: () => typed,
  };
}

/** Whether a field only listens for an editor that shows the text elsewhere. */
export function isHiddenField(editable: HTMLElement): boolean {
  if (findEditContext(editable)) return true;
  if (!(editable instanceof HTMLTextAreaElement)) return false;
  if (!isShown(editable)) return true;
  const { width, height, right, bottom } = measure(editable);
  if (Math.min(width, height) < READABLE_PX || right < 0 || bottom < 0) return true;
  const parent = getParentElement(editable);
  const document = getOwnerDocument(editable);
  const window = document && getWindow(document);
  if (!parent || !window) return false;
  const frame = measure(parent);
  const isSmall = Math.min(frame.width, frame.height) < READABLE_PX;
  return isSmall && window.getComputedStyle(parent).overflow !== 'visible';
}
