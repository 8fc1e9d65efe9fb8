import type { IDBPTransaction } from 'idb';
import { sealTurn } from '../../core/demonstration/checksum.ts';
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
  await write(db, (tx) => tx.objectStore('demonstrations').put(demonstration));
}

/**
 * Adds a turn with the content it names, all or nothing, and resolves only when it is on disk
 * (strict durability). False when a turn of that id was there already: then nothing is written, so
 * that a repeated message changes nothing. Rejects with QuotaExceededError when the disk is full.
 */
export async function addTurn(db: Database, turn: Turn, contents: Content[]): Promise<boolean> {
  return write(db, async (tx) => {
    const turns = tx.objectStore('turns');
    if ((await turns.getKey(turn.id)) !== undefined) return false;
    await turns.put(sealTurn(turn));
    for (const content of contents) await putContent(tx, turn.demonstrationId, content);
    return true;
  });
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
  return write(db, async (tx) => {
    const turns = tx.objectStore('turns');
    const stored = await turns.get(turnId);
    if (!stored) return null;
    const turn = sealTurn(change(stored));
    await turns.put(turn);
    for (const content of contents) await putContent(tx, turn.demonstrationId, content);
    return turn;
  });
}

export async function removeTurn(db: Database, turnId: string): Promise<void> {
  await write(db, (tx) => tx.objectStore('turns').delete(turnId));
}

/** Deletes a demonstration, its turns, and the content no other demonstration needs. */
export async function removeDemonstration(db: Database, id: string): Promise<void> {
  await write(db, async (tx) => {
    const refs = tx.objectStore('refs');
    const mine = IDBKeyRange.bound([id], [id, []]);
    for (const ref of await refs.getAll(mine)) {
      await refs.delete([id, ref.hash]);
      if ((await refs.index('byHash').count(ref.hash)) === 0) {
        await tx.objectStore('blobs').delete(ref.hash);
      }
    }
    const turns = tx.objectStore('turns');
    for (const key of await turns.index('byDemonstration').getAllKeys(id)) await turns.delete(key);
    await tx.objectStore('demonstrations').delete(id);
  });
}

type StoreName = 'demonstrations' | 'turns' | 'blobs' | 'refs';
type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

/** All of it or nothing; on disk when it resolves. */
async function write<T>(db: Database, work: (tx: Writing) => Promise<T>): Promise<T> {
  const stores: StoreName[] = ['demonstrations', 'turns', 'blobs', 'refs'];
  const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (error) {
    // What was written before the fault would be committed with the rest missing.
    tx.done.catch(() => undefined);
    try {
      tx.abort();
    } catch {
      // The browser did it already.
    }
    throw error;
  }
}

async function putContent(tx: Writing, demonstrationId: string, content: Content): Promise<void> {
  const blobs = tx.objectStore('blobs');
  if ((await blobs.getKey(content.hash)) === undefined) await blobs.put(content);
  await tx.objectStore('refs').put({ demonstrationId, hash: content.hash });
}
