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
import { paintOver } from '../../../platform/image/paint-over.ts';
import { senderTo } from '../../../platform/messages.ts';
import type { Content } from '../../../platform/store/write.ts';
import { makeContent } from '../../../platform/store/write.ts';
import type { RingFrame, TabVideo } from '../../../protocol/tab-video.ts';
import { settleWithin } from '../settle-within.ts';
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

/** An earlier shot older than this is not worth asking the page about. */
const OLDEST_MS = 60_000;

/** How far back a content script's own log must reach to judge an earlier shot. */
export const LOG_REACH_MS = OLDEST_MS + PAINT_LAG_MS;

/** How the frames of the tab are asked when they changed. */
export interface Witnesses {
  /** The acting frame's own account, made in the very task of the action. */
  acting: FrameAccount & { log: ChangeLog };
  /** The other frames', read about then. */
  others: () => Promise<FrameAccount[]>;
  /** All frames', read now. */
  all: (since: number) => Promise<(ChangeLog | null)[]>;
  /** Where the page must not be shown, as it was at the action; null when that is not known. */
  masks: () => Promise<Masks | null>;
  /** Image px per CSS px of a screenshot. */
  devicePixelRatio: number;
}

/**
 * Finds the screenshot for what a person has begun to do: an earlier shot or, failing that, a frame of the
 * ring, proven if no frame of the tab changed since. Only a tab that was never pictured gets a shot now,
 * which can prove nothing.
 */
export async function keepShotOfPerson(
  shots: Shots,
  tabId: number,
  at: number,
  witnesses: Witnesses,
): Promise<KeptShot> {
  const action = { tabId, at, ...witnesses };
  const ring = listRing(action);
  const earlier = await findEarlier(shots, action, witnesses, ring);
  if (earlier) {
    const kept = await keep(earlier.shot, earlier.proof, await witnesses.masks());
    return earlier.proof.kind === 'stale' ? addAlternative(kept, await ring, action, shots) : kept;
  }
  const taken = await shots.take(tabId, false);
  if (!taken.ok) return { screenshot: { status: 'missing', reason: taken.reason }, contents: [] };
  const ageMs = Math.round(at - taken.shot.doneAt);
  const reason = 'the shot was taken when the action had begun';
  return keep(taken.shot, { kind: 'stale', ageMs, reason }, await witnesses.masks());
}

/** For the copilot's action, which waits: if no earlier shot is proven, one taken now can be. */
export async function keepShotOfCopilot(
  shots: Shots,
  tabId: number,
  at: number,
  witnesses: Witnesses,
): Promise<KeptShot> {
  const action = { tabId, at, ...witnesses };
  const earlier = await findEarlier(shots, action, witnesses, listRing(action));
  const keepEarlier = async ({ shot, proof }: Judged): Promise<KeptShot> =>
    keep(shot, proof, await witnesses.masks());
  if (earlier?.proof.kind === 'unchanged' || earlier?.proof.kind === 'ring')
    return keepEarlier(earlier);
  const taken = await shots.take(tabId, true);
  if (!taken.ok) return { screenshot: { status: 'missing', reason: taken.reason }, contents: [] };
  const logs = await witnesses.all(needsLogSince(taken.shot, at));
  const proof = proveScreenshot(taken.shot, at, logs);
  if (proof.kind === 'stale' && earlier?.proof.kind === 'differs') return keepEarlier(earlier);
  return keep(taken.shot, proof, await witnesses.masks());
}

/** A shot or frame from before the action that is proven, or mostly; or else the last shot with what speaks against it. */
async function findEarlier(
  shots: Shots,
  action: Action,
  { acting, others }: Pick<Witnesses, 'acting' | 'others'>,
  ring: Promise<RingFrame[]>,
): Promise<Judged | null> {
  const { tabId, at } = action;
  const judged = shots
    .list(tabId, at)
    .filter((shot) => at - shot.doneAt < OLDEST_MS)
    .map((shot) => ({ shot, proof: proveScreenshot(shot, at, [acting.log]) }));
  const hopeful = judged.find(({ proof }) => proof.kind === 'unchanged');
  const frames = [acting, ...(await others())];
  const logs = frames.map(({ log }) => log);
  const shown = hopeful && { ...hopeful, proof: proveScreenshot(hopeful.shot, at, logs) };
  if (shown?.proof.kind === 'unchanged') return shown;
  const framed = await findRingShot(await ring, action, logs, shots);
  return framed ?? findMostlyShown(judged, at, frames) ?? shown ?? judged[0] ?? null;
}

/** The newest shot that differs from the page only in places that are known, and small. */
function findMostlyShown(
  judged: readonly { shot: Shot }[],
  at: number,
  frames: readonly FrameAccount[],
): Judged | null {
  for (const { shot } of judged) {
    const proof = proveMostOfScreenshot(shot, at, frames);
    if (proof) return { shot, proof };
  }
  return null;
}

