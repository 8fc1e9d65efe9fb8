import { getWindow } from '../read/native.ts';

/** Calls `onStop` when the user presses Escape in this document; a program's key is none of theirs. */
export function heedEscape(document: Document, onStop: () => void, signal: AbortSignal): void {
  getWindow(document)?.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || event.key !== 'Escape') return;
      // This one key press is ours: the page should not close its dialog on top of stopping.
      event.preventDefault();
      event.stopImmediatePropagation();
      onStop();
    },
    { capture: true, signal },
  );
}
