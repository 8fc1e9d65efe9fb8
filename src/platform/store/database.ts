import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';

export interface Schema extends DBSchema {
  demonstrations: { key: string; value: Demonstration };
  turns: { key: string; value: Turn; indexes: { byDemonstration: string } };
  /** Content kept once: html, boxes as JSON, images. */
  blobs: { key: Hash; value: { hash: Hash; bytes: Uint8Array<ArrayBuffer> } };
  /** Which demonstration needs which blob. */
  refs: {
    key: [demonstrationId: string, hash: Hash];
    /** `bytes`: of the content; absent in refs from before it was noted. */
    value: { demonstrationId: string; hash: Hash; bytes?: number };
    indexes: { byHash: Hash };
  };
  videoSegments: {
    key: [demonstrationId: string, startedAt: number];
    /** `bytes`: of its chunks. */
    value: VideoSegment & { bytes: number };
  };
  /** What was filmed, in pieces as they came. */
  videoChunks: { key: [demonstrationId: string, at: number]; value: VideoChunk };
}

export type Database = IDBPDatabase<Schema>;

/**
 * Opens (and on first use makes) the store. One connection per context is enough; `onLost` says when it
 * can be used no more.
 */
export function openDatabase(onLost?: () => void): Promise<Database> {
  return openDB<Schema>('wayscribe', 2, {
    upgrade(db, before) {
      if (before < 1) {
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
      }
      if (before < 2) {
        db.createObjectStore('videoSegments', { keyPath: ['demonstrationId', 'startedAt'] });
        db.createObjectStore('videoChunks', { keyPath: ['demonstrationId', 'at'] });
      }
    },
    blocking(_current, _blocked, event) {
      // Another context wants to upgrade or delete: let it, this one reopens on demand.
      (event.target as IDBDatabase | null)?.close();
      onLost?.();
    },
    terminated() {
      onLost?.();
    },
  });
}

/**
 * Opens a connection on first use, and again after it was lost: closed for an upgrade in another context, or by the
 * browser (its storage process ended, the profile's data were cleared). A failed attempt is repeated at the next
 * call.
 */
export function connectOnDemand(): () => Promise<Database> {
  let connection: Promise<Database> | null = null;
  return () => {
    if (connection) return connection;
    const opened = Promise.resolve().then(() => openDatabase(forget));
    function forget(): void {
      if (connection === opened) connection = null;
    }
    connection = opened;
    opened.catch(forget);
    return opened;
  };
}
