import { redactPage } from '../../../core/demonstration/secrets/redact.ts';
import type { SecretSearch } from '../../../core/demonstration/secrets/search.ts';
import type { ScreenshotProof } from '../../../core/demonstration/demonstration.ts';
import type { ChangeLog, ScreenshotTimes } from '../../../core/demonstration/screenshot-proof.ts';
import { needsLogSince, proveScreenshot } from '../../../core/demonstration/screenshot-proof.ts';
import { composePage } from '../../../core/snapshot/compose.ts';
import type { PageSnapshot } from '../../../core/snapshot/snapshot.ts';
import { listFrames } from '../../../platform/list-frames.ts';
import { sendToFrame } from '../../../platform/messages.ts';
import type { Content, FrameState } from '../../../protocol/content.ts';
import { settleWithin } from '../settle-within.ts';
import { readAllChanges } from '../tabs/frames.ts';

/** A busy page gets to its idle time late; a turn can do without. */
const ANSWER_MS = 4000;

/** Why a page that shows a film has no time at rest. */
const MOVING = 'the page shows moving pictures';

/**
 * Whether the tab was at rest while this was taken: `unchanged` when no frame changed then or just
 * before. `stale` only when all that speaks against it is a film or the like, which never rests.
 */
export async function proveAtRest(
  tabId: number,
  times: ScreenshotTimes,
): Promise<ScreenshotProof | null> {
  const { doneAt } = times;
  const logs = await readAllChanges(tabId, needsLogSince(times, doneAt));
  const still = logs.map((log) => log && { ...log, live: false });
  if (logs.length === 0 || proveScreenshot(times, doneAt, still).kind === 'stale') return null;
  const isMoving = logs.some((log) => log?.live === true);
  if (isMoving) return { kind: 'stale', ageMs: 0, reason: MOVING };
  return { kind: 'unchanged', requestedAt: times.requestedAt, doneAt };
}

/**
 * The page of a tab as it still is since `since`, read in its frames' idle time; null when it has
 * changed since, or a frame cannot be read.
 */
export async function readPageAtRest(
  tabId: number,
  since: number,
  search: SecretSearch,
): Promise<PageSnapshot | null> {
  const frames = await listFrames(tabId);
  const taken = await Promise.all(
    frames.map(async ({ frameId }) => {
      const ask = sendToFrame<Content, 'frame.rest'>({ tabId, frameId }, 'frame.rest', { since });
      const state = await settleWithin(ask, ANSWER_MS);
      return state && isSame(state, since) ? [{ frameId, raw: state.raw }] : [];
    }),
  );
  const found = taken.flat();
  if (found.length < frames.length || found.length === 0) return null;
  return redactPage(composePage(found), search);
}

function isSame({ raw, changes }: FrameState, since: number): boolean {
  return isUnchanged(changes, since) && raw.html !== '';
}

function isUnchanged(log: ChangeLog, since: number): boolean {
  return log.complete && log.since <= since && log.instants.every((instant) => instant < since);
}
