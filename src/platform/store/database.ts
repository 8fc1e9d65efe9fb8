import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';

export interface Schema extends DBSchema {
  demonstrations: { key: string; value: Demonstration };
  turns: { key: string; value: Turn; indexes: { byDemonstration: string } };
  /** Content kept once: html, boxes as JSON, images. */
  blobs: { key: Hash; value: { hash: Hash; bytes: Uint8Array<ArrayBuffer> } };
  /** Which demonstration needs which blob. */
  refs: {
    key: [demonstrationId: string, hash: Hash];
    value: { demonstrationId: string; hash: Hash };
    indexes: { byHash: Hash };
  };
}

export type Database = IDBPDatabase<Schema>;

/** Opens (and on first use makes) the store. One connection per context is enough. */
export function openDatabase(): Promise<Database> {
  return openDB<Schema>('wayscribe', 1, {
    upgrade(db) {
      db.createObjectStore('demonstrations', { keyPath: 'id' });
      db.createObjectStore('turns', { keyPath: 'id' }).createIndex(
        'byDemonstration',
        'demonstrationId',
      );
      db.createObjectStore('blobs', { keyPath: 'hash' });
      db.createObjectStore('refs', { keyPath: ['demonstrationId', 'hash'] }).createIndex(
        'byHash',
        'hash',
      );
    },
    blocking(_current, _blocked, event) {
      // Another context wants to upgrade or delete: let it, this one reopens on demand.
      (event.target as IDBDatabase | null)?.close();
    },
  });
}