/** For a page that is going away: an earlier shot, and no new one. Its frames go with it, unasked. */
export async function keepShotOfLeft(
  shots: Shots,
  tabId: number,
  { raw, changes }: Pick<CapturedTurn, 'raw' | 'changes'>,
): Promise<KeptShot> {
  const gone = raw.children.map((_, n) => ({ frameId: n + 1, log: null, place: null }));
  const masks = findMasks([{ frameId: 0, raw: dropChildren(raw) }]);
  const action = {
    ...{ tabId, at: raw.takenAt, devicePixelRatio: raw.devicePixelRatio },
    masks: () => Promise.resolve(masks),
  };
  const witnesses = {
    acting: { frameId: 0, log: changes, place: readPlace(raw) },
    others: () => Promise.resolve(gone),
  };
  const earlier = await findEarlier(shots, action, witnesses, listRing(action));
  if (earlier) return keep(earlier.shot, earlier.proof, masks);
  return { screenshot: { status: 'missing', reason: 'the page was left too fast' }, contents: [] };
}

/** For the outcome of an action: a shot with what is known of it, and covered as it was then. */
export async function keepShotOfEffect(shot: Shot, proof: ScreenshotProof): Promise<KeptShot> {
  return keep(shot, proof, await shot.masks);
}

/** The last cover of each shot: several actions are often kept with the same one. */
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

/** Its frames are not asked any more; where they must not be shown was asked when the shot was taken. */
function dropChildren(raw: CapturedTurn['raw']): CapturedTurn['raw'] {
  return raw.masks ? { ...raw, masks: { ...raw.masks, children: [] } } : raw;
}

/**
 * Covers what must not be shown: where it was at the action and, unless nothing has changed, where it
 * was when the picture was taken. A picture of which that is not known is not kept.
 */
async function keep(shot: Shot, proof: ScreenshotProof, atAction: Masks | null): Promise<KeptShot> {
  const { width, height } = shot;
  const atShot = (await shot.masks) ?? (proof.kind === 'unchanged' ? atAction : null);
  const masks = mergeMasks(atAction, atShot);
  if (!masks) {
    const reason = 'it may show a secret, and it is not known where';
    return { screenshot: { status: 'missing', reason }, contents: [] };
  }
  const content = await makeContent(await cover(shot, masks));
  return {
    screenshot: { status: 'kept', image: content.hash, width, height, proof },
    contents: [content],
  };
}

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
async function listRing({ tabId, at }: Action): Promise<RingFrame[]> {
  return (await settleWithin(watcher('ring.list', { tabId, until: at }), ANSWER_MS)) ?? [];
}

/** The newest frame that shows the page as it was at the action, as a shot; null when none is proven. */
async function findRingShot(
  frames: readonly RingFrame[],
  action: Action,
  logs: (ChangeLog | null)[],
  shots: Shots,
): Promise<Judged | null> {
  for (const frame of frames) {
    const proof = proveVideoFrame(frame, action.at, logs);
    if (proof.kind !== 'ring') continue;
    const masks = await action.masks();
    if (!masks || (proof.live && !(await wereMasks(masks, shots, action.tabId, frame))))
      return null;
    const shot = await readFrame(frame, action, masks);
    return shot && { shot, proof };
  }
  return null;
}

async function readFrame(
  { id, requestedAt, doneAt }: RingFrame,
  { tabId, devicePixelRatio }: Action,
  masks: Masks,
): Promise<Shot | null> {
  const { width, height } = masks;
  const size = {
    width: Math.round(width * devicePixelRatio),
    height: Math.round(height * devicePixelRatio),
  };
  const reading = watcher('ring.read', { id, viewport: { width, height }, size });
  const png = await settleWithin(reading, ANSWER_MS);
  return png ? { tabId, requestedAt, doneAt, png, ...size, masks: Promise.resolve(masks) } : null;
}

/**
 * Adds the last frame before the action to a screenshot that may be late. It proves nothing, but an annotator may see that
 * it shows the right state. Only where secrets were at the same places when the last shot was taken.
 */
async function addAlternative(
  kept: KeptShot,
  [frame]: readonly RingFrame[],
  action: Action,
  shots: Shots,
): Promise<KeptShot> {
  const masks = frame ? await action.masks() : null;
  if (!frame || !masks || kept.screenshot.status !== 'kept') return kept;
  if (!(await wereMasks(masks, shots, action.tabId, frame))) return kept;
  const shot = await readFrame(frame, action, masks);
  if (!shot) return kept;
  const content = await makeContent(await cover(shot, masks));
  const { width, height } = shot;
  const alternatives = [{ image: content.hash, width, height }];
  return {
    screenshot: { ...kept.screenshot, alternatives },
    contents: [...kept.contents, content],
  };
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
