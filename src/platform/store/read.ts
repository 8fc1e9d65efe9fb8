import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';

/** Newest first. */
export async function listDemonstrations(db: Database): Promise<Demonstration[]> {
  const all = await db.getAll('demonstrations');
  return all.sort((a, b) => b.startedAt - a.startedAt);
}

export async function getDemonstration(db: Database, id: string): Promise<Demonstration | null> {
  return (await db.get('demonstrations', id)) ?? null;
}

/** The one being recorded or paused, if any. */
export async function findOpenDemonstration(db: Database): Promise<Demonstration | null> {
  const all = await db.getAll('demonstrations');
  return all.find((demonstration) => demonstration.state !== 'stopped') ?? null;
}

export async function listTurns(db: Database, demonstrationId: string): Promise<Turn[]> {
  return db.getAllFromIndex('turns', 'byDemonstration', demonstrationId);
}

export async function countTurns(db: Database, demonstrationId: string): Promise<number> {
  return db.countFromIndex('turns', 'byDemonstration', demonstrationId);
}

export async function getTurn(db: Database, id: string): Promise<Turn | null> {
  return (await db.get('turns', id)) ?? null;
}

/**
 * Null when the store does not have it, or has something else under its name: content is named by its
 * SHA-256, so what the disk has damaged is found out here, and is not passed on.
 */
export async function readContent(
  db: Database,
  hash: Hash,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = (await db.get('blobs', hash))?.bytes;
  return bytes && (await hashBytes(bytes)) === hash ? bytes : null;
}

/** Bytes of stored content a demonstration names; shared content counts for each. */
export async function measureDemonstration(db: Database, id: string): Promise<number> {
  const refs = await db.getAll('refs', IDBKeyRange.bound([id], [id, []]));
  let bytes = 0;
  for (const ref of refs) bytes += (await db.get('blobs', ref.hash))?.bytes.byteLength ?? 0;
  return bytes;
}
