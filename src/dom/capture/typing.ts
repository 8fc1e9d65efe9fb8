import type { Gesture } from './gesture.ts';
import { readText } from './controls.ts';
import { describeElement } from './describe-element.ts';
import type { CapturePorts } from './ports.ts';

/** A pause this long hands over what has been typed so far, so that a crash costs little. */
const PAUSE_MS = 500;

interface Episode {
  turnId: string;
  editable: HTMLElement;
  sent: string;
  timer: ReturnType<typeof setTimeout> | null;
}

/**
 * Typing is one turn per editing episode, with the whole final value: it begins with the first
 * input into a field and ends with leaving it, another action, or the page going away.
 */
export function createTyping(ports: CapturePorts, emit: Emit) {
  let episode: Episode | null = null;

  function read(editable: HTMLElement): string {
    return ports.isSecret(editable) ? ports.mask : readText(editable).toWellFormed();
  }

  function begin(editable: HTMLElement, before: Gesture, event: Event): void {
    const text = read(editable);
    const uid = ports.uidOf(editable);
    const turnId = emit({ intent: 'textInput', uid, text }, editable, before, event);
    episode = { turnId, editable, sent: text, timer: null };
  }

  function handOver(): void {
    if (!episode) return;
    const { turnId, editable } = episode;
    const text = read(editable);
    if (text === episode.sent) return;
    episode.sent = text;
    const action = { intent: 'textInput', uid: ports.uidOf(editable), text } as const;
    ports.revise({ turnId, action, element: describeElement(editable, ports) });
  }

  return {
    isIn: (target: Element | null) =>
      target !== null && (episode?.editable === target || episode?.editable.contains(target)),

    input(editable: HTMLElement, before: () => Gesture, event: Event): void {
      if (episode && episode.editable !== editable) this.end();
      if (!episode) begin(editable, before(), event);
      else if (episode.timer) clearTimeout(episode.timer);
      if (episode) episode.timer = setTimeout(handOver, PAUSE_MS);
    },

    end(): void {
      if (!episode) return;
      if (episode.timer) clearTimeout(episode.timer);
      handOver();
      episode = null;
    },
  };
}

/** Sends a new turn and returns its id. */
export type Emit = (
  action: Parameters<CapturePorts['emit']>[0]['action'],
  target: Element | null,
  before: Gesture,
  event: Event,
) => string;
