import type { IDBPTransaction, StoreNames } from 'idb';
import { addChecksum } from '../../core/demonstration/checksum.ts';
import { listHashes } from '../../core/demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import { hashBytes } from '../hash.ts';
import type { Database, Schema } from './database.ts';
import { ofDemonstration } from './database.ts';

type StoreName = StoreNames<Schema>;
type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

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

/** Changes what is stored of a demonstration besides its turns. Returns false if it was deleted. */
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
 * Adds a turn with the content it names, all or nothing, and resolves only when it is on disk (strict durability). Returns
 * false if a turn of that id is stored already: then nothing is written, so that a repeated message changes nothing.
 * Rejects with QuotaExceededError when the disk is full.
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
 * Changes a stored turn in one transaction, so that two writers of different parts cannot undo each other. Deletes content
 * that only the turn before named. Returns null if the turn was deleted.
 */
export async function changeTurn(
  db: Database,
  turnId: string,
  change: (turn: Turn) => Turn,
  contents: Content[] = [],
): Promise<Turn | null> {
  return changeTurnBy(db, turnId, turnId, change, contents);
}

/** The same with another turn of the demonstration, as it is stored then. Returns null if either was deleted. */
export async function changeTurnBy(
  db: Database,
  turnId: string,
  otherId: string,
  change: (turn: Turn, other: Turn) => Turn,
  contents: Content[] = [],
): Promise<Turn | null> {
  return write(db, async (tx) => {
    const turns = tx.objectStore('turns');
    const stored = await turns.get(turnId);
    const other = otherId === turnId ? stored : await turns.get(otherId);
    if (!stored || !other) return null;
    const turn = addChecksum(change(stored, other));
    await turns.put(turn);
    for (const content of contents) await putContent(tx, turn.demonstrationId, content);
    await freeContent(tx, turn.demonstrationId, stored, turn);
    return turn;
  });
}

/** Stores content that an edit of the demonstration is going to name. */
export async function keepContent(db: Database, id: string, content: Content): Promise<void> {
  await write(db, (tx) => putContent(tx, id, content), ['blobs', 'refs']);
}

/** Deletes a turn, and the content that nothing else names. */
export async function removeTurn(db: Database, turnId: string): Promise<void> {
  await write(db, async (tx) => {
    const turns = tx.objectStore('turns');
    const stored = await turns.get(turnId);
    if (!stored) return;
    await turns.delete(turnId);
    await freeContent(tx, stored.demonstrationId, stored);
  });
}

/** Deletes a demonstration, its turns, and the content that no other demonstration needs. */
export async function removeDemonstration(db: Database, id: string): Promise<void> {
  const remove = async (tx: Writing): Promise<void> => {
    await dropRefs(tx, id);
    const turns = tx.objectStore('turns');
    for (const key of await turns.index('byDemonstration').getAllKeys(id)) await turns.delete(key);
    for (const film of ['videoSegments', 'videoChunks'] as const) {
      await tx.objectStore(film).delete(ofDemonstration(id));
    }
    await tx.objectStore('demonstrations').delete(id);
  };
  await write(db, remove, Array.from(db.objectStoreNames));
}

/** Adds a demonstration with its turns. Rejects if an id is taken: stored records are never overwritten. */
export async function addRecords(
  tx: Writing,
  demonstration: Demonstration,
  turns: readonly Turn[],
): Promise<void> {
  await tx.objectStore('demonstrations').add(demonstration);
  for (const turn of turns) await tx.objectStore('turns').add(addChecksum(turn));
}

/**
 * Adds demonstrations that are made of stored ones, whose content they share, and changes the `sources`, all or nothing.
 * Rejects if an id is taken.
 */
export async function addDerived(
  db: Database,
  made: readonly { demonstration: Demonstration; turns: readonly Turn[] }[],
  sources: readonly string[],
  change: (stored: Demonstration) => Demonstration,
): Promise<void> {
  await write(db, async (tx) => {
    const refs = tx.objectStore('refs');
    const shared = (
      await Promise.all(sources.map((id) => refs.getAll(ofDemonstration(id))))
    ).flat();
    for (const { demonstration, turns } of made) {
      await addRecords(tx, demonstration, turns);
      const named = new Set(listHashes([demonstration, turns]));
      for (const ref of shared) {
        if (named.has(ref.hash)) await refs.put({ ...ref, demonstrationId: demonstration.id });
      }
    }
    for (const id of sources) {
      const stored = await tx.objectStore('demonstrations').get(id);
      if (stored) await tx.objectStore('demonstrations').put(change(stored));
    }
  });
}

/** Writes all or nothing; it is on disk when this resolves. */
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

/** Stores content that the demonstration names, or is going to name. */
async function putContent(
  tx: Writing,
  demonstrationId: string,
  { hash, bytes }: Content,
): Promise<void> {
  const blobs = tx.objectStore('blobs');
  if ((await blobs.getKey(hash)) === undefined) await blobs.put({ hash, bytes });
  await tx.objectStore('refs').put({ demonstrationId, hash, bytes: bytes.byteLength });
}

/** Deletes all refs of a demonstration, with the content that no other demonstration names. */
export async function dropRefs(tx: Writing, demonstrationId: string): Promise<void> {
  const refs = await tx.objectStore('refs').getAllKeys(ofDemonstration(demonstrationId));
  for (const [, hash] of refs) await dropRef(tx, demonstrationId, hash);
}

async function dropRef(tx: Writing, demonstrationId: string, hash: Hash): Promise<void> {
  const refs = tx.objectStore('refs');
  await refs.delete([demonstrationId, hash]);
  if ((await refs.index('byHash').count(hash)) === 0) await tx.objectStore('blobs').delete(hash);
}

/**
 * Deletes the content that `before` named and the demonstration no longer names, unless another demonstration names it.
 * Called after the write, in the same transaction.
 */
async function freeContent(
  tx: Writing,
  demonstrationId: string,
  before: Turn,
  after: Turn | null = null,
): Promise<void> {
  const dropped = new Set(listHashes(before));
  for (const hash of listHashes(after)) dropped.delete(hash);
  if (dropped.size === 0) return;
  const turns = await tx.objectStore('turns').index('byDemonstration').getAll(demonstrationId);
  const demonstration = await tx.objectStore('demonstrations').get(demonstrationId);
  for (const hash of listHashes([demonstration, turns])) dropped.delete(hash);
  for (const hash of dropped) await dropRef(tx, demonstrationId, hash);
}
