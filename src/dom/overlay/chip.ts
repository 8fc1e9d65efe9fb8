import { createElementIn, getWindow } from '../native.ts';

/** Who has the page, and how the user changes that. */
export interface ChipControl {
  state: 'working' | 'paused' | 'taken';
  onTakeOver: () => void;
  onResume: () => void;
}

const STATE_LABELS = {
  working: 'Wayscribe is working',
  paused: 'Wayscribe is paused',
  taken: 'You have the page',
};

export function createChip(document: Document, host: Element, root: ShadowRoot) {
  const chip = makeElement(document, 'div');
  chip.className = 'chip';
  chip.hidden = true;
  const words = makeElement(document, 'span');
  words.setAttribute('role', 'status');
  const goOn = makeButton(document, 'go-on');
  const takeOver = makeButton(document, 'take-over', 'Take over');
  const stop = makeButton(document, 'stop', 'Stop');
  stop.setAttribute('aria-label', 'Stop Wayscribe');
  chip.append(words, goOn, takeOver, stop);
  root.append(chip);
  let listening: AbortController | null = null;
  /** Whose click came last; null since the next press began. */
  let heard: HTMLButtonElement | null = null;

  function listen(
    does: ReadonlyMap<HTMLButtonElement, () => void>,
    onEscape: (() => void) | null,
  ): AbortController {
    const shown = new AbortController();
    const view = getWindow(document);
    const options = { capture: true, signal: shown.signal };
    if (onEscape) stopOnEscape(document, onEscape, shown.signal);
    for (const [button, press] of does) {
      const begin = (): void => void (heard = null);
      const isHeard = (): boolean => heard === button;
      detectPress(button, { begin, hasClicked: isHeard, onPress: press }, shown.signal);
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
    if (event.detail !== 0) return isInside(button.getBoundingClientRect(), event);
    // A click by keyboard has no place of its own; then the button has the focus.
    const isOurs = event.composedPath()[0] === host || event.target === host;
    return isOurs && (root.activeElement ?? stop) === button;
  }

  return {
    show(onStop: () => void, charge?: ChipControl): void {
      const state = charge?.state ?? 'working';
      words.textContent = STATE_LABELS[state];
      goOn.textContent = state === 'taken' ? 'Hand back' : 'Continue';
      goOn.hidden = state === 'working';
      takeOver.hidden = !charge || state === 'taken';
      chip.hidden = false;
      listening?.abort();
      const does = new Map([[stop, onStop]]);
      if (charge) does.set(goOn, charge.onResume).set(takeOver, charge.onTakeOver);
      // The user who has the page has its Escape, too: menus of the page close by it.
      listening = listen(does, state === 'taken' ? null : onStop);
    },
    hide(): void {
      chip.hidden = true;
      listening?.abort();
      listening = null;
    },
    isShown: (): boolean => !chip.hidden,
  };
}

function makeButton(document: Document, className: string, label = ''): HTMLButtonElement {
  const button = makeElement(document, 'button');
  button.type = 'button';
  button.className = className;
  button.textContent = label;
  return button;
}

function isInside(rect: DOMRect, { clientX, clientY }: MouseEvent): boolean {
  const isAcross = clientX >= rect.left && clientX <= rect.right;
  return isAcross && clientY >= rect.top && clientY <= rect.bottom;
}

/** Creates an HTML element, also in documents that aren't HTML: elements of an SVG or feed document have no style. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  name: K,
): HTMLElementTagNameMap[K] {
  return createElementIn(
    document,
    'http://www.w3.org/1999/xhtml',
    name,
  ) as HTMLElementTagNameMap[K];
}

/**
 * Calls `onStop` when the user presses Escape in this document, ignoring keys that scripts dispatch. Where the page stops
 * `keydown`, `keyup` counts.
 */
export function stopOnEscape(document: Document, onStop: () => void, signal: AbortSignal): void {
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

interface PressHandlers {
  /** The button is held down from here on. */
  begin: () => void;
  hasClicked: () => boolean;
  /** It was pressed, and no click came. */
  onPress: () => void;
}

/**
 * Notices presses on a button of our root although the page swallows clicks: the browser's :active state cannot be
 * swallowed. The style sheet turns it into a transition, whose events stay in our root.
 */
function detectPress(
  button: HTMLElement,
  { begin, hasClicked: isHeard, onPress }: PressHandlers,
  signal: AbortSignal,
): void {
  let isHeld = false;
  button.addEventListener(
    'transitionrun',
    (event) => {
      if (!event.isTrusted || event.propertyName !== '--held') return;
      const wasHeld = isHeld;
      isHeld = button.matches(':active');
      if (isHeld) begin();
      // Let go of elsewhere is no press.
      else if (wasHeld && !isHeard() && button.matches(':hover')) onPress();
    },
    { signal },
  );
}
