import type { Masks } from '../core/snapshot/masks.ts';
import { locateMasks } from '../core/snapshot/masks.ts';
import { isMaskReport } from '../protocol/check-messages.ts';
import type { Content } from '../protocol/content.ts';
import type { DataOf, ReplyOf } from '../protocol/message.ts';
import { sendToFrame } from './messages.ts';
import { settleWithin } from './settle-within.ts';

type Frame = Pick<
  chrome.webNavigation.GetAllFrameResultDetails,
  'frameId' | 'documentId' | 'documentLifecycle'
>;

/** Lists the visible frames of a tab, without prerendered and cached pages. Empty if the tab was closed. */
export async function listFrames(tabId: number): Promise<Frame[]> {
  const frames = await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null);
  return (frames ?? []).filter(({ documentLifecycle }) => documentLifecycle === 'active');
}

export interface FrameAnswer<T> {
  frameId: number;
  /** Null when the frame is navigating, crashed, too slow or without our script. */
  answer: T | null;
}

/** Asks every visible frame of a tab except one, all at once. */
export async function askFrames<K extends keyof Content>(
  tabId: number,
  type: K,
  data: DataOf<Content, K>,
  { ms, except }: { ms: number; except?: number },
): Promise<FrameAnswer<ReplyOf<Content, K>>[]> {
  const frames = await listFrames(tabId);
  return Promise.all(
    frames
      .filter(({ frameId }) => frameId !== except)
      .map(async ({ frameId }) => {
        const answer = await settleWithin(sendToFrame({ tabId, frameId }, type, data), ms);
        return { frameId, answer };
      }),
  );
}

const MASKS_MS = 1000;

/** Reads where a tab's pixels must not be shown right now. Null if part of that is unknown. */
export async function readTabMasks(tabId: number): Promise<Masks | null> {
  const answers = await askFrames(tabId, 'frame.masks', null, { ms: MASKS_MS });
  return locateMasks(
    answers.map(({ frameId, answer }) => ({
      frameId,
      report: isMaskReport(answer) ? answer : null,
    })),
  );
}
