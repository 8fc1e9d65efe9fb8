import type { FrameState } from '../../protocol/content.ts';
import type { DocumentReader } from './document-reader.ts';

/** A page that is never idle for so long is read all the same. */
const LATEST_MS = 2000;

/**
 * This document when the browser has time for it, if nothing changed since `since` (epoch ms): a person
 * who goes on waits for nothing. What was read serves the next action too, which costs less for it.
 */
export async function readAtRest(
  reader: DocumentReader,
  since: number,
): Promise<FrameState | null> {
  await reader.masking.known;
  await waitForIdle();
  const changes = reader.changes(since);
  if (!changes.complete || changes.instants.length > 0) return null;
  return { raw: reader.take('viewport'), changes };
}

export function waitForIdle(): Promise<IdleDeadline> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: LATEST_MS }));
}
