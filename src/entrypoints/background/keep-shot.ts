import type { Proof, Screenshot } from '../../core/demonstration/demonstration.ts';
import type { ChangeLog } from '../../core/demonstration/proof.ts';
import { needsLogSince, PAINT_LAG_MS, proveShot } from '../../core/demonstration/proof.ts';
import type { Content } from '../../platform/store/write.ts';
import { makeContent } from '../../platform/store/write.ts';
import type { Shot, Shots } from './shots.ts';

export interface KeptShot {
  screenshot: Screenshot;
  contents: Content[];
}

/** An earlier shot older than this is not worth asking the page about. */
const OLDEST_MS = 60_000;

/** How the frames of the tab are asked when they changed. */
export interface Witnesses {
  /** The acting frame's own account, made in the very task of the action. */
  acting: ChangeLog;
  /** The other frames', read about then. */
  others: () => Promise<(ChangeLog | null)[]>;
  /** All frames', read now. */
  all: (since: number) => Promise<(ChangeLog | null)[]>;
}

/**
 * Finds the screenshot for an action that is happening now: the last shot if no frame changed since,
 * else one taken at once and judged the same way.
 */
export async function keepShotOf(
  shots: Shots,
  tabId: number,
  at: number,
  witnesses: Witnesses,
  /** The action waits for the shot: a spent quota is worth waiting for. */
  waiting: boolean,
): Promise<KeptShot> {
  const last = shots.latest(tabId);
  const early = last && last.doneAt <= at && at - last.doneAt < OLDEST_MS ? last : null;
  const hopeful = early && proveShot(early, at, [witnesses.acting]).kind === 'unchanged';
  // Begun before anything is awaited: every millisecond counts for a shot after the action.
  const late = hopeful ? null : shots.take(tabId, waiting);

  if (early && hopeful) {
    const proof = proveShot(early, at, [witnesses.acting, ...(await witnesses.others())]);
    if (proof.kind === 'unchanged') return keep(early, proof);
  }
  const taken = await (late ?? shots.take(tabId, waiting));
  if (taken.ok) {
    const logs = await witnesses.all(needsLogSince(taken.shot, at));
    return keep(taken.shot, proveShot(taken.shot, at, logs));
  }
  if (!early) return { screenshot: { status: 'missing', reason: taken.reason }, contents: [] };
  const ageMs = Math.round(at - early.doneAt);
  return keep(early, { kind: 'stale', ageMs, reason: taken.reason });
}

/** For a page that is going away: the last shot if nothing changed, and no new one. */
export async function keepShotOfLeft(
  shots: Shots,
  tabId: number,
  at: number,
  log: ChangeLog,
): Promise<KeptShot> {
  const shot = shots.latest(tabId);
  if (!shot) {
    return {
      screenshot: { status: 'missing', reason: 'the page was left too fast' },
      contents: [],
    };
  }
  return keep(shot, proveShot(shot, at, [log]));
}

/** How far back a content script's own log must reach to judge the last shot. */
export const LOG_REACH_MS = OLDEST_MS + PAINT_LAG_MS;

async function keep(shot: Shot, proof: Proof): Promise<KeptShot> {
  const content = await makeContent(shot.png);
  const { width, height } = shot;
  return {
    screenshot: { status: 'kept', image: content.hash, width, height, proof },
    contents: [content],
  };
}
