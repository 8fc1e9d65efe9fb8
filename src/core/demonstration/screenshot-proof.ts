import type { Masks } from '../snapshot/masks.ts';
import { areSameMasks } from '../snapshot/masks.ts';
import type { ScreenshotProof } from './demonstration.ts';

/**
 * When a frame's document changed: epoch ms of the instants since `since`, which is later than was asked
 * where older ones were forgotten. `held` is when something was held down, which shows only meanwhile
 * (`:active`): each from the press until the release was painted. `complete` is false when it is known not
 * to tell all; `live` when something moves that cannot be observed (video, canvas).
 */
export interface ChangeLog {
  since: number;
  instants: number[];
  held: { from: number; until: number }[];
  complete: boolean;
  live: boolean;
}

export interface ScreenshotTimes {
  /** Epoch ms: the pixels are from between these two. */
  requestedAt: number;
  doneAt: number;
}

/** A change this shortly before the request may not have been painted when the pixels were read. */
export const PAINT_LAG_MS = 100;

/** Clocks of two processes differ by a millisecond, and each is coarse. */
const CLOCK_MS = 2;

/** From when on change logs are needed to judge a shot for an action at `at`. */
export function needsLogSince(shot: ScreenshotTimes, at: number): number {
  return Math.min(shot.requestedAt - PAINT_LAG_MS, at - CLOCK_MS);
}

/**
 * Says whether a shot shows the page as it was at `at`, the instant its snapshot was taken: it does when
 * no frame changed between the pixels and then, in whichever order they came. A shot from after a
 * person's press can never be proven: the press itself restyles (`:active`, `:focus`) unseen. `logs` holds one log per frame of the tab,
 * null for a frame that could not be asked.
 */
export function proveScreenshot(
  shot: ScreenshotTimes,
  at: number,
  logs: (ChangeLog | null)[],
): ScreenshotProof {
  const from = needsLogSince(shot, at);
  const until = Math.max(shot.doneAt, at);
  const ageMs = Math.round(at - shot.doneAt);
  for (const log of logs) {
    const stale = findStaleReason(log, from, until, at) ?? (log && findPressReason(log, shot));
    if (stale) return { kind: 'stale', ageMs, reason: stale };
  }
  return { kind: 'unchanged', requestedAt: shot.requestedAt, doneAt: shot.doneAt };
}

function findStaleReason(
  log: ChangeLog | null,
  from: number,
  until: number,
  at: number,
): string | null {
  if (!log) return 'a frame of the page was gone before it could say whether it had changed';
  if (log.live) return 'the page shows moving pictures';
  if (!log.complete) return 'how the page was before the pointer came is not known';
  if (log.since > from) return 'the page changes too often to be followed';
  const change = log.instants.find((instant) => instant >= from && instant <= until);
  if (change === undefined) return null;
  return change > at
    ? 'the page had already reacted when the shot was taken'
    : 'the page changed between the shot and the action';
}

/** Whether something was held down while a shot was taken, or so shortly before that it may still show. */
export function wasPressed({ held }: ChangeLog, { requestedAt, doneAt }: ScreenshotTimes): boolean {
  return held.some(({ from, until }) => from <= doneAt && until >= requestedAt - PAINT_LAG_MS);
}

function findPressReason(log: ChangeLog, shot: ScreenshotTimes): string | null {
  return wasPressed(log, shot) ? 'something was being pressed when the shot was taken' : null;
}

/** On a page where something moves by itself, a frame this shortly before the action will do. */
const MAX_LIVE_AGE_MS = 100;

/**
 * Says whether a frame of the filmed tab shows the page as it was at `at`. Its pixels are from between
 * `requestedAt` (captured) and `doneAt` (there): it must have been there before the action, so that it
 * cannot show what the action did, and no frame of the tab may have changed from shortly before it was
 * captured. Unlike for shots, pictures that move by themselves are allowed for, since the frame can be
 * had from just before.
 */
export function proveVideoFrame(
  frame: ScreenshotTimes,
  at: number,
  logs: (ChangeLog | null)[],
): ScreenshotProof {
  const ageMs = Math.round(at - frame.requestedAt);
  if (frame.doneAt > at) return { kind: 'stale', ageMs, reason: 'the frame came after the action' };
  const live = logs.some((log) => log?.live === true);
  if (live && at - frame.doneAt > MAX_LIVE_AGE_MS) {
    return { kind: 'stale', ageMs, reason: 'the page shows moving pictures' };
  }
  const still = logs.map((log) => log && { ...log, live: false });
  const proof = proveScreenshot(frame, at, still);
  if (proof.kind === 'stale') return { ...proof, ageMs };
  return { kind: 'ring', at: frame.requestedAt, ageMs, live };
}

/** What a tab's frames said of their masks: true of some instant between asking and answer (epoch ms). */
export interface MaskReading {
  askedAt: number;
  answeredAt: number;
  /** Null when it was not told. */
  masks: Masks | null;
}

/**
 * Where a frame of the film must be painted over, whose pixels are from between two instants: known if
 * the readings from before it was painted until after it was there all say the same. `all`: it is not
 * known. `early`: nothing had been read before it. `later`: nothing was asked since; try again then.
 */
export function findMasksForFrame(
  readings: readonly MaskReading[],
  pixels: { from: number; until: number },
): Masks | 'all' | 'early' | 'later' {
  const after = readings.findIndex(({ askedAt }) => askedAt >= pixels.until);
  if (after < 0) return 'later';
  const before = readings.findLastIndex(
    ({ answeredAt: reportedAt }) => reportedAt <= pixels.from - PAINT_LAG_MS,
  );
  if (before < 0) return 'early';
  const first = readings[before]?.masks;
  if (!first) return 'all';
  const isSame = readings
    .slice(before, after + 1)
    .every(({ masks }) => masks !== null && areSameMasks(masks, first));
  return isSame ? first : 'all';
}
