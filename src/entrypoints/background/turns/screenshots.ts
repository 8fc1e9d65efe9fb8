import type { ScreenshotTimes } from '../../../core/demonstration/screenshot-proof.ts';
import type { Masks } from '../../../core/snapshot/masks.ts';
import { haveMasksMoved, locateMasks, mergeMasks } from '../../../core/snapshot/masks.ts';
import type { MaskReport, RawFrame } from '../../../core/snapshot/snapshot.ts';
import { decodeDataUrl } from '../../../platform/image/draw.ts';
import { isMaskReport } from '../../../protocol/check-messages.ts';
import { readTabMasks } from '../../../platform/frames.ts';
import { wait } from '../tasks.ts';

export interface Shot extends ScreenshotTimes {
  tabId: number;
  png: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  /** What must be painted over before it is stored, as it was just before or just after. Null if that moved. */
  masks: Promise<Masks | null>;
}

export type ShotResult = { ok: true; shot: Shot } | { ok: false; reason: string };

/** Chrome's MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND. */
const PER_SECOND = 2;
/** Slightly over a second, since Chrome counts from when it gets to a call. */
const WINDOW_MS = 1050;

/** An action may be judged when newer shots are there already, a hover only when what it showed is used. */
const CACHED_PER_TAB = 6;

/**
 * Takes screenshots within the browser's quota and caches the last ones of each tab. After a restart of the service worker
 * the next one is taken again.
 */
export class Shots {
  /** By tab, newest first. */
  private readonly taken = new Map<number, Shot[]>();
  private calls: number[] = [];

  /** `patient` waits for the quota. Otherwise a spent quota is a refusal. */
  async take(tabId: number, patient: boolean): Promise<ShotResult> {
    for (;;) {
      const now = Date.now();
      this.calls = this.calls.filter((call) => now - call < WINDOW_MS);
      if (this.calls.length < PER_SECOND) break;
      if (!patient) return refuse('two shots a second are all the browser allows');
      const oldest = this.calls[0] ?? now;
      await wait(WINDOW_MS - (now - oldest));
    }
    this.calls.push(Date.now());
    return this.capture(tabId).catch((error: unknown) =>
      refuse(`the browser gave no picture (${String(error)})`),
    );
  }

  /** Returns the shots that were done by `until`, newest first. */
  list(tabId: number, until = Infinity): Shot[] {
    return (this.taken.get(tabId) ?? []).filter((shot) => shot.doneAt <= until);
  }

  forget(tabId: number): void {
    this.taken.delete(tabId);
  }

  private async capture(tabId: number): Promise<ShotResult> {
    const before = await chrome.tabs.get(tabId);
    if (!before.active) return refuse('the tab was in the background');
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
      return refuse('another tab came to the front');
    }
    const png = decodeDataUrl(dataUrl);
    const shot = { tabId, requestedAt, doneAt, png, masks, ...measurePng(png) };
    this.taken.set(tabId, [shot, ...this.list(tabId)].slice(0, CACHED_PER_TAB));
    return { ok: true, shot };
  }
}

function refuse(reason: string): ShotResult {
  return { ok: false, reason };
}

/** Width and height are at a fixed place in the header chunk (PNG specification, 11.2.2). */
function measurePng(png: Uint8Array<ArrayBuffer>): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** A page that is just loading has no script to answer for a moment. */
const AGAIN_MS = 150;
const TRIES = 4;

/** Reads where the tab's pixels must not be shown right now. Null if its top frame does not say. */
export async function readMasks(tabId: number): Promise<Masks | null> {
  for (let left = TRIES; ; left--) {
    const masks = await readTabMasks(tabId);
    if (masks || left <= 1) return masks;
    await wait(AGAIN_MS);
  }
}

/** Returns the masks that came with the frames of a page. Null if they are not known for all of it. */
export function findMasks(
  frames: readonly { frameId: number; raw: RawFrame | null }[],
): Masks | null {
  return locateMasks(frames.map(({ frameId, raw }) => ({ frameId, report: readPlace(raw) })));
}

/** Returns where a frame says that it and its secrets are. Null if it says nothing usable. */
export function readPlace(raw: RawFrame | null): MaskReport | null {
  return isMaskReport(raw?.masks) ? raw.masks : null;
}
