import type { CapturedTurn } from '../../../core/demonstration/captured-turn.ts';
import type { Screenshot, ScreenshotProof } from '../../../core/demonstration/demonstration.ts';
import type { ChangeLog, FrameAccount } from '../../../core/demonstration/screenshot-proof.ts';
import {
  PAINT_LAG_MS,
  needsLogSince,
  proveMostOfScreenshot,
  proveScreenshot,
  proveVideoFrame,
} from '../../../core/demonstration/screenshot-proof.ts';
import type { Masks } from '../../../core/snapshot/masks.ts';
import { areSameMasks, mergeMasks } from '../../../core/snapshot/masks.ts';
import { paintOver } from '../../../platform/image/draw.ts';
import { senderTo } from '../../../platform/messages.ts';
import type { Content } from '../../../platform/store/write.ts';
import { makeContent } from '../../../platform/store/write.ts';
import type { RingFrame, TabVideo } from '../../../protocol/tab-video.ts';
import { readAllChanges } from '../tabs/frames.ts';
import { settleWithin } from '../../../platform/settle-within.ts';
import type { Shot, Shots } from './screenshots.ts';
import { findMasks, readPlace } from './screenshots.ts';

export interface KeptShot {
  screenshot: Screenshot;
  contents: Content[];
}

interface Judged {
  shot: Shot;
  proof: ScreenshotProof;
}

/** For older shots the page is not asked. */
const OLDEST_MS = 60_000;

/** How far back a content script's own log must reach to judge an earlier shot. */
export const LOG_REACH_MS = OLDEST_MS + PAINT_LAG_MS;

/** A turn does not wait longer for a frame of the ring. */
const ANSWER_MS = 1500;

const watcher = senderTo<TabVideo>('offscreen');

/** What an action's screenshot must show, and what the frames of the tab know about it. */
export interface ShownMoment {
  tabId: number;
  /** Epoch ms. */
  at: number;
  /** The acting frame's own account, made in the very task of the action. */
  acting: FrameAccount & { log: ChangeLog };
  /** The other frames', read about then. */
  others: () => Promise<FrameAccount[]>;
  /** Where the page must not be shown, as it was at the action. Null if that is not known. */
  masks: () => Promise<Masks | null>;
  /** Image px per CSS px of a screenshot. */
  devicePixelRatio: number;
}

/**
 * Finds the screenshot for a person's action: an earlier shot or else a frame of the ring, proven if no frame of the tab
 * changed since. Only a tab without a shot gets one now, which proves nothing.
 */
export async function keepShotOfPerson(shots: Shots, moment: ShownMoment): Promise<KeptShot> {
  const ring = listRing(moment);
  const earlier = await findEarlier(shots, moment, ring);
  if (earlier) {
    const kept = await keep(earlier, await moment.masks());
    return earlier.proof.kind === 'stale' ? addAlternative(kept, await ring, moment, shots) : kept;
  }
  const taken = await shots.take(moment.tabId, false);
  if (!taken.ok) return makeMissing(taken.reason);
  const ageMs = Math.round(moment.at - taken.shot.doneAt);
  const reason = 'the shot was taken when the action had begun';
  return keep({ shot: taken.shot, proof: { kind: 'stale', ageMs, reason } }, await moment.masks());
}

/** The same for an action of the copilot, which waits: a shot taken now can be proven. */
export async function keepShotOfCopilot(shots: Shots, moment: ShownMoment): Promise<KeptShot> {
  const { tabId, at } = moment;
  const earlier = await findEarlier(shots, moment, listRing(moment));
  if (earlier?.proof.kind === 'unchanged' || earlier?.proof.kind === 'ring') {
    return keep(earlier, await moment.masks());
  }
  const taken = await shots.take(tabId, true);
  if (!taken.ok) return makeMissing(taken.reason);
  const { shot } = taken;
  const proof = proveScreenshot(shot, at, await readAllChanges(tabId, needsLogSince(shot, at)));
  const isEarlierBetter = proof.kind === 'stale' && earlier?.proof.kind === 'differs';
  return keep(isEarlierBetter ? earlier : { shot, proof }, await moment.masks());
}

/** For a page that is going away: an earlier shot, and no new one. Its frames go with it and are not asked. */
export async function keepShotOfLeft(
  shots: Shots,
  tabId: number,
  { raw, changes }: Pick<CapturedTurn, 'raw' | 'changes'>,
): Promise<KeptShot> {
  const gone = raw.children.map((_, n) => ({ frameId: n + 1, log: null, place: null }));
  const alone = raw.masks ? { ...raw, masks: { ...raw.masks, children: [] } } : raw;
  const masks = findMasks([{ frameId: 0, raw: alone }]);
  const moment: ShownMoment = {
    tabId,
    at: raw.takenAt,
    acting: { frameId: 0, log: changes, place: readPlace(raw) },
    others: () => Promise.resolve(gone),
    masks: () => Promise.resolve(masks),
    devicePixelRatio: raw.devicePixelRatio,
  };
  const earlier = await findEarlier(shots, moment, listRing(moment));
  return earlier ? keep(earlier, masks) : makeMissing('the page was left too fast');
}

/** For the effect of an action: a shot with its proof, covered as it was then. */
export async function keepShotOfEffect(shot: Shot, proof: ScreenshotProof): Promise<KeptShot> {
  return keep({ shot, proof }, await shot.masks);
}

