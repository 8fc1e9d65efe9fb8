import { settlePending } from '../../core/demonstration/append.ts';
import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import type { Database } from '../../platform/store/database.ts';
import { findOpenDemonstration, listTurns } from '../../platform/store/read.ts';
import { changeTurn, putDemonstration } from '../../platform/store/write.ts';

export interface OpenDemonstration {
  /** The demonstration being recorded or paused. The store is the truth; this only remembers it. */
  get(): Promise<Demonstration | null>;
  /** Writes first, then remembers. */
  put(demonstration: Demonstration): Promise<void>;
}

export function createOpenDemonstration(db: () => Promise<Database>): OpenDemonstration {
  let known: Promise<Demonstration | null> | null = null;
  return {
    get: () => (known ??= recall(db)),
    async put(demonstration) {
      await putDemonstration(await db(), demonstration);
      known = Promise.resolve(demonstration.state === 'stopped' ? null : demonstration);
    },
  };
}

/** After a restart of the service worker: what was pending then will not come any more. */
async function recall(db: () => Promise<Database>): Promise<Demonstration | null> {
  const database = await db();
  const open = await findOpenDemonstration(database);
  if (!open) return null;
  for (const turn of await listTurns(database, open.id)) {
    if (settlePending(turn) !== turn) await changeTurn(database, turn.id, settlePending);
  }
  return open;
}
