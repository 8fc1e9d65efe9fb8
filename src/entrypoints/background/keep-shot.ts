import type { Captured } from '../../core/demonstration/captured.ts';
import type { Proof, Screenshot } from '../../core/demonstration/demonstration.ts';
import type { ChangeLog } from '../../core/demonstration/proof.ts';
import { needsLogSince, PAINT_LAG_MS, proveShot } from '../../core/demonstration/proof.ts';
import type { Content } from '../../platform/store/write.ts';
import { makeContent } from '../../platform/store/write.ts';
import type { Masks } from '../../core/snapshot/masks.ts';
import { joinMasks } from '../../core/snapshot/masks.ts';
import { paintOver } from '../../platform/image/paint-over.ts';
import { findMasks } from './read-masks.ts';
import { findRingShot, listRing } from './ring-shot.ts';
import type { Shot, Shots } from './shots.ts';

export interface KeptShot {
  screenshot: Screenshot;
  contents: Content[];
}

/** An earlier shot older than this is not worth asking the page about. */
const OLDEST_MS = 60_000;

/** How far back a content script's own log must reach to judge an earlier shot. */
export const LOG_REACH_MS = OLDEST_MS + PAINT_LAG_MS;

/** How the frames of the tab are asked when they changed. */
export interface Witnesses {
  /** The acting frame's own account, made in the very task of the action. */
  acting: ChangeLog;
  /** The other frames', read about then. */
  others: () => Promise<(ChangeLog | null)[]>;
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
  const earlier = await findEarlier(shots, tabId, at, witnesses);
  if (earlier) return keep(earlier.shot, earlier.proof, await witnesses.masks());
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
  const earlier = await findEarlier(shots, tabId, at, witnesses);
  if (earlier && earlier.proof.kind !== 'stale') {
    return keep(earlier.shot, earlier.proof, await witnesses.masks());
  }
  const taken = await shots.take(tabId, true);
  if (!taken.ok) return { screenshot: { status: 'missing', reason: taken.reason }, contents: [] };
  const logs = await witnesses.all(needsLogSince(taken.shot, at));
  return keep(taken.shot, proveShot(taken.shot, at, logs), await witnesses.masks());
}

/** A proven shot or frame from before the action, or else the last shot with what speaks against it. */
async function findEarlier(
  shots: Shots,
  tabId: number,
  at: number,
  { acting, others, masks, devicePixelRatio }: Omit<Witnesses, 'all'>,
): Promise<{ shot: Shot; proof: Proof } | null> {
  const action = { tabId, at, devicePixelRatio, masks };
  const ring = listRing(action);
  const judged = shots
    .list(tabId, at)
    .filter((shot) => at - shot.doneAt < OLDEST_MS)
    .map((shot) => ({ shot, proof: proveShot(shot, at, [acting]) }));
  const hopeful = judged.find(({ proof }) => proof.kind === 'unchanged');
  const logs = [acting, ...(await others())];
  const shown = hopeful && { ...hopeful, proof: proveShot(hopeful.shot, at, logs) };
  if (shown?.proof.kind === 'unchanged') return shown;
  const framed = await findRingShot(await ring, action, logs, shots);
  return framed ?? shown ?? judged[0] ?? null;
}

/** For a page that is going away: an earlier shot, and no new one. Its frames go with it, unasked. */
export async function keepShotOfLeft(
  shots: Shots,
  tabId: number,
  { raw, changes }: Pick<Captured, 'raw' | 'changes'>,
): Promise<KeptShot> {
  const others = (): Promise<null[]> => Promise.resolve(raw.children.map(() => null));
  const masks = findMasks([{ frameId: 0, raw: dropChildren(raw) }]);
  const earlier = await findEarlier(shots, tabId, raw.takenAt, {
    acting: changes,
    others,
    masks: () => Promise.resolve(masks),
    devicePixelRatio: raw.devicePixelRatio,
  });
  if (earlier) return keep(earlier.shot, earlier.proof, masks);
  return { screenshot: { status: 'missing', reason: 'the page was left too fast' }, contents: [] };
}

/** For the outcome of an action: a shot with what is known of it, and covered as it was then. */
export async function keepShotOfEffect(shot: Shot, proof: Proof): Promise<KeptShot> {
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
function dropChildren(raw: Captured['raw']): Captured['raw'] {
  return raw.masks ? { ...raw, masks: { ...raw.masks, children: [] } } : raw;
}

/**
 * Covers what must not be shown: where it was at the action and, unless nothing has changed, where it
 * was when the picture was taken. A picture of which that is not known is not kept.
 */
async function keep(shot: Shot, proof: Proof, atAction: Masks | null): Promise<KeptShot> {
  const { width, height } = shot;
  const atShot = (await shot.masks) ?? (proof.kind === 'unchanged' ? atAction : null);
  const masks = joinMasks(atAction, atShot);
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
