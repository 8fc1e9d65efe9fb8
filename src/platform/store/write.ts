import type { IDBPTransaction } from 'idb';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import { hashBytes } from '../hash.ts';
import type { Database, Schema } from './database.ts';

export interface Content {
  hash: Hash;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function makeContent(bytes: Uint8Array<ArrayBuffer>): Promise<Content> {
  return { hash: await hashBytes(bytes), bytes };
}

export async function putDemonstration(db: Database, demonstration: Demonstration): Promise<void> {
  await db.put('demonstrations', demonstration);
}

/**
 * Adds a turn with the content it names, all or nothing, and resolves only when it is on disk
 * (strict durability). False when a turn of that id was there already: then nothing is written, so
 * that a repeated message changes nothing. Rejects with QuotaExceededError when the disk is full.
 */
export async function addTurn(db: Database, turn: Turn, contents: Content[]): Promise<boolean> {
  const tx = db.transaction(['turns', 'blobs', 'refs'], 'readwrite', { durability: 'strict' });
  const known = await tx.objectStore('turns').getKey(turn.id);
  if (known !== undefined) {
    await tx.done;
    return false;
  }
  await tx.objectStore('turns').put(turn);
  for (const content of contents) await putContent(tx, turn.demonstrationId, content);
  await tx.done;
  return true;
}

type Writing = IDBPTransaction<Schema, ('turns' | 'blobs' | 'refs')[], 'readwrite'>;

async function putContent(tx: Writing, demonstrationId: string, content: Content): Promise<void> {
  const blobs = tx.objectStore('blobs');
  if ((await blobs.getKey(content.hash)) === undefined) await blobs.put(content);
  await tx.objectStore('refs').put({ demonstrationId, hash: content.hash });
}

/**
 * Changes a stored turn in one transaction, so that two writers of different parts cannot undo
 * each other. Returns null when the turn is gone.
 */
export async function changeTurn(
  db: Database,
  turnId: string,
  change: (turn: Turn) => Turn,
  contents: Content[] = [],
): Promise<Turn | null> {
  const tx = db.transaction(['turns', 'blobs', 'refs'], 'readwrite', { durability: 'strict' });
  const stored = await tx.objectStore('turns').get(turnId);
  if (!stored) {
    await tx.done;
    return null;
  }
  const turn = change(stored);
  await tx.objectStore('turns').put(turn);
  for (const content of contents) await putContent(tx, turn.demonstrationId, content);
  await tx.done;
  return turn;
}

export async function removeTurn(db: Database, turnId: string): Promise<void> {
  await db.delete('turns', turnId);
}

/** Deletes a demonstration, its turns, and the content no other demonstration needs. */
export async function removeDemonstration(db: Database, id: string): Promise<void> {
  const tx = db.transaction(['demonstrations', 'turns', 'blobs', 'refs'], 'readwrite');
  const refs = tx.objectStore('refs');
  const mine = IDBKeyRange.bound([id], [id, []]);
  for (const ref of await refs.getAll(mine)) {
    await refs.delete([id, ref.hash]);
    if ((await refs.index('byHash').count(ref.hash)) === 0) {
      await tx.objectStore('blobs').delete(ref.hash);
    }
  }
  for (const key of await tx.objectStore('turns').index('byDemonstration').getAllKeys(id)) {
    await tx.objectStore('turns').delete(key);
  }
  await tx.objectStore('demonstrations').delete(id);
  await tx.done;
}
