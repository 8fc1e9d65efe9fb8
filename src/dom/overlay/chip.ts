import { getWindow } from '../read/native.ts';
import { heedEscape } from './heed-escape.ts';
import { heedHold } from './heed-hold.ts';
import { makeElement } from './make-element.ts';

/** Who has the page, and how the user changes that. */
export interface ChipCharge {
  state: 'working' | 'paused' | 'taken';
  onTakeOver: () => void;
  onGoOn: () => void;
}

/** The corner chip: says that Wayscribe is working, and holds Stop and Take over. */
export interface Chip {
  show(onStop: () => void, charge?: ChipCharge): void;
  hide(): void;
  isShown(): boolean;
}

const WORDS = {
  working: 'Wayscribe is working',
  paused: 'Wayscribe is paused',
  taken: 'You have the page',
};

export function createChip(document: Document, host: Element, root: ShadowRoot): Chip {
  const chip = makeElement(document, 'div');
  chip.className = 'chip';
  chip.hidden = true;
  const words = makeElement(document, 'span');
  words.setAttribute('role', 'status');
  const goOn = addButton('go-on');
  const takeOver = addButton('take-over', 'Take over');
  const stop = addButton('stop', 'Stop');
  stop.setAttribute('aria-label', 'Stop Wayscribe');
  chip.append(words, goOn, takeOver, stop);
  root.append(chip);
  let listening: AbortController | null = null;
  /** Whose click came last; null since the next press began. */
  let heard: HTMLButtonElement | null = null;

  function addButton(className: string, label = ''): HTMLButtonElement {
    const button = makeElement(document, 'button');
    button.type = 'button';
    button.className = className;
    button.textContent = label;
    return button;
  }

  function listen(
    does: ReadonlyMap<HTMLButtonElement, () => void>,
    onEscape: (() => void) | null,
  ): AbortController {
    const shown = new AbortController();
    const view = getWindow(document);
    const options = { capture: true, signal: shown.signal };
    if (onEscape) heedEscape(document, onEscape, shown.signal);
    for (const [button, press] of does) {
      const begin = (): void => void (heard = null);
      const isHeard = (): boolean => heard === button;
      heedHold(button, { begin, isHeard, onPress: press }, shown.signal);
    }
    for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const) {
      view?.addEventListener(type, (event) => takePress(event, does), options);
    }
    return shown;
  }

  /**
   * Taken at the window and by place, not at the button: while the page shows a modal dialog the
   * browser makes everything outside it inert, our buttons too.
   */
  function takePress(event: MouseEvent, does: ReadonlyMap<HTMLButtonElement, () => void>): void {
    if (!event.isTrusted) return;
    const button = [...does.keys()].find((each) => isOn(each, event));
    if (!button) return;
    event.stopImmediatePropagation();
    // Also for the press: the page keeps its focus.
    event.preventDefault();
    heard = event.type === 'click' ? button : null;
    if (heard) does.get(button)?.();
  }

  function isOn(button: HTMLButtonElement, event: MouseEvent): boolean {
    if (button.hidden) return false;
    // A click by keyboard has no place of its own; then the button has the focus.
    if (event.detail === 0) {
      const isOurs = event.composedPath()[0] === host || event.target === host;
      return isOurs && (root.activeElement ?? stop) === button;
    }
    const rect = button.getBoundingClientRect();
    const across = event.clientX >= rect.left && event.clientX <= rect.right;
    return across && event.clientY >= rect.top && event.clientY <= rect.bottom;
  }

  return {
    show(onStop, charge) {
      const state = charge?.state ?? 'working';
      words.textContent = WORDS[state];
      goOn.textContent = state === 'taken' ? 'Give back' : 'Continue';
      goOn.hidden = state === 'working';
      takeOver.hidden = !charge || state === 'taken';
      chip.hidden = false;
      listening?.abort();
      const does = new Map([[stop, onStop]]);
      if (charge) does.set(goOn, charge.onGoOn).set(takeOver, charge.onTakeOver);
      // The user who has the page has its Escape, too: menus of the page close by it.
      listening = listen(does, state === 'taken' ? null : onStop);
    },
    hide() {
      chip.hidden = true;
      listening?.abort();
      listening = null;
    },
    isShown: () => !chip.hidden,
  };
}
