import * as dom from '../../native.ts';
import { CONTEXT_MENU_KEYS } from '../pointer/clicks.ts';
import { findEditable, isActivationKey, SCROLL_KEYS } from './controls.ts';
import { isEditingKey, EditingKeys } from './editing-keys.ts';
import type { PressTracker, Gesture } from '../pointer/press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import type { Typing } from './typing.ts';
import { findAncestorWithBox, findDeepTarget, hasArea } from '../../composed-tree.ts';
import { isChangedSince } from '../pointer/press-tracker.ts';
import { DeferredTasks } from '../deferred-tasks.ts';
import { timeNow } from '../../time.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead']);
/** In a single-line field these keys belong to the page or do nothing; elsewhere they move the caret. */
const CARET_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Tab']);
/** In a field without text these take away what stands beside it. */
const DELETE_KEYS = new Set(['Backspace', 'Delete']);
const FUNCTION_KEY = /^F\d+$/;
/** What can be edited but holds a single value. */
const SINGLE_VALUE_EDITABLES = '[role=spinbutton], [role=combobox], [role=searchbox]';

/** Patterns in which those keys are the page's. */
const COMPOSITE_WIDGETS =
  '[role=listbox], [role=menu], [role=menubar], [role=tablist], [role=tree], [role=grid], [role=treegrid], [role=radiogroup], [role=toolbar], [role=slider], [role=spinbutton]';

interface KeyPress {
  event: KeyboardEvent;
  target: Element | null;
  editable: HTMLElement | null;
  isLines: boolean;
  isCommand: boolean;
  isErasingBeside: boolean;
  isTyping: boolean;
}

/**
 * Keys that are turns of their own: Enter and Escape, and whatever else the page answers instead of the browser (arrows
 * in widgets, shortcuts). Others are part of typing, scrolling, a click or a change.
 */
export class KeyPresses {
  /** Keys of which it is not known yet whether the page answers them. */
  private readonly waiting = new DeferredTasks();
  /** Space on an element that it clicks, until it is released. */
  private held: { before: Gesture; emit: () => void } | null = null;
  private readonly editingKeys: EditingKeys;

  constructor(
    private readonly ports: CapturePorts,
    private readonly presses: PressTracker,
    private readonly typing: Typing,
    /** Ends what the person was doing before the key. */
    private readonly endEpisodes: () => void,
  ) {
    this.editingKeys = new EditingKeys(ports, presses, typing);
  }

  onDown(event: KeyboardEvent): void {
    if (MODIFIERS.has(event.key) || event.isComposing || event.key === 'Process') return;
    this.typing.soon.flush();
    this.decide();
    const press = this.readPress(event);
    const { editable, isLines, isCommand } = press;
    const isEditing = isLines && isEditingKey(event, press.isTyping);
    if (editable && isEditing && (event.key === 'Enter' || !isCommand)) {
      this.editingKeys.watch(event, editable, (before) => {
        const emit = this.prepare(event, before);
        return () => {
          this.endEpisodes();
          emit();
        };
      });
    } else this.record(press);
  }

  /** A button is clicked by Space only when it is released: a page may answer it there. */
  onUp(event: KeyboardEvent): void {
    const { held } = this;
    this.held = null;
    if (held && event.key === ' ') this.emitIfPrevented(event, held.before, held.emit);
  }

  /** The next event is here. */
  decide(): void {
    this.waiting.flush();
  }

  /** The page did something that only the key can have caused. */
  answered(): void {
    this.waiting.flush(true);
  }

  private readPress(event: KeyboardEvent): KeyPress {
    const target = findDeepTarget(event, this.ports);
    const editable = findEditable(target);
    const isEmptyField = editable instanceof HTMLInputElement && editable.value === '';
    return {
      event,
      target,
      editable,
      isLines: editable !== null && isMultiline(editable),
      isCommand: (event.ctrlKey || event.metaKey) && !event.altKey,
      isErasingBeside: DELETE_KEYS.has(event.key) && isEmptyField,
      isTyping: this.typing.isIn(target),
    };
  }

