import { sanitise } from './sanitise.js';

/**
 * The rich editor: toolbar, pasting, and a callback for every change.
 * It uses document.execCommand because that is what many real editors on the web still build on,
 * and it gives the browser's own undo.
 *
 * @param {HTMLElement} editor
 * @param {Element} toolbar
 * @param {(html: string) => void} onChange
 */
export function startEditor(editor, toolbar, onChange) {
  const buttons = [...toolbar.querySelectorAll('button')];
  document.execCommand('defaultParagraphSeparator', false, 'p');

  function showState() {
    if (!editor.contains(document.getSelection().anchorNode)) return;
    for (const button of buttons) {
      button.setAttribute(
        'aria-pressed',
        String(document.queryCommandState(button.dataset.command)),
      );
    }
  }

  for (const button of buttons) {
    // Pressing a button must not take the selection away from the text.
    button.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    button.addEventListener('click', () => {
      editor.focus();
      document.execCommand(button.dataset.command);
      showState();
    });
  }
  editor.addEventListener('paste', (event) => {
    event.preventDefault();
    const html = event.clipboardData.getData('text/html');
    if (html) document.execCommand('insertHTML', false, sanitise(html));
    else document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  });
  editor.addEventListener('input', () => {
    onChange(sanitise(editor.innerHTML));
  });
  document.addEventListener('selectionchange', showState);
}
