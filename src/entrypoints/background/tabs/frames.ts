import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { askFrames } from '../../../platform/frames.ts';

/** How long a frame may take to answer before the turn is saved without it. */
const ANSWER_MS = 1500;

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
  const frames = await askFrames(
    tabId,
    'frame.read',
    { boxes: 'viewport', since },
    { ms: ANSWER_MS, except },
  );
  return frames.map(({ frameId, answer }) => ({
    frameId,
    raw: answer?.raw ?? null,
    log: answer?.changes ?? null,
  }));
}

/** Returns the change logs of all frames of a tab; null for a frame that does not answer. */
export async function readAllChanges(tabId: number, since: number): Promise<(ChangeLog | null)[]> {
  return (await askFrames(tabId, 'frame.changes', { since }, { ms: ANSWER_MS })).map(
    ({ answer }) => answer,
  );
}
