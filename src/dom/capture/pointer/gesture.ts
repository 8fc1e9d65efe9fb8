import type { ElementDescription } from '../describe-element.ts';
import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import type { ChangeClock } from '../../snapshot/reuse/change-clock.ts';

/**
 * A press of a pointer or key, with the page as it was at that instant. What follows from it (click,
 * change, submit, typing) takes its state from here: at `click` the page has already reacted to
 * pointerdown, mousedown and focus (recording.md §3.1).
 */
export interface Gesture {
  kind: 'pointer' | 'key';
  /** KeyboardEvent.key; empty for pointers. */
  key: string;
  target: Element;
  /** Epoch ms of the event itself; a busy page hears of it later. */
  at: number;
  /** Where the pointer was, when that is not where it is by now. */
  pointer?: { x: number; y: number };
  raw: RawFrame;
  changes: ChangeLog;
  /** The elements it may turn out to concern, described as they were then. */
  described: ReadonlyMap<Element, ElementDescription>;
  /** The turn it became; later effects name it as their cause. */
  turnId: string | null;
}

/** A submission this long after a press is not its effect. */
const MAX_CAUSE_MS = 10_000;

export function isRecentGesture(gesture: Gesture | null, now: number): gesture is Gesture {
  return gesture !== null && now - gesture.at < MAX_CAUSE_MS;
}

/** Epoch ms of an event, on the clock all frames share. */
export function timeOfEvent(event: Event): number {
  return performance.timeOrigin + event.timeStamp + measureClockSkew();
}

/** Epoch ms now, on the same clock. */
export function timeNow(): number {
  return performance.timeOrigin + performance.now() + measureClockSkew();
}

/**
 * Whether the page did something since an instant of that clock. That something was painted late, or is
 * drawn otherwise under the pointer, is nothing it did.
 */
export function isChangedSince(
  clock: Pick<ChangeClock, 'flush' | 'lastChangeAt'>,
  at: number,
): boolean {
  clock.flush();
  return clock.lastChangeAt + measureClockSkew() >= at;
}

/**
 * How far the system's clock has moved from this document's since it was loaded, ms: after the
 * computer slept, or was set. Differences within the clocks' resolution count as none.
 */
export function measureClockSkew(): number {
  const skew = Date.now() - (performance.timeOrigin + performance.now());
  return Math.abs(skew) < CLOCK_RESOLUTION_MS ? 0 : skew;
}

const CLOCK_RESOLUTION_MS = 20;
