import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { listFrames } from '../../../platform/list-frames.ts';
import { sendToFrame } from '../../../platform/messages.ts';
import type { Content } from '../../../protocol/content.ts';
import type { DataOf, ReplyOf } from '../../../protocol/message.ts';
import { settleWithin } from '../tasks.ts';

/** How long a frame may take to answer before the turn is saved without it. */
const ANSWER_MS = 1500;

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
  { ms = ANSWER_MS, except }: { ms?: number; except?: number } = {},
): Promise<FrameAnswer<ReplyOf<Content, K>>[]> {
  const frames = await listFrames(tabId);
  return Promise.all(
    frames
      .filter(({ frameId }) => frameId !== except)
      .map(async ({ frameId }) => {
        const asked = sendToFrame({ tabId, frameId }, type, data);
        return { frameId, answer: await settleWithin(asked, ms) };
      }),
  );
}

export interface OtherFrame {
  frameId: number;
  raw: RawFrame | null;
  log: ChangeLog | null;
}

/** Reads every frame of a tab except one; `since` is where their change logs begin. */
export async function readOtherFrames(
  tabId: number,
  except: number,
  since: number,
): Promise<OtherFrame[]> {
  const frames = await askFrames(tabId, 'frame.read', { boxes: 'viewport', since }, { except });
  return frames.map(({ frameId, answer }) => ({
    frameId,
    raw: answer?.raw ?? null,
    log: answer?.changes ?? null,
  }));
}

/** Returns the change logs of all frames of a tab; null for a frame that does not answer. */
export async function readAllChanges(tabId: number, since: number): Promise<(ChangeLog | null)[]> {
  return (await askFrames(tabId, 'frame.changes', { since })).map(({ answer }) => answer);
}
