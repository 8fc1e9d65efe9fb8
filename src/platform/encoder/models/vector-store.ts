/**
 * Vectors of texts that a model has read, in a database of their own: 8 bits per value and a scale. Under
 * a hash of the text, so that no page's words are kept. Capped; the oldest go first. Private windows are
 * no matter: the extension is not allowed in them (manifest).
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';

export interface StoredVector {
  values: Int8Array;
  /** What 1 stands for. */
  scale: number;
  /** When it was made, ms. */
  at: number;
}

interface VectorsSchema extends DBSchema {
  vectors: { key: string; value: StoredVector; indexes: { at: number } };
}

/** Of 384 values each: some 50 MB with what the database adds. */
const MOST_VECTORS = 80_000;
/** Share thrown away at once when there are too many. */
const TRIM = 0.1;

let opened: Promise<IDBPDatabase<VectorsSchema>> | null = null;

function open(): Promise<IDBPDatabase<VectorsSchema>> {
  const forget = (): void => void (opened = null);
  opened ??= openDB<VectorsSchema>('wayscribe-vectors', 1, {
    upgrade: (database) => void database.createObjectStore('vectors').createIndex('at', 'at'),
    blocking(_current, _blocked, event) {
      // It is being deleted: close it, and create it again when it is next needed.
      (event.target as IDBDatabase | null)?.close();
      forget();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

/** In the order of the keys; null where there is none. */
export async function readVectors(keys: readonly string[]): Promise<(StoredVector | null)[]> {
  const store = (await open()).transaction('vectors').store;
  return Promise.all(keys.map(async (key) => (await store.get(key)) ?? null));
}

export async function writeVectors(
  entries: readonly (readonly [string, StoredVector])[],
  most = MOST_VECTORS,
): Promise<void> {
  const change = (await open()).transaction('vectors', 'readwrite');
  for (const [key, vector] of entries) void change.store.put(vector, key);
  const count = await change.store.count();
  if (count > most) {
    let surplus = count - Math.floor(most * (1 - TRIM));
    let cursor = await change.store.index('at').openKeyCursor();
    for (; cursor && surplus > 0; surplus--) {
      void change.store.delete(cursor.primaryKey);
      cursor = await cursor.continue();
    }
  }
  await change.done;
}

export async function countVectors(): Promise<number> {
  return (await open()).count('vectors');
}

export async function clearVectors(): Promise<void> {
  await (await open()).clear('vectors');
}
