import type { Masks } from '../../core/snapshot/masks.ts';
import { locateMasks } from '../../core/snapshot/masks.ts';
import type { MaskReport, RawFrame } from '../../core/snapshot/snapshot.ts';
import { listFrames } from '../../platform/list-frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import { isMaskReport } from '../../protocol/check-masks.ts';
import type { Content } from '../../protocol/content.ts';
import { settleWithin } from './settle-within.ts';

const ANSWER_MS = 1000;
/** A page that is just being loaded has nobody to ask for a moment. */
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
  return locateMasks(
    frames.map(({ frameId, raw }) => ({
      frameId,
      report: isMaskReport(raw?.masks) ? raw.masks : null,
    })),
  );
}
