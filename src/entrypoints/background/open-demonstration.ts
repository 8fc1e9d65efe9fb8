import {
  resolvePendingScreenshot,
  interruptDemonstration,
} from '../../core/demonstration/recording-state.ts';
import { isSameDocument } from '../../core/demonstration/cause.ts';
import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import type { Database } from '../../platform/store/database.ts';
import { findOpenDemonstration, listStoredTurns } from '../../platform/store/read.ts';
import { changeTurn, putDemonstration } from '../../platform/store/write.ts';
import { borrowFromCause } from './navigation/borrow-from-cause.ts';
import type { News } from '../../protocol/news.ts';

export interface OpenDemonstration {
  /** The demonstration being recorded or paused. The store is the truth; this only remembers it. */
  get(): Promise<Demonstration | null>;
  /** Writes first, then remembers. */
  put(demonstration: Demonstration): Promise<void>;
}

export function createOpenDemonstration(
  db: () => Promise<Database>,
  isWatching: () => Promise<boolean>,
  report: (news: News) => void,
): OpenDemonstration {
  let known: Promise<Demonstration | null> | null = null;
  return {
    get: () =>
      (known ??= recall(db, isWatching, report).catch((error: unknown) => {
        known = null;
        throw error;
      })),
    async put(demonstration) {
      await putDemonstration(await db(), demonstration);
      known = Promise.resolve(demonstration.state === 'stopped' ? null : demonstration);
    },
  };
}

/**
 * After a restart of the service worker: what was pending then will not come any more. If it was the
 * whole browser that ended, pages are no longer watched: then the recording is paused, to be resumed.
 */
async function recall(
  db: () => Promise<Database>,
  isWatching: () => Promise<boolean>,
  report: (news: News) => void,
): Promise<Demonstration | null> {
  const database = await db();
  const open = await findOpenDemonstration(database);
  if (!open) return null;
  const turns = await listStoredTurns(database, open.id);
  for (const turn of turns) {
    if (resolvePendingScreenshot(turn) !== turn)
      await changeTurn(database, turn.id, resolvePendingScreenshot);
    if (turn.kind !== 'browser' || !isSameDocument(turn) || turn.snapshot !== null) continue;
    // Its cause was not complete yet; it is what it will be now.
    await borrowFromCause(database, turn);
  }
  if (await isWatching()) return open;
  const interrupted = interruptDemonstration(open, turns);
  if (interrupted === open) return open;
  await putDemonstration(database, interrupted);
  // A panel may have opened first and read "recording".
  report({ type: 'recording.changed' });
  return interrupted;
}
