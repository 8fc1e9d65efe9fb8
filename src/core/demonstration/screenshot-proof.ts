import type { Masks } from '../snapshot/masks.ts';
import { areSameMasks, locateMasks } from '../snapshot/masks.ts';
import { mergeBoxes } from '../snapshot/merge-boxes.ts';
import type { Box, MaskReport } from '../snapshot/snapshot.ts';
import type { ScreenshotProof } from './demonstration.ts';

/**
 * When a frame's document changed, epoch ms from `since` on; `since` is later than requested where older instants were
 * forgotten. `held`: presses, which show only meanwhile (`:active`), each until the release was painted. `complete` is
 * false when changes may be missing; `live`: something moves that can't be observed (video, canvas).
 */
export interface ChangeLog {
  since: number;
  instants: number[];
  held: { from: number; until: number }[];
  complete: boolean;
  live: boolean;
  /**
   * Where the document of the action can differ from how it was at `since` (epoch ms), when a screenshot was asked for and
   * all of it was painted: CSS px in the frame's viewport, newest first. Only of frames in which somebody acts.
   */
  differences?: Differences[];
}

/** Where a page can differ from a layout: CSS px in the frame's viewport. */
export interface Differences {
  /** When it was as in the layout, epoch ms. */
  since: number;
  /** Where elements were or are that came, went or moved, and what moves by itself. */
  moved: Box[];
  /** What looks different in its place, and when it last changed, epoch ms. */
  changed: { box: Box; at: number }[];
}

export interface ScreenshotTimes {
  /** The pixels are from between these two, epoch ms. */
  requestedAt: number;
  doneAt: number;
}

/** A change this shortly before the request may not have been painted when the pixels were read. */
export const PAINT_LAG_MS = 100;

/** Clocks of two processes differ by this much. */
const CLOCK_MS = 2;

/** Returns the time from which change logs are needed to judge a screenshot for an action at `at`. */
export function needsLogSince(shot: ScreenshotTimes, at: number): number {
  return Math.min(shot.requestedAt - PAINT_LAG_MS, at - CLOCK_MS);
}

/**
 * Judges whether a screenshot shows the page as it was at `at`, when its snapshot was taken: no frame changed between
 * the two, whichever came first. A screenshot after a person's press can't be proven: the press itself restyles
 * (`:active`, `:focus`). `logs` has one log per frame, null for a frame that did not answer.
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
    const stale =
      findStaleReason(log, from, until, at) ?? (log && wasPressed(log, shot) && PRESSED);
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

/** Whether something was pressed while a screenshot was taken or so shortly before that it may still show. */
export function wasPressed({ held }: ChangeLog, { requestedAt, doneAt }: ScreenshotTimes): boolean {
  return held.some(({ from, until }) => from <= doneAt && until >= requestedAt - PAINT_LAG_MS);
}

const PRESSED = 'something was being pressed when the shot was taken';

/** What a frame knows about a screenshot of its tab; nulls for one that did not answer. */
export interface FrameAccount {
  frameId: number;
  log: ChangeLog | null;
  /** Where the frame is, among the others. */
  place: MaskReport | null;
}

/** A page of which more may differ is another one. */
const MAX_DIFFERENT_SHARE = 1 / 3;

/**
 * Judges whether a screenshot that is not proven shows at least most of the page as it was at `at`: where it can differ is
 * known, and is a small share of the viewport. Of a frame that cannot say where, all of it can. Null when it does not.
 */
export function proveMostOfScreenshot(
  shot: ScreenshotTimes,
  at: number,
  frames: readonly FrameAccount[],
): ScreenshotProof | null {
  if (shot.doneAt > at || frames.some(({ log }) => log === null)) return null;
  const located = locateMasks(
    frames.map(({ frameId, log, place }) => ({
      frameId,
      report: log && place && { ...place, boxes: findDifferentBoxes(log, shot, at, place) },
    })),
  );
  if (!located) return null;
  const regions = located.boxes.map((box) => growBox(box, located));
  const share = regions.reduce((sum, { width, height }) => sum + width * height, 0);
  if (share > MAX_DIFFERENT_SHARE * located.width * located.height) return null;
  const { requestedAt, doneAt } = shot;
  return { kind: 'differs', requestedAt, doneAt, regions };
}

/** A frame's element may show that something happened inside, by a ring around it, CSS px. */
const RING_PX = 4;

function growBox({ x, y, width, height }: Box, page: { width: number; height: number }): Box {
  const left = Math.max(0, x - RING_PX);
  const top = Math.max(0, y - RING_PX);
  const right = Math.min(page.width, x + width + RING_PX);
  const bottom = Math.min(page.height, y + height + RING_PX);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function findDifferentBoxes(
  log: ChangeLog,
  shot: ScreenshotTimes,
  at: number,
  { viewport }: MaskReport,
): Box[] {
  const stale = findStaleReason(log, needsLogSince(shot, at), at, at);
  if (!stale && !wasPressed(log, shot)) return [];
  const known = log.differences?.find(({ since }) => since <= shot.requestedAt + CLOCK_MS);
  if (!known || !log.complete) return [{ x: 0, y: 0, ...viewport }];
  // What changed earlier is in the picture.
  const later = known.changed.filter(({ at: last }) => last >= shot.requestedAt - PAINT_LAG_MS);
  return mergeBoxes([...known.moved, ...later.map(({ box }) => box)]);
}

/** On a page with moving parts, a frame must be at most this old. */
const MAX_LIVE_AGE_MS = 100;

/**
 * Judges whether a frame of the filmed tab, captured at `requestedAt` and received at `doneAt`, shows the page as it
 * was at `at`: it was received before the action, and no frame of the tab changed since shortly before its capture.
 * Unlike for screenshots, moving parts are allowed, since the frame can be from just before the action.
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

/** A tab's masks at some instant between question and answer, epoch ms. */
export interface MaskReading {
  askedAt: number;
  answeredAt: number;
  /** Null without an answer. */
  masks: Masks | null;
}

/**
 * Finds the masks of a film frame whose pixels are from between two instants: known if all readings from before it was
 * painted until after it agree. `all`: unknown. `early`: there is no reading before it. `later`: there is no reading
 * after it yet.
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
