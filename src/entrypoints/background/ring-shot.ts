import type { Proof } from '../../core/demonstration/demonstration.ts';
import type { ChangeLog } from '../../core/demonstration/proof.ts';
import { proveFrame } from '../../core/demonstration/proof.ts';
import type { Masks } from '../../core/snapshot/masks.ts';
import { areSameMasks } from '../../core/snapshot/masks.ts';
import { senderTo } from '../../platform/messages.ts';
import type { RingFrame, TabVideo } from '../../protocol/tab-video.ts';
import { settleWithin } from './settle-within.ts';
import type { Shot, Shots } from './shots.ts';

/** A turn does not wait longer for its second-best picture. */
const ANSWER_MS = 1500;

const watcher = senderTo<TabVideo>('offscreen');

interface Action {
  tabId: number;
  /** Epoch ms. */
  at: number;
  /** Image px per CSS px of a screenshot. */
  devicePixelRatio: number;
  masks: () => Promise<Masks | null>;
}

/** The frames that were there before an action; to be asked for at once, since they are soon forgotten. */
export async function listRing({ tabId, at }: Action): Promise<RingFrame[]> {
  return (await settleWithin(watcher('ring.list', { tabId, until: at }), ANSWER_MS)) ?? [];
}

/** The newest frame that shows the page as it was at the action, as a shot; null when none is proven. */
export async function findRingShot(
  frames: readonly RingFrame[],
  action: Action,
  logs: (ChangeLog | null)[],
  shots: Shots,
): Promise<{ shot: Shot; proof: Proof } | null> {
  const { tabId, at, devicePixelRatio } = action;
  for (const frame of frames) {
    const proof = proveFrame(frame, at, logs);
    if (proof.kind !== 'ring') continue;
    const masks = await action.masks();
    if (!masks || (proof.live && !(await wereMasks(masks, shots, tabId, frame)))) return null;
    const { width, height } = masks;
    const size = {
      width: Math.round(width * devicePixelRatio),
      height: Math.round(height * devicePixelRatio),
    };
    const viewport = { width, height };
    const png = await settleWithin(
      watcher('ring.read', { id: frame.id, viewport, size }),
      ANSWER_MS,
    );
    if (!png) return null;
    const { requestedAt, doneAt } = frame;
    const shot = { tabId, requestedAt, doneAt, png, ...size, masks: Promise.resolve(masks) };
    return { shot, proof };
  }
  return null;
}

/**
 * Where nothing changed, secrets are where they were. Where something moves by itself they may move with
 * it: then they must have been there before the frame, when the last shot was taken, as well.
 */
async function wereMasks(
  masks: Masks,
  shots: Shots,
  tabId: number,
  { requestedAt }: RingFrame,
): Promise<boolean> {
  const earlier = await shots.list(tabId, requestedAt)[0]?.masks;
  return earlier !== undefined && earlier !== null && areSameMasks(earlier, masks);
}
