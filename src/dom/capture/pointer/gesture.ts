import type { ElementDescription } from '../describe-element.ts';
import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import type { ChangeClock } from '../../snapshot/reuse/change-clock.ts';

/**
 * A press of a pointer or key, with the page at that instant. What follows from it (click, change, submit, typing)
 * takes its state from here: at `click` the page has already reacted to pointerdown, mousedown and focus.
 */
export interface Gesture {
  kind: 'pointer' | 'key';
  /** KeyboardEvent.key; empty for pointers. */
  key: string;
  target: Element;
  /** Epoch ms of the event itself; a busy page receives it later. */
  at: number;
  /** The pointer's position, if it has moved since. */
  pointer?: { x: number; y: number };
  raw: RawFrame;
  changes: ChangeLog;
  described: ReadonlyMap<Element, ElementDescription>;
  /** The turn it became; later effects name it as their cause. */
  turnId: string | null;
}

/** A submit this long after a press is not its effect. */
const MAX_CAUSE_MS = 10_000;

export function isRecentGesture(gesture: Gesture | null, now: number): gesture is Gesture {
  return gesture !== null && now - gesture.at < MAX_CAUSE_MS;
}

/** Epoch ms of an event, on the clock all frames share. */
export function timeOfEvent(event: Event): number {
  return performance.timeOrigin + event.timeStamp + measureClockSkew();
}

export function timeNow(): number {
  return performance.timeOrigin + performance.now() + measureClockSkew();
}

/**
 * Whether the page changed since an instant of that clock. A late paint, or a changed look under the pointer, doesn't
 * count.
 */
export function isChangedSince(
  clock: Pick<ChangeClock, 'flush' | 'lastChangeAt'>,
  at: number,
): boolean {
  clock.flush();
  return clock.lastChangeAt + measureClockSkew() >= at;
}

/**
 * How far the system clock has moved from this document's clock since load, ms: after sleep, or when it was set.
 * Differences within the clocks' resolution count as 0.
 */
export function measureClockSkew(): number {
  const skew = Date.now() - (performance.timeOrigin + performance.now());
  return Math.abs(skew) < CLOCK_RESOLUTION_MS ? 0 : skew;
}

const CLOCK_RESOLUTION_MS = 20;
