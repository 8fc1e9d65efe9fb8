import { getWindow } from '../read/native.ts';
import { makeElement } from './make-element.ts';

/** The corner chip: says that Wayscribe is working and holds Stop. */
export interface Chip {
  show(onStop: () => void): void;
  hide(): void;
  isShown(): boolean;
}

export function createChip(document: Document, host: Element, root: ShadowRoot): Chip {
  const chip = makeElement(document, 'div');
  chip.className = 'chip';
  chip.hidden = true;
  const words = makeElement(document, 'span');
  words.setAttribute('role', 'status');
  words.textContent = 'Wayscribe is working';
  const button = makeElement(document, 'button');
  button.type = 'button';
  button.className = 'stop';
  button.textContent = 'Stop';
  button.setAttribute('aria-label', 'Stop Wayscribe');
  chip.append(words, button);
  root.append(chip);
  let listening: AbortController | null = null;

  function listen(onStop: () => void): AbortController {
    const shown = new AbortController();
    const view = getWindow(document);
    const options = { capture: true, signal: shown.signal };
    view?.addEventListener(
      'keydown',
      (event) => {
        if (!event.isTrusted || event.key !== 'Escape') return;
        // This one key press is ours: the page should not close its dialog on top of stopping.
        event.preventDefault();
        event.stopImmediatePropagation();
        onStop();
      },
      options,
    );
    for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const) {
      view?.addEventListener(type, (event) => takePress(event, onStop), options);
    }
    return shown;
  }

  /**
   * Taken at the window and by place, not at the button: while the page shows a modal dialog the
   * browser makes everything outside it inert, our button too.
   */
  function takePress(event: MouseEvent, onStop: () => void): void {
    if (!event.isTrusted || !isOnButton(event)) return;
    event.stopImmediatePropagation();
    // Also for the press: the page keeps its focus.
    event.preventDefault();
    if (event.type === 'click') onStop();
  }

  function isOnButton(event: MouseEvent): boolean {
    // A click by keyboard has no place of its own; then the button has the focus.
    if (event.detail === 0) return event.composedPath()[0] === host || event.target === host;
    const rect = button.getBoundingClientRect();
    const across = event.clientX >= rect.left && event.clientX <= rect.right;
    return across && event.clientY >= rect.top && event.clientY <= rect.bottom;
  }

  return {
    show(onStop) {
      chip.hidden = false;
      listening?.abort();
      listening = listen(onStop);
    },
    hide() {
      chip.hidden = true;
      listening?.abort();
      listening = null;
    },
    isShown: () => !chip.hidden,
  };
}
