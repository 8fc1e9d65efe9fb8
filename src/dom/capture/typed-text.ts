import { getParentElement, getWindow, getOwnerDocument, isShown, measure } from '../read/native.ts';
import { readText } from './controls.ts';

/** Smaller than this no field can be read, CSS px. */
const READABLE_PX = 4;

export type TypedText = ReturnType<typeof followText>;

/**
 * The text of one editing episode. Mostly what the field holds in the end; but pages take text out of
 * fields while it is being typed: code editors out of the hidden field that listens for them, tag
 * fields at every comma. What was taken is still what the person typed.
 */
export function followText(editable: HTMLElement) {
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

    /** A line break that the page makes itself, in a text that is not in the field. */
    breakLine(): void {
      take();
      if (left === '' || !isField || editable.value !== left) taken += '\n';
    },

    /** A page that takes the text takes Backspace too. */
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

/** Whether a field only listens for an editor that shows the text elsewhere. */
export function isHiddenField(editable: HTMLElement): boolean {
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
