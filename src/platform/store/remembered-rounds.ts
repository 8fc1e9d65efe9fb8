import { isRememberedRound } from '../../core/navigator/memory/remembered-round.ts';
import type { RememberedRound } from '../../core/navigator/memory/remembered-round.ts';
import { withJournals } from './journal.ts';

/** More than these, and the oldest are dropped. */
export const MOST_ROUNDS = 200;

/** What is remembered of rounds that were not recorded, beside the journals; never exported. */
export async function listRememberedRounds(): Promise<RememberedRound[]> {
  const all: unknown[] = await withJournals((db) => db.getAll('remembered'));
  return all.filter(isRememberedRound);
}

export async function writeRememberedRound(round: RememberedRound): Promise<void> {
  await withJournals(async (db) => {
    const writing = db.transaction('remembered', 'readwrite');
    await writing.store.put(round);
    let surplus = (await writing.store.count()) - MOST_ROUNDS;
    for (
      let oldest = await writing.store.index('startedAt').openCursor();
      oldest && surplus > 0;
      oldest = await oldest.continue(), surplus -= 1
    ) {
      await oldest.delete();
    }
    await writing.done;
  });
}

export async function deleteRememberedRounds(ids: readonly string[]): Promise<void> {
  await withJournals(async (db) => {
    const writing = db.transaction('remembered', 'readwrite');
    await Promise.all([...ids.map((id) => writing.store.delete(id)), writing.done]);
  });
}

export async function clearRememberedRounds(): Promise<void> {
  await withJournals((db) => db.clear('remembered'));
}
