import type { ScreenshotProof } from '../../../core/demonstration/demonstration.ts';
import type { ScreenshotTimes } from '../../../core/demonstration/screenshot-proof.ts';
import { needsLogSince, proveScreenshot } from '../../../core/demonstration/screenshot-proof.ts';
import { redactPage } from '../../../core/demonstration/secrets/redact.ts';
import type { SecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { composePage } from '../../../core/snapshot/compose.ts';
import type { PageSnapshot } from '../../../core/snapshot/snapshot.ts';
import type { FrameState } from '../../../protocol/content.ts';
import { askFrames } from '../../../platform/frames.ts';
import { readAllChanges } from '../tabs/frames.ts';

/** A busy page gets to its idle time late; a turn does not need the answer. */
const ANSWER_MS = 4000;

/** Why a page that shows a film is never at rest. */
const MOVING = 'the page shows moving pictures';

/**
 * Returns the proof that the tab was at rest while a screenshot was taken: `unchanged` if no frame changed then or just
 * before, `stale` if only a film or the like, which never rests, speaks against it. Null otherwise.
 */
export async function proveAtRest(
  tabId: number,
  times: ScreenshotTimes,
): Promise<ScreenshotProof | null> {
  const { doneAt, requestedAt } = times;
  const logs = await readAllChanges(tabId, needsLogSince(times, doneAt));
  const still = logs.map((log) => log && { ...log, live: false });
  if (logs.length === 0 || proveScreenshot(times, doneAt, still).kind === 'stale') return null;
  const isMoving = logs.some((log) => log?.live === true);
  return isMoving
    ? { kind: 'stale', ageMs: 0, reason: MOVING }
    : { kind: 'unchanged', requestedAt, doneAt };
}

/**
 * Reads the page of a tab in its frames' idle time. Returns null if it has changed since `since`, or a frame cannot be
 * read.
 */
export async function readPageAtRest(
  tabId: number,
  since: number,
  search: SecretSearch,
): Promise<PageSnapshot | null> {
  const answers = await askFrames(tabId, 'frame.rest', { since }, { ms: ANSWER_MS });
  const found = answers.flatMap(({ frameId, answer }) =>
    answer && isUnchanged(answer, since) ? [{ frameId, raw: answer.raw }] : [],
  );
  if (found.length < answers.length || found.length === 0) return null;
  return redactPage(composePage(found), search);
}

function isUnchanged({ raw, changes }: FrameState, since: number): boolean {
  const { complete, instants } = changes;
  const isQuiet = complete && changes.since <= since && instants.every((at) => at < since);
  return isQuiet && raw.html !== '';
}
