import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import { listFrames } from '../../../platform/list-frames.ts';
import { sendToFrame } from '../../../platform/messages.ts';
import type { Content } from '../../../protocol/content.ts';
import { settleWithin } from '../settle-within.ts';

/** Reads what a tab's other frames know; a frame that doesn't answer in time is left out. */

/** How long a frame may take to answer before the turn goes on without it. */
const ANSWER_MS = 1500;

export interface OtherFrame {
  frameId: number;
  /** null when the frame could not be read: navigating, crashed, or without our script. */
  raw: RawFrame | null;
  log: ChangeLog | null;
}

/** Reads every frame of a tab but one, all at once. */
export async function readOtherFrames(
  tabId: number,
  except: number,
  since: number,
): Promise<OtherFrame[]> {
  const frames = await listFrames(tabId);
  return Promise.all(
    frames
      .filter(({ frameId }) => frameId !== except)
      .map(async ({ frameId }) => {
        const data = { boxes: 'viewport' as const, since };
        const ask = sendToFrame<Content, 'frame.read'>({ tabId, frameId }, 'frame.read', data);
        const state = await settleWithin(ask, ANSWER_MS);
        return { frameId, raw: state?.raw ?? null, log: state?.changes ?? null };
      }),
  );
}

/** The change logs of all frames of a tab; null for one that is gone. */
export async function readAllChanges(tabId: number, since: number): Promise<(ChangeLog | null)[]> {
  const frames = await listFrames(tabId);
  return Promise.all(
    frames.map(({ frameId }) => {
      const ask = sendToFrame<Content, 'frame.changes'>({ tabId, frameId }, 'frame.changes', {
        since,
      });
      return settleWithin(ask, ANSWER_MS);
    }),
  );
}
