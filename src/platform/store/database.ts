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

/** Returns the keys of a demonstration's refs, video segments or chunks. */
export function ofDemonstration(demonstrationId: string): IDBKeyRange {
  return IDBKeyRange.bound([demonstrationId], [demonstrationId, []]);
}

/** Opens the store, and creates it on first use. `onLost` is called when the connection can no longer be used. */
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
    ...closeWhenAsked(onLost),
  });
}

/** Returns a function that opens a connection to the store; see `keepConnection`. */
export function connectOnDemand(): () => Promise<Database> {
  return keepConnection(openDatabase);
}

/** Returns a function that runs work in another database, always over the same connection; see `keepConnection`. */
export function openOnDemand<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: (db: IDBPDatabase<S>, before: number) => void,
): <T>(work: (db: IDBPDatabase<S>) => Promise<T>) => Promise<T> {
  const connect = keepConnection((onLost) =>
    openDB<S>(name, version, { upgrade, ...closeWhenAsked(onLost) }),
  );
  return async (work) => work(await connect());
}

/**
 * Returns a function that opens a connection on first use, and again after it was lost: closed for an upgrade in another
 * context, or by the browser (its storage process ended, the profile's data were cleared). Repeats a failed attempt at
 * the next call.
 */
function keepConnection<D>(open: (onLost: () => void) => Promise<D>): () => Promise<D> {
  let connection: Promise<D> | null = null;
  return () => {
    if (connection) return connection;
    const opened = Promise.resolve().then(() => open(forget));
    function forget(): void {
      if (connection === opened) connection = null;
    }
    connection = opened;
    opened.catch(forget);
    return opened;
  };
}

/** Lets another context upgrade or delete the database; this one reopens it on demand. */
function closeWhenAsked(onLost?: () => void) {
  return {
    blocking(_current: number, _blocked: number | null, event: IDBVersionChangeEvent): void {
      (event.target as IDBDatabase | null)?.close();
      onLost?.();
    },
    terminated: () => onLost?.(),
  };
}
