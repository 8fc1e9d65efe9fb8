import type { ChangeLog } from '../../core/demonstration/proof.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';

/**
 * A press of a pointer or key, with the page as it was at that instant. What follows from it (click,
 * change, submit, typing) takes its state from here: at `click` the page has already reacted to
 * pointerdown, mousedown and focus (recording.md §3.1).
 */
export interface Gesture {
  kind: 'pointer' | 'key';
  target: Element;
  /** Epoch ms. */
  at: number;
  raw: RawFrame;
  changes: ChangeLog;
  /** The turn it became; later effects name it as their cause. */
  turnId: string | null;
}

/** A change or submission this long after a press is not its effect. */
const FRESH_MS = 10_000;

export function isFresh(gesture: Gesture | null, now: number): gesture is Gesture {
  return gesture !== null && now - gesture.at < FRESH_MS;
}

/** Epoch ms of an event, on the clock all frames share. */
export function timeOf(event: Event): number {
  return performance.timeOrigin + event.timeStamp;
}
