import type { Masks } from '../core/snapshot/masks.ts';
import { locateMasks } from '../core/snapshot/masks.ts';
import { listFrames } from '../platform/list-frames.ts';
import { sendToFrame } from '../platform/messages.ts';
import { isMaskReport } from '../protocol/check-masks.ts';
import type { Content } from '../protocol/content.ts';
import { withTimeout } from './with-timeout.ts';

const ANSWER_MS = 1000;

/** Where a tab's pixels must not be shown right now; null when that cannot be told for all of it. */
export async function readTabMasks(tabId: number): Promise<Masks | null> {
  const frames = await listFrames(tabId);
  const reports = await Promise.all(
    frames.map(async ({ frameId }) => {
      const ask = sendToFrame<Content, 'frame.masks'>({ tabId, frameId }, 'frame.masks', null);
      const report = await withTimeout(ask, ANSWER_MS).catch(() => null);
      return { frameId, report: isMaskReport(report) ? report : null };
    }),
  );
  return locateMasks(reports);
}