  private record(press: KeyPress): void {
    const { event, isTyping } = press;
    const { key } = event;
    const isKept = key === 'Enter' || key === 'Escape';
    const mayMatter = mayBeAnswered(press);
    if (isTyping && !isKept && !mayMatter) return;
    if (isKept) this.endEpisodes();
    if (event.repeat) return;
    const isMenu = key === 'ContextMenu' || (key === 'F10' && event.shiftKey);
    const isPress = isKept || isMenu || !this.typing.isIn(press.target);
    const before = isPress ? this.presses.recordPress(event) : this.presses.captureState(event);
    if (!before || isClipboardKey(event)) return;
    const emit = this.prepare(event, before);
    if (isActivationKey(before.target, key)) {
      // A page that answers the key itself lets no click come of it.
      this.emitIfPrevented(event, before, emit);
      this.held = key === ' ' ? { before, emit } : null;
    } else if (isKept) emit();
    else if (mayMatter) this.emitIfAnswered(press, before, emit, isMenu);
  }

  private emitIfPrevented(event: KeyboardEvent, before: Gesture, emit: () => void): void {
    this.waiting.defer(() => {
      if (event.defaultPrevented && before.turnId === null) emit();
    });
  }

  private emitIfAnswered(
    { event, editable, isErasingBeside, target }: KeyPress,
    before: Gesture,
    emit: () => void,
    isMenu: boolean,
  ): void {
    const endTyping = editable && this.typing.isIn(target) ? this.typing.checkpoint() : null;
    const isText = editable !== null && !isErasingBeside;
    const isAnsweredNow =
      isText || isMenu ? () => false : this.watchAnswer(before, isErasingBeside);
    this.waiting.defer((isAnswered) => {
      if (!isAnswered && !event.defaultPrevented && !isAnsweredNow()) return;
      endTyping?.();
      this.endEpisodes();
      emit();
    });
  }

  /**
   * Returns what emits the key's turn later, with its target as it is now: a menu that the key closes has no box
   * afterwards.
   */
  private prepare(event: KeyboardEvent, before: Gesture): () => void {
    const shown = findVisibleTarget(before.target, this.ports.document);
    const action = {
      intent: 'press',
      key: formatKey(event),
      uid: shown && this.ports.uidOf(shown),
    } as const;
    return () => void this.presses.emit(action, shown, before, event);
  }

  /** Whether the page does something with a key that it leaves to the browser too. */
  private watchAnswer({ key, target }: Gesture, isErasingBeside: boolean): () => boolean {
    if (key === 'Tab' || (isFormControl(target) && !isErasingBeside)) return () => false;
    const { document, clock } = this.ports;
    const since = timeNow();
    const focused = dom.getActiveElement(document);
    return () => {
      if (dom.getActiveElement(document) !== focused) return true;
      if (SCROLL_KEYS.has(key) && !dom.findClosest(target, COMPOSITE_WIDGETS)) return false;
      return isChangedSince(clock, since);
    };
  }
}

/** Whether the page, instead of the browser, may do something with a key. */
function mayBeAnswered({
  event,
  editable,
  isCommand,
  isErasingBeside,
  isLines,
}: KeyPress): boolean {
  const { key } = event;
  return (
    editable === null ||
    isCommand ||
    isErasingBeside ||
    CONTEXT_MENU_KEYS.has(key) ||
    FUNCTION_KEY.test(key) ||
    (!isLines && CARET_KEYS.has(key))
  );
}

/** What stands for the target on the screen; null for the page as such, where not even its body has a box. */
function findVisibleTarget(target: Element, document: Document): Element | null {
  const boxed = findAncestorWithBox(target);
  return hasArea(boxed) && boxed !== dom.getDocumentElement(document) ? boxed : null;
}

/** Whether Enter in it may be a line of its own, and keys move the caret between lines. */
function isMultiline(editable: HTMLElement): boolean {
  return (
    !(editable instanceof HTMLInputElement) &&
    !dom.matchesSelector(editable, SINGLE_VALUE_EDITABLES)
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
