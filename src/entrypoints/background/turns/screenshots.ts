import type { ScreenshotTimes } from '../../../core/demonstration/screenshot-proof.ts';
import type { Masks } from '../../../core/snapshot/masks.ts';
import { haveMasksMoved, locateMasks, mergeMasks } from '../../../core/snapshot/masks.ts';
import type { MaskReport, RawFrame } from '../../../core/snapshot/snapshot.ts';
import { decodeDataUrl } from '../../../platform/image/decode-data-url.ts';
import { listFrames } from '../../../platform/list-frames.ts';
import { sendToFrame } from '../../../platform/messages.ts';
import { isMaskReport } from '../../../protocol/check-messages.ts';
import type { Content } from '../../../protocol/content.ts';
import { settleWithin } from '../settle-within.ts';

export interface Shot extends ScreenshotTimes {
  tabId: number;
  png: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  /** Where it must be painted over before it is kept: what was so just before or just after. Null if that moved. */
  masks: Promise<Masks | null>;
}

export type ShotResult = { ok: true; shot: Shot } | { ok: false; reason: string };

/** Chrome's MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND. */
const PER_SECOND = 2;
/** A margin over the second, since Chrome counts from when it gets to a call. */
const WINDOW_MS = 1050;

/**
 * Shots of a tab that are remembered: an action may be judged when newer ones are there already, a
 * hover only once what it showed is used.
 */
const REMEMBERED = 6;

/**
 * Takes screenshots within the browser's quota and caches the last ones of each tab in memory. After a restart of the
 * service worker the next one is taken again.
 */
export function createShots() {
  /** Newest first. */
  const taken = new Map<number, Shot[]>();
  let calls: number[] = [];

  /** `patient` waits for the quota; otherwise a spent quota is a refusal. */
  async function take(tabId: number, patient: boolean): Promise<ShotResult> {
    for (;;) {
      const now = Date.now();
      calls = calls.filter((call) => now - call < WINDOW_MS);
      if (calls.length < PER_SECOND) break;
      if (!patient) return { ok: false, reason: 'two shots a second are all the browser allows' };
      const oldest = calls[0] ?? now;
      await new Promise((resolve) => setTimeout(resolve, WINDOW_MS - (now - oldest)));
    }
    calls.push(Date.now());
    return capture(tabId);
  }

  async function capture(tabId: number): Promise<ShotResult> {
    try {
      const before = await chrome.tabs.get(tabId);
      if (!before.active) return { ok: false, reason: 'the tab was in the background' };
      const requestedAt = Date.now();
      const masksBefore = readMasks(tabId);
      const dataUrl = await chrome.tabs.captureVisibleTab(before.windowId, { format: 'png' });
      const doneAt = Date.now();
      const masks = Promise.all([masksBefore, readMasks(tabId)])
        .then(([one, other]) =>
          one && other && haveMasksMoved(one, other) ? null : mergeMasks(one, other),
        )
        .catch(() => null);
      const after = await chrome.tabs.get(tabId);
      if (!after.active || after.windowId !== before.windowId) {
        return { ok: false, reason: 'another tab came to the front' };
      }
      const png = decodeDataUrl(dataUrl);
      const shot = { tabId, requestedAt, doneAt, png, masks, ...measurePng(png) };
      taken.set(tabId, [shot, ...list(tabId)].slice(0, REMEMBERED));
      return { ok: true, shot };
    } catch (error) {
      return { ok: false, reason: `the browser gave no picture (${String(error)})` };
    }
  }

  /** Newest first; those that were done by then. */
  function list(tabId: number, until = Infinity): Shot[] {
    return (taken.get(tabId) ?? []).filter((shot) => shot.doneAt <= until);
  }

  return { take, list, forget: (tabId: number): void => void taken.delete(tabId) };
}

export type Shots = ReturnType<typeof createShots>;

/** Width and height stand at a fixed place in the header chunk (PNG specification, 11.2.2). */
function measurePng(png: Uint8Array<ArrayBuffer>): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

const ANSWER_MS = 1000;
/** A page that is just loading has no script to answer for a moment. */
const AGAIN_MS = 150;
const TRIES = 4;

/** Where the tab's pixels must not be shown right now; null when its top frame does not say. */
export async function readMasks(tabId: number): Promise<Masks | null> {
  for (let left = TRIES; ; left--) {
    const frames = await listFrames(tabId);
    const reports = await Promise.all(
      frames.map(async ({ frameId }) => ({ frameId, report: await readReport(tabId, frameId) })),
    );
    const masks = locateMasks(reports);
    if (masks || left <= 1) return masks;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function readReport(tabId: number, frameId: number): Promise<MaskReport | null> {
  const ask = sendToFrame<Content, 'frame.masks'>({ tabId, frameId }, 'frame.masks', null);
  const report = await settleWithin(ask, ANSWER_MS);
  return isMaskReport(report) ? report : null;
}

/** The masks that came with the frames of a page; null when they are not known for all of it. */
export function findMasks(
  frames: readonly { frameId: number; raw: RawFrame | null }[],
): Masks | null {
  return locateMasks(frames.map(({ frameId, raw }) => ({ frameId, report: readPlace(raw) })));
}

/** What a frame says of where it and its secrets are; null when it says nothing that can be used. */
export function readPlace(raw: RawFrame | null): MaskReport | null {
  return isMaskReport(raw?.masks) ? raw.masks : null;
}
