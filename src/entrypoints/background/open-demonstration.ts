import { isSameDocument } from '../../core/demonstration/cause.ts';
import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import {
  interruptDemonstration,
  resolvePendingScreenshot,
} from '../../core/demonstration/recording-state.ts';
import type { Database } from '../../platform/store/database.ts';
import { findOpenDemonstration, listStoredTurns } from '../../platform/store/read.ts';
import { changeTurn, putDemonstration } from '../../platform/store/write.ts';
import type { News } from '../../protocol/news.ts';
import { borrowPageState } from './navigation/load-turn.ts';

/** The demonstration being recorded or paused. The store is the truth; this only caches it. */
export class OpenDemonstration {
  private cached: Promise<Demonstration | null> | null = null;

  constructor(
    private readonly db: () => Promise<Database>,
    private readonly isWatching: () => Promise<boolean>,
    private readonly report: (news: News) => void,
  ) {}

  get(): Promise<Demonstration | null> {
    this.cached ??= this.recall().catch((error: unknown) => {
      this.cached = null;
      throw error;
    });
    return this.cached;
  }

  async put(demonstration: Demonstration): Promise<void> {
    await putDemonstration(await this.db(), demonstration);
    this.cached = Promise.resolve(demonstration.state === 'stopped' ? null : demonstration);
  }

  /**
   * Reads it after a restart of the service worker, and resolves what was pending then. If the whole browser was
   * restarted, pages are no longer watched: the recording is paused, to be resumed by the person.
   */
  private async recall(): Promise<Demonstration | null> {
    const db = await this.db();
    const open = await findOpenDemonstration(db);
    if (!open) return null;
    const turns = await listStoredTurns(db, open.id);
    for (const turn of turns) {
      if (resolvePendingScreenshot(turn) !== turn) {
        await changeTurn(db, turn.id, resolvePendingScreenshot);
      }
      if (turn.kind !== 'browser' || !isSameDocument(turn) || turn.snapshot !== null) continue;
      // Its cause was not complete then, and will not become more complete.
      await borrowPageState(db, turn);
    }
    if (await this.isWatching()) return open;
    const interrupted = interruptDemonstration(open, turns);
    if (interrupted === open) return open;
    await putDemonstration(db, interrupted);
    // A panel may have opened first and read "recording".
    this.report({ type: 'recording.changed' });
    return interrupted;
  }
}
