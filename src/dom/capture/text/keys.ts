import {
  findClosest,
  getActiveElement,
  getDocumentElement,
  matchesSelector,
  measure,
} from '../../native.ts';
import { CONTEXT_MENU_KEYS } from '../pointer/clicks.ts';
import { findEditable, isActivationKey } from './controls.ts';
import { findAncestorWithBox, findDeepTarget } from '../pointer/deep-target.ts';
import { isEditingKey } from './editing-keys.ts';
import type { Gesture } from '../pointer/gesture.ts';
import { isChangedSince, timeNow } from '../pointer/gesture.ts';
import type { PressTracker } from '../pointer/press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import type { Typing } from './typing.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead']);
/** In a single-line field these keys belong to the page or do nothing; elsewhere they move the caret. */
const CARET_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Tab']);
/** In a field without text these take away what stands beside it. */
const DELETE_KEYS = new Set(['Backspace', 'Delete']);
const FUNCTION_KEY = /^F\d+$/;
/** What can be edited but holds a single value. */
const SINGLE_VALUE_EDITABLES = '[role=spinbutton], [role=combobox], [role=searchbox]';

/** Keys that scroll where the page does nothing with them. */
const SCROLL_KEYS = new Set([
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' '],
]);

/** Patterns in which those keys are the page's. */
const COMPOSITE_WIDGETS =
  '[role=listbox], [role=menu], [role=menubar], [role=tablist], [role=tree], [role=grid], [role=treegrid], [role=radiogroup], [role=toolbar], [role=slider], [role=spinbutton]';

/**
 * Keys that are turns of their own: Enter and Escape, and whatever else the page answers instead of
 * the browser (arrows in widgets, shortcuts). Others are part of typing, scrolling, a click or a change.
 */
export function createKeyPresses(
  ports: CapturePorts,
  hand: PressTracker,
  typing: Typing,
  flush: () => void,
) {
  /** Keys of which it is not known yet whether the page answers them. */
  const waiting = new Set<(isAnswered?: boolean) => void>();
  /** Space on what it clicks, until it is let go. */
  let held: { before: Gesture; emit: () => void } | null = null;

  /**
   * Makes the turn of a key later, with what it was pressed on as that is now: a menu that the key closes
   * has no box afterwards.
   */
  function prepare(event: KeyboardEvent, before: Gesture): () => void {
    const shown = findVisibleTarget(before.target, ports.document);
    const uid = shown && ports.uidOf(shown);
    return () =>
      void hand.emit({ intent: 'press', key: formatKey(event), uid }, shown, before, event);
  }

  /** Asks once the page has seen the key; at the latest when the page goes away. */
  function decideLater(decide: (isAnswered: boolean) => void): void {
    const run = (isAnswered = false): void => {
      if (!waiting.delete(run)) return;
      clearTimeout(timer);
      decide(isAnswered);
    };
    waiting.add(run);
    const timer = setTimeout(run);
  }

  /** Whether the page does something with a key that it leaves to the browser too. */
  function watchAnswer({ key, target }: Gesture, isTaking: boolean): () => boolean {
    if (key === 'Tab' || (isFormControl(target) && !isTaking)) return () => false;
    const since = timeNow();
    const focused = getActiveElement(ports.document);
    return () => {
      if (getActiveElement(ports.document) !== focused) return true;
      if (SCROLL_KEYS.has(key) && !findClosest(target, COMPOSITE_WIDGETS)) return false;
      return isChangedSince(ports.clock, since);
    };
  }

  /** The next event is here. */
  function decide(): void {
    for (const run of waiting) run();
  }

  return {
    onDown(event: KeyboardEvent): void {
      const { key } = event;
      if (MODIFIERS.has(key) || event.isComposing || key === 'Process') return;
      typing.settleKeys();
      decide();
      const target = findDeepTarget(event, ports);
      const editable = findEditable(target);
      const isLines = editable !== null && isMultiline(editable);
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (
        isLines &&
        isEditingKey(event, typing.isIn(editable)) &&
        (key === 'Enter' || !isCommand)
      ) {
        typing.onEditingKey(event, editable, (before) => {
          const emit = prepare(event, before);
          return () => {
            flush();
            emit();
          };
        });
        return;
      }
      const isKept = key === 'Enter' || key === 'Escape';
      const isTaking =
        DELETE_KEYS.has(key) && editable instanceof HTMLInputElement && editable.value === '';
      const mayMatter = editable
        ? isCommand ||
          isTaking ||
          CONTEXT_MENU_KEYS.has(key) ||
          FUNCTION_KEY.test(key) ||
          (!isLines && CARET_KEYS.has(key))
        : true;
      if (typing.isIn(target) && !isKept && !mayMatter) return;
      if (isKept) flush();
      if (event.repeat) return;
      const isMenu = key === 'ContextMenu' || (key === 'F10' && event.shiftKey);
      const isPress = isKept || isMenu || !typing.isIn(target);
      const before = isPress ? hand.recordPress(event) : hand.captureState(event);
      if (!before) return;
      if (isClipboardKey(event)) return;
      const emit = prepare(event, before);
      if (isActivationKey(before.target, key)) {
        // A page that answers the key itself lets no click come of it.
        decideLater(() => {
          if (event.defaultPrevented && before.turnId === null) emit();
        });
        held = key === ' ' ? { before, emit } : null;
        return;
      }
      if (isKept) emit();
      else if (mayMatter) {
        const endTyping = editable && typing.isIn(target) ? typing.holdText() : null;
        const isText = editable !== null && !isTaking;
        const seesAnswer = isText || isMenu ? () => false : watchAnswer(before, isTaking);
        decideLater((isAnswered) => {
          if (!isAnswered && !event.defaultPrevented && !seesAnswer()) return;
          endTyping?.();
          flush();
          emit();
        });
      }
    },

    /** A button is clicked by Space only when that is let go: a page may answer it there. */
    onUp(event: KeyboardEvent): void {
      const down = held;
      held = null;
      if (!down || event.key !== ' ') return;
      decideLater(() => {
        if (event.defaultPrevented && down.before.turnId === null) down.emit();
      });
    },

    decide,

    /** The page did something that only what was pressed can have made it do. */
    answered: () => {
      for (const run of waiting) run(true);
    },
  };
}

/** What stands for the target on the screen; null for the page as such, where not even its body has a box. */
function findVisibleTarget(target: Element, document: Document): Element | null {
  const boxed = findAncestorWithBox(target);
  const { width, height } = measure(boxed);
  return width > 0 && height > 0 && boxed !== getDocumentElement(document) ? boxed : null;
}

/** Whether Enter in it may be a line of its own, and keys move the caret between lines. */
function isMultiline(editable: HTMLElement): boolean {
  return (
    !(editable instanceof HTMLInputElement) && !matchesSelector(editable, SINGLE_VALUE_EDITABLES)
  );
}

/** What the browser does with keys in these makes a page answer too: typed digits of a date. */
function isFormControl(target: Element): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/** Copy, cut and paste have events of their own. */
function isClipboardKey({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && ['c', 'x', 'v'].includes(key.toLowerCase());
}

/** `Escape`, `Control+k`, `Control+Shift+K`. Shift alone is in the key already. */
function formatKey({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isChord = ctrlKey || altKey || metaKey;
  const modifiers = [
    ctrlKey && 'Control',
    altKey && 'Alt',
    metaKey && 'Meta',
    shiftKey && (isChord || key.length > 1) && 'Shift',
  ];
  return [...modifiers.filter((name) => name !== false), key].join('+');
}
