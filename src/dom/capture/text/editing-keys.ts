import { findEditContext, readText } from './controls.ts';
import type { PressTracker, Gesture } from '../pointer/press-tracker.ts';
import type { Typing } from './typing.ts';
import type { CapturePorts } from '../ports.ts';
import type { TypedText } from './typed-text.ts';
import { isHiddenField } from './typed-text.ts';
import { findFocused } from '../../composed-tree.ts';
import { isChangedSince } from '../pointer/press-tracker.ts';
import { timeNow } from '../../time.ts';
import * as dom from '../../native.ts';

/** What an editor of several lines takes to write, and a list or a chat in it to pick or to send. */
const EDITING_KEYS: ReadonlySet<string> = new Set([
  ...['Enter', 'Tab', 'Backspace', 'Delete', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'],
]);

/** Editors and chats have done what they do at a key after this long. */
const EDITOR_DELAY_MS = 50;

/** What became of a key: null when that is not to be seen yet. */
type KeyOutcome = 'written' | 'pressed' | 'nothing' | null;

interface EditorState {
  editable: HTMLElement;
  event: KeyboardEvent;
  isHidden: boolean;
  text: string;
  caret: readonly unknown[];
  focused: Element | null;
  /** The entry chosen in a list that belongs to the field. */
  chosen: string;
  /** Epoch ms. */
  at: number;
}

/**
 * Keys in a multi-line text, most of which its editor handles: they either write something, which is typing, or
 * navigate a suggestion list, send, or leave the field, which are turns. What the page made of text, caret and focus
 * decides.
 */
export class EditingKeys {
  constructor(
    private readonly ports: CapturePorts,
    private readonly presses: PressTracker,
    private readonly typing: Typing,
  ) {}

  /** Call it at such a key; `prepare` returns what makes it a turn. */
  watch(
    event: KeyboardEvent,
    editable: HTMLElement,
    prepare: (before: Gesture) => () => void,
  ): void {
    const { presses, typing } = this;
    const typed = typing.textIn(editable);
    if (typed && isErasing(event.key)) {
      if (isHiddenField(editable)) {
        this.erase(typed, event);
        return;
      }
      // As long as there is text, the key erases some of it.
      if (readEditorText(editable, event) !== '') return;
    }
    const before = presses.captureState(event);
    if (!before) return;
    if (!typed) presses.last = before;
    const endTyping = typing.checkpoint();
    const emit = prepare(before);
    const state = this.readState(editable, event);
    const act = (outcome: KeyOutcome): void => {
      if (outcome === 'written') {
        // An editor that shows its text elsewhere writes a line or a tab.
        typing.recordWriting(editable, before, event, event.key === 'Enter' ? '\n' : '\t');
      }
      if (outcome !== 'pressed') return;
      endTyping();
      presses.last = before;
      emit();
    };
    typing.soon.defer(() => {
      const outcome = this.judge(state);
      if (outcome) act(outcome);
      else typing.soon.defer(() => act(this.judge(state) ?? 'pressed'), EDITOR_DELAY_MS);
    });
  }

  private readState(editable: HTMLElement, event: KeyboardEvent): EditorState {
    return {
      editable,
      event,
      isHidden: isHiddenField(editable),
      text: readEditorText(editable, event),
      caret: readCaret(editable),
      focused: findFocused(this.ports),
      chosen: readActiveOption(editable),
      at: timeNow(),
    };
  }

  private judge(state: EditorState): KeyOutcome {
    const { editable, event, focused, text, chosen } = state;
    const isEnter = event.key === 'Enter';
    if (!dom.isAttached(editable)) return event.defaultPrevented || isEnter ? 'pressed' : 'nothing';
    if (state.isHidden) return this.judgeHidden(state);
    const now = readEditorText(editable, event);
    if (isEnter && now.length < text.length) return 'pressed';
    if (!event.defaultPrevented) return event.ctrlKey || event.metaKey ? 'pressed' : 'nothing';
    if (isEnter && countLines(now) > countLines(text)) return 'written';
    const isElsewhere = findFocused(this.ports) !== focused;
    if (isElsewhere || readActiveOption(editable) !== chosen) return 'pressed';
    if (now !== text) return isTextEntry(event, text, now) ? 'written' : 'pressed';
    return this.judgeUnchanged(state);
  }

  /** The text is elsewhere: only what the field says of a list distinguishes a choice from writing. */
  private judgeHidden({ editable, event, chosen, at }: EditorState): KeyOutcome {
    const { key, defaultPrevented: isTaken } = event;
    if (readActiveOption(editable) !== chosen) return 'pressed';
    // Only the page breaks lines in an EditContext.
    if (!isTaken) return key === 'Enter' && findEditContext(editable) ? 'written' : 'nothing';
    if (key === 'Enter' || key === 'Tab') return 'written';
    if (isErasing(key)) return this.typing.textIn(editable) ? 'nothing' : 'pressed';
    return isPrinted(key) && isChangedSince(this.ports.clock, at) ? 'pressed' : 'nothing';
  }

  private judgeUnchanged({ editable, event, caret, at }: EditorState): KeyOutcome {
    const isEnter = event.key === 'Enter';
    const hasMoved = readCaret(editable).some((part, n) => part !== caret[n]);
    if (hasMoved) return event.key === 'Tab' || isEnter ? 'pressed' : 'nothing';
    if (isChangedSince(this.ports.clock, at)) return 'pressed';
    // A chat shows a message when it is sent; an editor that writes late has written by then.
    return isEnter ? null : 'nothing';
  }

  /** A hidden field fires no event for Backspace if the page handles it. */
  private erase(text: TypedText, event: KeyboardEvent): void {
    if (event.key !== 'Backspace') return;
    this.typing.soon.defer(() => {
      if (event.defaultPrevented) text.erase();
    });
  }
}

/** Whether a key may be for an editor of several lines, or for what is in it, rather than for the browser. */
export function isEditingKey({ key }: KeyboardEvent, isTyping: boolean): boolean {
  // What is typed on is read as a whole in the end.
  return EDITING_KEYS.has(key) || (isPrinted(key) && !isTyping);
}

function isPrinted(key: string): boolean {
  return /^.$/u.test(key);
}

function isErasing(key: string): boolean {
  return key === 'Backspace' || key === 'Delete';
}

/** Without its lines, which only Enter concerns and which take the browser a layout to find. */
function readEditorText(editable: HTMLElement, { key }: KeyboardEvent): string {
  const isField = editable instanceof HTMLTextAreaElement || editable instanceof HTMLInputElement;
  return isField || key === 'Enter' ? readText(editable) : (dom.getTextContent(editable) ?? '');
}

function countLines(text: string): number {
  return text.split('\n').length;
}

/** Tab writes space; a proposal that it takes is a word. */
function isTextEntry({ key }: KeyboardEvent, before: string, after: string): boolean {
  if (isErasing(key) || isPrinted(key)) return true;
  return key === 'Tab' && before.replaceAll(/\s/g, '') === after.replaceAll(/\s/g, '');
}

function readActiveOption(editable: HTMLElement): string {
  return dom.getAttributes(editable).getNamedItem('aria-activedescendant')?.value ?? '';
}

/** Where the caret is, or what is selected: equal parts mean that it has not moved. */
function readCaret(editable: HTMLElement): readonly unknown[] {
  if (editable instanceof HTMLTextAreaElement || editable instanceof HTMLInputElement) {
    return [editable.selectionStart, editable.selectionEnd];
  }
  const selection = findSelectionIn(editable);
  if (!selection) return [];
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return [anchorNode, anchorOffset, focusNode, focusOffset];
}

/** A shadow root has a selection of its own, of which the document's tells only the host. */
function findSelectionIn(editable: HTMLElement): Selection | null {
  const root = dom.getRootOf(editable);
  const read: unknown = root instanceof ShadowRoot ? Reflect.get(root, 'getSelection') : null;
  const own: unknown = typeof read === 'function' ? Reflect.apply(read, root, []) : null;
  if (own instanceof Selection) return own;
  const document = dom.getOwnerDocument(editable);
  return document && dom.findSelection(document);
}
