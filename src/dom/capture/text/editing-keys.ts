import { findEditContext, readText } from './controls.ts';
import {
  findSelection,
  getAttributes,
  getOwnerDocument,
  getRootOf,
  getTextContent,
  isAttached,
} from '../../native.ts';
import { findFocused } from '../pointer/deep-target.ts';
import type { Gesture } from '../pointer/gesture.ts';
import { isChangedSince, timeNow } from '../pointer/gesture.ts';
import type { PressTracker } from '../pointer/press-tracker.ts';
import type { DeferredTasks } from '../deferred-tasks.ts';
import type { CapturePorts } from '../ports.ts';
import type { TypedText } from './typed-text.ts';
import { isHiddenField } from './typed-text.ts';

/** What an editor of several lines takes to write, and a list or a chat in it to pick or to send. */
const EDITING_KEYS: ReadonlySet<string> = new Set([
  ...['Enter', 'Tab', 'Backspace', 'Delete', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'],
]);

/** Editors and chats have done what they do at a key after this long. */
const EDITOR_DELAY_MS = 50;

/** The typing that such a key may belong to. */
export interface TypingAccess {
  /** Of the episode in this editor; null when there is none. */
  textIn: (editable: HTMLElement) => TypedText | null;
  /** Hands over what is typed so far; the answer ends the typing with that, whatever the key has made of it. */
  checkpointText: () => () => void;
  /** The key wrote: `text` where the editor shows it elsewhere. */
  recordWriting: (editable: HTMLElement, before: Gesture, event: Event, text: string) => void;
}

/** What became of a key: null when that is not to be seen yet. */
type KeyOutcome = 'written' | 'pressed' | 'nothing' | null;

/** How an editor is at the key. */
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
export function createEditingKeys(
  ports: CapturePorts,
  hand: PressTracker,
  soon: DeferredTasks,
  writing: TypingAccess,
) {
  function look(editable: HTMLElement, event: KeyboardEvent): EditorState {
    return {
      editable,
      event,
      isHidden: isHiddenField(editable),
      text: readEditorText(editable, event),
      caret: readCaret(editable),
      focused: findFocused(ports),
      chosen: readActiveOption(editable),
      at: timeNow(),
    };
  }

  function judge(scene: EditorState): KeyOutcome {
    const { editable, event, focused, text, chosen } = scene;
    if (!isAttached(editable))
      return event.defaultPrevented || isEnter(event) ? 'pressed' : 'nothing';
    if (scene.isHidden) return judgeHidden(scene);
    const now = readEditorText(editable, event);
    if (isEnter(event) && now.length < text.length) return 'pressed';
    if (!event.defaultPrevented) return isCommand(event) ? 'pressed' : 'nothing';
    if (isEnter(event) && countLines(now) > countLines(text)) return 'written';
    if (findFocused(ports) !== focused || readActiveOption(editable) !== chosen) return 'pressed';
    if (now !== text) return isTextEntry(event, text, now) ? 'written' : 'pressed';
    return judgeUnchanged(scene);
  }

  /** The text is elsewhere: only what the field says of a list tells a choice from writing. */
  function judgeHidden({ editable, event, chosen, at }: EditorState): KeyOutcome {
    const { key, defaultPrevented: isTaken } = event;
    if (readActiveOption(editable) !== chosen) return 'pressed';
    // Of an EditContext it is the page alone that breaks lines.
    if (!isTaken) return key === 'Enter' && findEditContext(editable) ? 'written' : 'nothing';
    if (key === 'Enter' || key === 'Tab') return 'written';
    if (isErasing(key)) return writing.textIn(editable) ? 'nothing' : 'pressed';
    return isPrinted(key) && isChangedSince(ports.clock, at) ? 'pressed' : 'nothing';
  }

  function judgeUnchanged({ editable, event, caret, at }: EditorState): KeyOutcome {
    const now = readCaret(editable);
    const hasMoved = now.some((part, n) => part !== caret[n]);
    if (hasMoved) return event.key === 'Tab' || isEnter(event) ? 'pressed' : 'nothing';
    if (isChangedSince(ports.clock, at)) return 'pressed';
    // What sends shows it when it is sent; what writes late has written by then.
    return isEnter(event) ? null : 'nothing';
  }

  /** Of Backspace a field that only listens tells nothing when the page takes it. */
  function erase(text: TypedText, event: KeyboardEvent): void {
    if (event.key !== 'Backspace') return;
    soon.defer(() => {
      if (event.defaultPrevented) text.erase();
    });
  }

  return {
    /** To be called at such a key; `prepare` makes it a turn. */
    watch(
      event: KeyboardEvent,
      editable: HTMLElement,
      prepare: (before: Gesture) => () => void,
    ): void {
      const typed = writing.textIn(editable);
      if (typed && isErasing(event.key)) {
        if (isHiddenField(editable)) {
          erase(typed, event);
          return;
        }
        // As long as there is text, it is that which goes.
        if (readEditorText(editable, event) !== '') return;
      }
      const before = hand.captureState(event);
      if (!before) return;
      if (!typed) hand.setLastPress(before);
      const endTyping = writing.checkpointText();
      const emit = prepare(before);
      const scene = look(editable, event);
      const act = (outcome: KeyOutcome): void => {
        if (outcome === 'written')
          writing.recordWriting(editable, before, event, readKeyText(event));
        if (outcome !== 'pressed') return;
        endTyping();
        hand.setLastPress(before);
        emit();
      };
      soon.defer(() => {
        const outcome = judge(scene);
        if (outcome) act(outcome);
        else soon.defer(() => act(judge(scene) ?? 'pressed'), EDITOR_DELAY_MS);
      });
    },
  };
}

function isEnter({ key }: KeyboardEvent): boolean {
  return key === 'Enter';
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

function isCommand({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** What a key writes where an editor shows the text elsewhere. */
function readKeyText({ key }: KeyboardEvent): string {
  return key === 'Enter' ? '\n' : '\t';
}

/** Without its lines, which only Enter concerns and which take the browser a layout to find. */
function readEditorText(editable: HTMLElement, event: KeyboardEvent): string {
  const isField = editable instanceof HTMLTextAreaElement || editable instanceof HTMLInputElement;
  return isField || isEnter(event) ? readText(editable) : (getTextContent(editable) ?? '');
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
  return getAttributes(editable).getNamedItem('aria-activedescendant')?.value ?? '';
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
  const root = getRootOf(editable);
  const read: unknown = root instanceof ShadowRoot ? Reflect.get(root, 'getSelection') : null;
  const own: unknown = typeof read === 'function' ? Reflect.apply(read, root, []) : null;
  if (own instanceof Selection) return own;
  const document = getOwnerDocument(editable);
  return document && findSelection(document);
}
