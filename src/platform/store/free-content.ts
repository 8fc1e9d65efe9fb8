import type { IDBPTransaction, StoreNames } from 'idb';
import type { Hash } from '../../core/demonstration/demonstration.ts';
import { listHashes } from '../../core/demonstration/content.ts';
import type { Schema } from './database.ts';

export type StoreName = StoreNames<Schema>;
export type Writing = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

/**
 * Deletes the content that `before` named and nothing of its demonstration names any more, unless
 * another demonstration has the same. Comes after the write that let go of it, in the same transaction.
 */
export async function freeContent(
  tx: Writing,
  demonstrationId: string,
  before: unknown,
  after: unknown = null,
): Promise<void> {
  const dropped = new Set(listHashes(before));
  for (const hash of listHashes(after)) dropped.delete(hash);
  if (dropped.size === 0) return;
  const turns = await tx.objectStore('turns').index('byDemonstration').getAll(demonstrationId);
  const demonstration = await tx.objectStore('demonstrations').get(demonstrationId);
  for (const hash of listHashes([demonstration, turns])) dropped.delete(hash);
  for (const hash of dropped) await dropRef(tx, demonstrationId, hash);
}

/** A demonstration needs this content no more; the last to say so deletes it. */
export async function dropRef(tx: Writing, demonstrationId: string, hash: Hash): Promise<void> {
  const refs = tx.objectStore('refs');
  await refs.delete([demonstrationId, hash]);
  if ((await refs.index('byHash').count(hash)) === 0) await tx.objectStore('blobs').delete(hash);
}
