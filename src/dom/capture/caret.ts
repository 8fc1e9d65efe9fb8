import { findSelection, getOwnerDocument, getRootOf } from '../read/native.ts';

/** Where the caret is, or what is selected: equal parts mean that it has not moved. */
export function readCaret(editable: HTMLElement): readonly unknown[] {
  if (editable instanceof HTMLTextAreaElement || editable instanceof HTMLInputElement) {
    return [editable.selectionStart, editable.selectionEnd];
  }
  const selection = findSelectionIn(editable);
  if (!selection) return [];
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return [anchorNode, anchorOffset, focusNode, focusOffset];
}

/** A shadow root has a selection of its own, of which the document's tells only the host. */
function findSelectionIn(editable: HTMLElement): Selection | null {
  const root = getRootOf(editable);
  const read: unknown = root instanceof ShadowRoot ? Reflect.get(root, 'getSelection') : null;
  const own: unknown = typeof read === 'function' ? Reflect.apply(read, root, []) : null;
  if (own instanceof Selection) return own;
  const document = getOwnerDocument(editable);
  return document && findSelection(document);
}
