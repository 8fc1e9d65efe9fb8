import { findEditable, readText } from './controls.ts';
import { findDeepTarget, holds } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import { timeOf } from './gesture.ts';
import type { Hand } from './hand.ts';
import type { CapturePorts } from './ports.ts';

/** A pause this long hands over what has been typed so far, so that a crash costs little. */
const PAUSE_MS = 500;
/** Input this soon after a press on something else is what that did: a toolbar's button. */
const EFFECT_MS = 1000;

interface Episode {
  turnId: string;
  editable: HTMLElement;
  sent: string;
  timer: ReturnType<typeof setTimeout> | null;
}

export type Typing = ReturnType<typeof createTyping>;

/**
 * Typing is one turn per editing episode, with the whole final value: it begins with the first
 * input into a field and ends with leaving it, another action, or the page going away.
 */
export function createTyping(ports: CapturePorts, hand: Hand) {
  let episode: Episode | null = null;
  /** The state before input that no key announces: dictation, a suggestion, text dropped. */
  let unannounced: Gesture | null = null;

  function read(editable: HTMLElement): string {
    return ports.isSecret(editable) ? ports.mask : readText(editable).toWellFormed();
  }

  function isIn(target: Element | null): boolean {
    if (target === null || !episode) return false;
    return holds(episode.editable, target);
  }

  function handOver(): void {
    if (!episode) return;
    const { turnId, editable } = episode;
    const text = read(editable);
    if (text === episode.sent) return;
    episode.sent = text;
    ports.revise({ turnId, action: { intent: 'textInput', uid: ports.uidOf(editable), text } });
  }

  function end(): void {
    if (!episode) return;
    handOver();
    drop();
  }

  /** Ends the episode with what was handed over last. */
  function drop(): void {
    if (episode?.timer) clearTimeout(episode.timer);
    episode = null;
  }

  /** The state before an episode: at the key that began it, or just before input of another kind. */
  function begunBy(editable: HTMLElement, event: Event): Gesture | null {
    const cause = hand.causeOf(event);
    if (cause?.kind === 'key' && holds(editable, cause.target)) return { ...cause, turnId: null };
    const before = unannounced ?? hand.take(event);
    unannounced = null;
    return before && { ...before, kind: 'key', turnId: null };
  }

  function isEffect(editable: HTMLElement, event: Event): boolean {
    const cause = hand.causeOf(event);
    if (cause?.kind !== 'pointer' || timeOf(event) - cause.at > EFFECT_MS) return false;
    return !holds(editable, cause.target) && !holds(cause.target, editable);
  }

  return {
    isIn,
    end,

    onBeforeInput(event: Event): void {
      const editable = findEditable(findDeepTarget(event, ports));
      if (!editable || isIn(editable)) return;
      const cause = hand.causeOf(event);
      unannounced = cause?.kind === 'key' ? null : hand.take(event);
    },

    onInput(event: Event): void {
      const editable = findEditable(findDeepTarget(event, ports));
      if (!editable || ports.copilotSince() !== null) return;
      const isPaste = event instanceof InputEvent && event.inputType === 'insertFromPaste';
      if (!isIn(editable)) {
        // A paste has a turn of its own.
        if (isPaste || isEffect(editable, event)) return;
        end();
        const before = begunBy(editable, event);
        if (!before) return;
        const text = read(editable);
        const action = { intent: 'textInput', uid: ports.uidOf(editable), text } as const;
        const turnId = hand.emit(action, editable, before, event);
        episode = { turnId, editable, sent: text, timer: null };
      }
      if (!episode) return;
      if (episode.timer) clearTimeout(episode.timer);
      episode.timer = setTimeout(handOver, PAUSE_MS);
    },

    /**
     * Enter in a field of several lines is a new line, unless the page takes it as the sign to send
     * what was typed: then less is in the field afterwards, and the key is a turn of its own.
     */
    onLineBreak(editable: HTMLElement, before: Gesture, emitPress: () => void): void {
      if (isIn(editable)) handOver();
      const length = readText(editable).length;
      setTimeout(() => {
        const isSent = !editable.isConnected || readText(editable).length < length;
        if (!isSent) return;
        if (isIn(editable)) drop();
        emitPress();
      });
      if (!isIn(editable)) hand.remember(before);
    },
  };
}
