import type { Uid } from '../../../core/action/action.ts';
import type { TextUpdate } from './controls.ts';
import { findEditContext, onTextUpdate, findEditable, readText } from './controls.ts';
import { findSelection, isAttached } from '../../native.ts';
import {
  findAncestorWithBox,
  findDeepTarget,
  findFocused,
  containsComposed,
} from '../pointer/deep-target.ts';
import type { Gesture } from '../pointer/gesture.ts';
import { timeNow } from '../pointer/gesture.ts';
import type { PressTracker } from '../pointer/press-tracker.ts';
import { createDeferredTasks } from '../deferred-tasks.ts';
import type { CapturePorts } from '../ports.ts';
import { createEditingKeys } from './editing-keys.ts';
import type { TypedText } from './typed-text.ts';
import { isHiddenField, trackTypedText } from './typed-text.ts';

/** A pause this long hands over what has been typed so far, so that a crash costs little. */
const PAUSE_MS = 500;
/** Editors that put text in themselves have done so after this long. */
const EDITOR_DELAY_MS = 50;

interface TypingEpisode {
  turnId: string;
  editable: HTMLElement;
  /** Of the editable, or of what it is in where it has no box. */
  uid: Uid;
  text: TypedText;
  sent: string;
  /** The last input, where the editor took it to put it in itself. */
  lastInput: Event | null;
  /** Whether the browser set the field to what it holds: by its arrows, from its list. */
  isSetByBrowser: boolean;
  /** Epoch ms of the last input; null for editors, which may put in later what was typed. */
  changedAt: number | null;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Input events that an editor may handle itself without further events. */
interface PendingInput {
  editable: HTMLElement;
  event: Event;
  before: Gesture | null;
  /** What was there before. */
  text: string;
}

export type Typing = ReturnType<typeof createTyping>;

/**
 * Typing is one turn per editing episode, with the whole final value: it begins with the first
 * input into a field and ends with leaving it, another action, the page going away, or all of the text being
 * replaced after a pause.
 */
export function createTyping(ports: CapturePorts, hand: PressTracker, signal: AbortSignal) {
  let episode: TypingEpisode | null = null;
  let announced: PendingInput | null = null;
  const soon = createDeferredTasks();
  const watched = new WeakSet<EventTarget>();

  function read(editable: HTMLElement, text: TypedText): string {
    return ports.isSecret(editable) ? ports.mask : text.read().toWellFormed();
  }

  function isIn(target: Element | null): boolean {
    if (target === null || !episode) return false;
    return containsComposed(episode.editable, target);
  }

  function handOver(): void {
    if (!episode) return;
    const { turnId, editable, uid, changedAt } = episode;
    const text = read(editable, episode.text);
    if (text === episode.sent) return;
    episode.sent = text;
    const at = changedAt === null ? {} : { at: changedAt };
    ports.revise({ turnId, ...at, action: { intent: 'textInput', uid, text } });
  }

  function end(): void {
    settle();
    if (!episode) return;
    handOver();
    drop();
  }

  /**
   * The focus goes elsewhere. An editor that puts in itself what is typed may do both at once, and show the
   * text only then.
   */
  function leave(): void {
    const left = episode;
    end();
    if (!left?.lastInput?.defaultPrevented || !isRichText(left.editable)) return;
    soon.defer(() => {
      const text = read(left.editable, left.text);
      if (text === left.sent || !isAttached(left.editable)) return;
      ports.revise({ turnId: left.turnId, action: { intent: 'textInput', uid: left.uid, text } });
    });
  }

  /** Ends the episode with what was handed over last. */
  function drop(): void {
    if (episode?.timer) clearTimeout(episode.timer);
    episode = null;
  }

  /** At the key that began it; or just before input that no key announces: dictation, text dropped. */
  function begunBy(editable: HTMLElement, event: Event): Gesture | null {
    const cause = hand.causeOf(event);
    // A key that is a turn of its own began nothing else: what follows it is composed, or dictated.
    const isBegun = cause?.kind === 'key' && cause.turnId === null;
    if (isBegun && containsComposed(editable, cause.target)) return { ...cause };
    const before = hand.captureState(event, editable);
    return before && { ...before, kind: 'key', turnId: null };
  }

  function begin(
    editable: HTMLElement,
    before: Gesture,
    event: Event,
    { had = '', ...first }: { had?: string; update?: TextUpdate; put?: string },
  ): void {
    const typed = trackTypedText(editable, had);
    if (first.put === undefined) typed.onInput(first.update);
    else typed.insert(first.put);
    const text = read(editable, typed);
    const shown = findAncestorWithBox(editable);
    const uid = ports.uidOf(shown);
    const more = shown === editable ? {} : { control: ports.uidOf(editable) };
    const turnId = hand.emit({ intent: 'textInput', uid, text }, shown, before, event, more);
    const input = { lastInput: event, isSetByBrowser: isSetByBrowser(event), timer: null };
    episode = { turnId, editable, uid, text: typed, sent: text, changedAt: null, ...input };
  }

  /** An EditContext tells only of what a person puts in; composed text nothing announces. */
  function onUpdate(editable: HTMLElement, event: Event, update: TextUpdate): void {
    if (ports.copilotSince() !== null) return;
    const isAnnounced = announced?.editable === editable;
    const before = isAnnounced ? announced?.before : begunBy(editable, event);
    announced = null;
    if (isIn(editable)) episode?.text.onInput(update);
    else {
      if (!before) return;
      end();
      begin(editable, before, event, { update });
    }
    handOverLater();
  }

  function handOverLater(): void {
    if (!episode) return;
    if (episode.timer) clearTimeout(episode.timer);
    const { turnId, editable } = episode;
    episode.changedAt = isRichText(editable) ? null : timeNow();
    episode.timer = setTimeout(() => {
      if (episode?.turnId === turnId) episode.timer = null;
      handOver();
    }, PAUSE_MS);
  }

  /** Whether the person selected the whole text after a pause in typing: what comes next is a new text, not a correction. */
  function isReplacedWhole(): boolean {
    if (!episode || episode.timer !== null || isHiddenField(episode.editable)) return false;
    const selected = findSelection(ports.document)?.toString() ?? '';
    const all = readText(episode.editable);
    return all.trim() !== '' && foldSpace(selected) === foldSpace(all);
  }

  /** Whether an editor has put in itself what was announced to it. */
  function settle(): void {
    if (!announced) return;
    const { editable, event, before, text } = announced;
    if (!event.defaultPrevented || readText(editable) === text) return;
    announced = null;
    if (before && !isIn(editable)) {
      end();
      begin(editable, before, event, { had: text });
    }
    handOverLater();
  }

  /**
   * A key that the page may take for a command, which changes the text or takes the focus away: until then it
   * was typing. The answer ends that.
   */
  function holdText(): () => void {
    settle();
    handOver();
    const held = episode;
    const text = held?.sent ?? '';
    return () => {
      if (episode === held) drop();
      if (!held || held.sent === text) return;
      held.sent = text;
      ports.revise({ turnId: held.turnId, action: { intent: 'textInput', uid: held.uid, text } });
    };
  }

  const keys = createEditingKeys(ports, hand, soon, {
    textIn: (editable) => (isIn(editable) ? (episode?.text ?? null) : null),
    checkpointText: holdText,
    recordWriting(editable, before, event, put) {
      if (isIn(editable)) episode?.text.insert(put);
      else begin(editable, before, event, { had: readText(editable), put });
      handOverLater();
    },
  });

  /** Input into a field that was announced and did not come: Enter makes no line in it. */
  function forget(event: Event): void {
    if (announced?.event === event && !event.defaultPrevented) announced = null;
  }

  /**
   * What the browser sets a field to by itself, and says so without `beforeinput`: the cross in a search
   * field, a value of its own list. Scripts make no such event; and a key is a turn already.
   */
  function setBy(editable: HTMLElement, event: Event): Gesture | null {
    const cause = isSetByBrowser(event) ? hand.causeOf(event) : null;
    if (!cause || !containsComposed(editable, cause.target)) return null;
    if (findEditable(findFocused(ports)) !== editable) return null;
    return cause.kind === 'key' && cause.turnId !== null ? null : { ...cause, turnId: null };
  }

  return {
    isIn,
    end,
    leave,

    /** A press goes on with typing only where there is some: what the browser sets is set by each press. */
    onPress(target: Element | null): void {
      if (!isIn(target) || episode?.isSetByBrowser) end();
    },

    /** To be called with what has the focus: what is typed into an EditContext only that tells. */
    watch(target: Element | null): void {
      const editable = findEditable(target);
      const context = editable && findEditContext(editable);
      if (!context || watched.has(context)) return;
      watched.add(context);
      onTextUpdate(context, (event, update) => onUpdate(editable, event, update), signal);
    },

    /** The next key is here: what waited to see what came of the last one is decided. */
    settleKeys: soon.flush,

    onBeforeInput(event: Event): void {
      const editable = findEditable(findDeepTarget(event, ports));
      if (!editable || ports.copilotSince() !== null) return;
      if (isIn(editable) && isReplacedWhole()) end();
      if (isIn(editable)) {
        if (episode) {
          episode.text.onBeforeInput();
          episode.lastInput = event;
        }
        if (isRichText(editable)) handOverLater();
        return;
      }
      if (announced?.editable === editable && isRichText(editable)) return;
      const before = isPaste(event) ? null : begunBy(editable, event);
      const text = before ? readText(editable) : '';
      announced = { editable, event, before, text };
      if (!isRichText(editable)) {
        soon.defer(() => forget(event));
        return;
      }
      setTimeout(settle);
      setTimeout(() => {
        settle();
        if (announced?.event === event) announced = null;
      }, EDITOR_DELAY_MS);
    },

    onInput(event: Event): void {
      const editable = findEditable(findDeepTarget(event, ports));
      if (!editable || ports.copilotSince() !== null) return;
      const reported = announced?.editable === editable ? announced : null;
      const before = reported ? reported.before : setBy(editable, event);
      announced = null;
      if (episode && isIn(editable)) {
        episode.text.onInput();
        episode.isSetByBrowser = isSetByBrowser(event);
      } else {
        // A paste has a turn of its own. What a script puts in, no beforeinput announces.
        if (isPaste(event) || !before) return;
        end();
        begin(editable, before, event, { had: reported?.text ?? '' });
      }
      handOverLater();
    },

    /**
     * The synthetic key with which the browser announces each field that it autofills. The person chose that in a
     * browser list; while a page opens no field has the focus yet, so no person did.
     */
    onFill(event: Event): void {
      const editable = findEditable(findDeepTarget(event, ports));
      if (!editable || ports.copilotSince() !== null || isIn(editable)) return;
      if (hand.lastPress() === null || !findEditable(findFocused(ports))) return;
      const taken = hand.captureState(event, editable);
      if (!taken) return;
      const before: Gesture = { ...taken, kind: 'key' };
      hand.setLastPress(before);
      announced = { editable, event, before, text: '' };
      soon.defer(() => forget(event));
    },

    holdText,

    onEditingKey: keys.watch,
  };
}

/** Only editors of rich text put text in by themselves; in a field it would be the page's value. */
function isRichText(editable: HTMLElement): boolean {
  return !(editable instanceof HTMLInputElement) && !(editable instanceof HTMLTextAreaElement);
}

function foldSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'insertFromPaste';
}

/** The browser set the field by itself: what a person types, dictates or drops in comes with more than that. */
function isSetByBrowser(event: Event): boolean {
  return event.type === 'input' && !(event instanceof InputEvent);
}
