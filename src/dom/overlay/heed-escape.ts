import { getWindow } from '../read/native.ts';

/**
 * Calls `onStop` when the user presses Escape in this document; a program's key is none of theirs. Where the page
 * keeps the key's coming down to itself, as it comes up.
 */
export function heedEscape(document: Document, onStop: () => void, signal: AbortSignal): void {
  const view = getWindow(document);
  const options = { capture: true, signal };
  let isHeard = false;

  function take(event: KeyboardEvent): void {
    // This one key press is ours: the page should not close its dialog on top of stopping.
    event.preventDefault();
    event.stopImmediatePropagation();
    onStop();
  }

  view?.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted) return;
      // An input method takes some for itself, and says so by another name of the key.
      isHeard = event.key === 'Escape' || event.code === 'Escape';
      if (event.key === 'Escape') take(event);
    },
    options,
  );
  view?.addEventListener(
    'keyup',
    (event) => {
      if (!event.isTrusted || event.key !== 'Escape') return;
      if (!isHeard) take(event);
      isHeard = false;
    },
    options,
  );
}
