import { writeCanonically } from '../../core/demonstration/checksum.ts';
import type { Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { migrateDemonstration } from '../../core/demonstration/migrate.ts';
import { renameDemonstration } from '../../core/demonstration/rename.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';
import { getDemonstration, listTurns } from './read.ts';

interface Records {
  demonstration: Demonstration;
  turns: readonly Turn[];
}

/** `known`: the very same is in the store. */
export type ChosenIds =
  { kind: 'known'; id: string } | ({ kind: 'free'; renamed: boolean } & Records);

/** More copies of one demonstration, each changed, than anybody keeps. */
const MOST_COPIES = 1000;

/**
 * The ids under which something can be imported without touching what is stored: its own where they are
 * free; else its own with an ending that depends on what it holds, so that the same import is known when it
 * comes again.
 */
export async function chooseIds(db: Database, records: Records): Promise<ChosenIds> {
  if (await isFree(db, records)) return { kind: 'free', renamed: false, ...records };
  if (await isSame(db, records)) return { kind: 'known', id: records.demonstration.id };
  const content = new TextEncoder().encode(writeRecords(records));
  const digest = (await hashBytes(content)).slice(0, 8);
  for (let copy = 1; copy <= MOST_COPIES; copy++) {
    const ending = copy === 1 ? `-${digest}` : `-${digest}-${copy}`;
    const renamed = renameDemonstration(records.demonstration, records.turns, ending);
    if (await isFree(db, renamed)) return { kind: 'free', renamed: true, ...renamed };
    if (await isSame(db, renamed)) return { kind: 'known', id: renamed.demonstration.id };
  }
  throw new Error('every id for a copy is taken');
}

async function isFree(db: Database, { demonstration, turns }: Records): Promise<boolean> {
  const tx = db.transaction(['demonstrations', 'turns']);
  if ((await tx.objectStore('demonstrations').getKey(demonstration.id)) !== undefined) return false;
  const store = tx.objectStore('turns');
  for (const { id } of turns) if ((await store.getKey(id)) !== undefined) return false;
  return true;
}

async function isSame(db: Database, records: Records): Promise<boolean> {
  const { id } = records.demonstration;
  const stored = await getDemonstration(db, id);
  const migrated = stored && migrateDemonstration(stored);
  if (!migrated?.ok) return false;
  const kept = { demonstration: migrated.value, turns: await listTurns(db, id) };
  return writeRecords(kept) === writeRecords(records);
}

/** Equal for equal records, whatever their order and checksums. */
function writeRecords({ demonstration, turns }: Records): string {
  const own = turns
    .map((turn) => ({ ...turn, checksum: undefined }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return writeCanonically({ demonstration, turns: own });
}
