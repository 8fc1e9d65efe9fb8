import type { PerformContext } from '../context.ts';
import { normalizeSpace } from '../effects/text.ts';
import { nextTask } from '../task.ts';
import { moveFocus } from './focus.ts';

/** Writing into an editing host (`contenteditable`), which rich editors are built on. */

/** The outermost editable element: what a caret can travel in. */
export function editingHostOf(element: Element): HTMLElement | null {
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return null;
  let host: HTMLElement = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/**
 * Replaces all text. The browser's own editing command comes first: it sends trusted input events,
 * which editors listen for, and goes into the undo history. Where an editor ignores it, a paste.
 * Never by writing nodes, which breaks the state editors keep beside the page.
 */
export async function replaceEditable(
  host: HTMLElement,
  text: string,
  ctx: PerformContext,
): Promise<void> {
  moveFocus(host, ctx);
  host.ownerDocument.getSelection()?.selectAllChildren(host);
  // Editors learn of a new selection by an event, which comes in a later task.
  await nextTask(ctx.signal);
  runEditing(host.ownerDocument, text === '' ? 'delete' : 'insertText', text);
  await nextTask(ctx.signal);
  if (holdsEditable(host, text) || text === '') return;
  host.ownerDocument.getSelection()?.selectAllChildren(host);
  await nextTask(ctx.signal);
  paste(host, text);
  await nextTask(ctx.signal);
}

export function holdsEditable(host: HTMLElement, text: string): boolean {
  return normalizeSpace(host.innerText) === normalizeSpace(text);
}

/** Returns whether the editor took it. */
export function paste(host: HTMLElement, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData };
  return !host.dispatchEvent(new ClipboardEvent('paste', init));
}

type EditingCommand = 'insertText' | 'insertParagraph' | 'delete' | 'forwardDelete';

/**
 * Edits at the selection by the browser's editing commands. They are deprecated, but the only way for a script to edit
 * rich text as the user would: trusted input events, the editor's own handling, the undo history.
 */
export function runEditing(document: Document, command: EditingCommand, text?: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  document.execCommand(command, false, text);
}
