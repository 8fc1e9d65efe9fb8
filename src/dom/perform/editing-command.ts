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
