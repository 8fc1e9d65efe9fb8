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
  selectContent(host);
  // Editors learn of a new selection by an event, which comes in a later task.
  await nextTask(ctx.signal);
  runCommand(host, text);
  await nextTask(ctx.signal);
  if (holdsEditable(host, text) || text === '') return;
  selectContent(host);
  await nextTask(ctx.signal);
  paste(host, text);
  await nextTask(ctx.signal);
}

export function holdsEditable(host: HTMLElement, text: string): boolean {
  return normalizeSpace(host.innerText) === normalizeSpace(text);
}

function selectContent(host: HTMLElement): void {
  const selection = host.ownerDocument.getSelection();
  selection?.selectAllChildren(host);
}

function runCommand(host: HTMLElement, text: string): void {
  const { ownerDocument } = host;
  if (text === '') runEditing(ownerDocument, 'delete');
  else runEditing(ownerDocument, 'insertText', text);
}

function paste(host: HTMLElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  host.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData }),
  );
}

/**
 * The browser's editing commands. Out of fashion, but the only way for a script to edit rich text as
 * the user would: trusted input events, the editor's own handling, the undo history.
 */
interface EditingDocument {
  execCommand(command: string, showUi: boolean, value?: string): boolean;
}

export type EditingCommand = 'insertText' | 'insertParagraph' | 'delete' | 'forwardDelete';

/** Edits at the selection. Returns whether the browser took the command. */
export function runEditing(document: Document, command: EditingCommand, text?: string): boolean {
  const editing: EditingDocument = document;
  return editing.execCommand(command, false, text);
}
