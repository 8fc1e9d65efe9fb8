import { listHashes } from '../../core/demonstration/content.ts';
import { addChecksum } from '../../core/demonstration/checksum.ts';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';
import type { StoreName, Writing } from './free-content.ts';
import { dropRef, freeContent } from './free-content.ts';
import { ofDemonstration } from './video.ts';

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

/** Changes what is stored of a demonstration besides its turns; false when it is gone. */
export async function changeDemonstration(
  db: Database,
  id: string,
  change: (stored: Demonstration) => Demonstration,
): Promise<boolean> {
  return write(db, async (tx) => {
    const demonstrations = tx.objectStore('demonstrations');
    const stored = await demonstrations.get(id);
    if (!stored) return false;
    await demonstrations.put(change(stored));
    return true;
  });
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
    await turns.put(addChecksum(turn));
    for (const content of contents) await putContent(tx, turn.demonstrationId, content);
    return true;
  });
}

/**
 * Changes a stored turn in one transaction, so that two writers of different parts cannot undo
 * each other. Content that it named and nothing names any more is deleted. Returns null when the turn
 * is gone.
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
    const turn = addChecksum(change(stored));
    await turns.put(turn);
    for (const content of contents) await putContent(tx, turn.demonstrationId, content);
    await freeContent(tx, turn.demonstrationId, stored, turn);
    return turn;
  });
}

/** The same with another turn of the demonstration at hand, as it is then. Null when either is gone. */
export async function changeTurnBy(
  db: Database,
  turnId: string,
  otherId: string,
  change: (turn: Turn, other: Turn) => Turn,
): Promise<Turn | null> {
  return write(db, async (tx) => {
    const turns = tx.objectStore('turns');
    const [stored, other] = [await turns.get(turnId), await turns.get(otherId)];
    if (!stored || !other) return null;
    const turn = addChecksum(change(stored, other));
    await turns.put(turn);
    await freeContent(tx, turn.demonstrationId, stored, turn);
    return turn;
  });
}

/** Stores content that an edit of the demonstration is going to name. */
export async function keepContent(db: Database, id: string, content: Content): Promise<void> {
  await write(db, (tx) => putContent(tx, id, content), ['blobs', 'refs']);
}

/** Removes a turn, and the content that nothing else names. */
export async function removeTurn(db: Database, turnId: string): Promise<void> {
  await write(db, async (tx) => {
    const turns = tx.objectStore('turns');
    const stored = await turns.get(turnId);
    if (!stored) return;
    await turns.delete(turnId);
    await freeContent(tx, stored.demonstrationId, stored);
  });
}

/** Deletes a demonstration, its turns, and the content no other demonstration needs. */
export async function removeDemonstration(db: Database, id: string): Promise<void> {
  const remove = async (tx: Writing): Promise<void> => {
    const refs = tx.objectStore('refs');
    const mine = IDBKeyRange.bound([id], [id, []]);
    for (const ref of await refs.getAll(mine)) await dropRef(tx, id, ref.hash);
    const turns = tx.objectStore('turns');
    for (const key of await turns.index('byDemonstration').getAllKeys(id)) await turns.delete(key);
    for (const film of ['videoSegments', 'videoChunks'] as const) {
      await tx.objectStore(film).delete(ofDemonstration(id));
    }
    await tx.objectStore('demonstrations').delete(id);
  };
  await write(db, remove, Array.from(db.objectStoreNames));
}

/**
 * Adds demonstrations that are made of stored ones, whose content they share, and changes the `sources`, all or nothing.
 * Rejects when an id is taken.
 */
export async function addDerived(
  db: Database,
  made: readonly { demonstration: Demonstration; turns: readonly Turn[] }[],
  sources: readonly string[],
  change: (stored: Demonstration) => Demonstration,
): Promise<void> {
  await write(db, async (tx) => {
    const refs = tx.objectStore('refs');
    const bytesOf = new Map<Hash, number | undefined>();
    for (const id of sources) {
      for (const { hash, bytes } of await refs.getAll(ofDemonstration(id)))
        bytesOf.set(hash, bytes);
    }
    for (const { demonstration, turns } of made) {
      await tx.objectStore('demonstrations').add(demonstration);
      for (const turn of turns) await tx.objectStore('turns').add(addChecksum(turn));
      for (const hash of listHashes([demonstration, turns])) {
        const bytes = bytesOf.get(hash);
        if (bytesOf.has(hash))
          await refs.put({
            demonstrationId: demonstration.id,
            hash,
            ...(bytes !== undefined && { bytes }),
          });
      }
    }
    for (const id of sources) {
      const stored = await tx.objectStore('demonstrations').get(id);
      if (stored) await tx.objectStore('demonstrations').put(change(stored));
    }
  });
}

/** All of it or nothing; on disk when it resolves. */
export async function write<T>(
  db: Database,
  work: (tx: Writing) => Promise<T>,
  stores: StoreName[] = ['demonstrations', 'turns', 'blobs', 'refs'],
): Promise<T> {
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
  const { hash, bytes } = content;
  await tx.objectStore('refs').put({ demonstrationId, hash, bytes: bytes.byteLength });
}