/** Finds a shot or frame from before the action that is proven, or mostly; else the last shot with what speaks against it. */
async function findEarlier(
  shots: Shots,
  moment: ShownMoment,
  ring: Promise<RingFrame[]>,
): Promise<Judged | null> {
  const { tabId, at, acting, others } = moment;
  const judged = shots
    .list(tabId, at)
    .filter((shot) => at - shot.doneAt < OLDEST_MS)
    .map((shot) => ({ shot, proof: proveScreenshot(shot, at, [acting.log]) }));
  const hopeful = judged.find(({ proof }) => proof.kind === 'unchanged');
  const frames = [acting, ...(await others())];
  const logs = frames.map(({ log }) => log);
  const shown = hopeful && { ...hopeful, proof: proveScreenshot(hopeful.shot, at, logs) };
  if (shown?.proof.kind === 'unchanged') return shown;
  const framed = await findRingShot(await ring, moment, logs, shots);
  return framed ?? findMostlyShown(judged, at, frames) ?? shown ?? judged[0] ?? null;
}

/** Finds the newest shot that differs from the page only in small, known places. */
function findMostlyShown(
  judged: readonly Judged[],
  at: number,
  frames: readonly FrameAccount[],
): Judged | null {
  for (const { shot } of judged) {
    const proof = proveMostOfScreenshot(shot, at, frames);
    if (proof) return { shot, proof };
  }
  return null;
}

function makeMissing(reason: string): KeptShot {
  return { screenshot: { status: 'missing', reason }, contents: [] };
}

/** The last painted version of each shot: several actions are often stored with the same one. */
const covers = new WeakMap<Shot, { of: string; png: Promise<Shot['png']> }>();

function cover(shot: Shot, { boxes, width: cssWidth }: Masks): Promise<Shot['png']> {
  const { png, width, height } = shot;
  const of = JSON.stringify([boxes, cssWidth]);
  const known = covers.get(shot);
  if (known?.of === of) return known.png;
  const painted = paintOver(png, boxes, { scale: width / cssWidth, width, height });
  covers.set(shot, { of, png: painted });
  return painted;
}

/**
 * Paints over what must not be shown: where it was at the action and, unless nothing has changed, where it was at the
 * shot. A shot for which that is not known is not stored.
 */
async function keep({ shot, proof }: Judged, atAction: Masks | null): Promise<KeptShot> {
  const { width, height } = shot;
  const atShot = (await shot.masks) ?? (proof.kind === 'unchanged' ? atAction : null);
  const masks = mergeMasks(atAction, atShot);
  if (!masks) return makeMissing('it may show a secret, and it is not known where');
  const content = await makeContent(await cover(shot, masks));
  return {
    screenshot: { status: 'kept', image: content.hash, width, height, proof },
    contents: [content],
  };
}

/** Lists the ring's frames from before an action. Called at once, since they are soon dropped. */
async function listRing({ tabId, at }: ShownMoment): Promise<RingFrame[]> {
  return (await settleWithin(watcher('ring.list', { tabId, until: at }), ANSWER_MS)) ?? [];
}

/** Returns the newest frame that shows the page as it was at the action, as a shot. Null if none is proven. */
async function findRingShot(
  frames: readonly RingFrame[],
  moment: ShownMoment,
  logs: (ChangeLog | null)[],
  shots: Shots,
): Promise<Judged | null> {
  for (const frame of frames) {
    const proof = proveVideoFrame(frame, moment.at, logs);
    if (proof.kind !== 'ring') continue;
    const shot = await readFrame(frame, moment, proof.live ? shots : null);
    return shot && { shot, proof };
  }
  return null;
}

/**
 * Adds the last frame before the action to a screenshot that may be late. It proves nothing, but an annotator may see that
 * it shows the right state.
 */
async function addAlternative(
  kept: KeptShot,
  [frame]: readonly RingFrame[],
  moment: ShownMoment,
  shots: Shots,
): Promise<KeptShot> {
  if (!frame || kept.screenshot.status !== 'kept') return kept;
  const shot = await readFrame(frame, moment, shots);
  const masks = await shot?.masks;
  if (!shot || !masks) return kept;
  const content = await makeContent(await cover(shot, masks));
  const { width, height } = shot;
  const alternatives = [{ image: content.hash, width, height }];
  return {
    screenshot: { ...kept.screenshot, alternatives },
    contents: [...kept.contents, content],
  };
}

/**
 * Reads a frame of the ring as a shot. If nothing changed, secrets are where they were at the action. Where something
 * moves by itself they may move with it: then the last shot of `movingIn` before the frame must have them there, too.
 */
async function readFrame(
  { id, requestedAt, doneAt }: RingFrame,
  { tabId, devicePixelRatio, masks: findMasksThen }: ShownMoment,
  movingIn: Shots | null,
): Promise<Shot | null> {
  const masks = await findMasksThen();
  if (!masks) return null;
  if (movingIn) {
    const earlier = (await movingIn.list(tabId, requestedAt)[0]?.masks) ?? null;
    if (!earlier || !areSameMasks(earlier, masks)) return null;
  }
  const { width, height } = masks;
  const size = {
    width: Math.round(width * devicePixelRatio),
    height: Math.round(height * devicePixelRatio),
  };
  const reading = watcher('ring.read', { id, viewport: { width, height }, size });
  const png = await settleWithin(reading, ANSWER_MS);
  return png ? { tabId, requestedAt, doneAt, png, ...size, masks: Promise.resolve(masks) } : null;
}
