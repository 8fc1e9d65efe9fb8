import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import { migrateDemonstration } from '../../core/demonstration/migrate.ts';
import { isUndone } from '../../core/demonstration/turn-list.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';
import { ofDemonstration } from './database.ts';

/** Without those in the bin, newest first. */
export async function listDemonstrations(db: Database): Promise<Demonstration[]> {
  return (await listWithBin(db)).filter(({ deletedAt }) => deletedAt === undefined);
}

/** With those in the bin, newest first. */
export async function listWithBin(db: Database): Promise<Demonstration[]> {
  const all = await db.getAll('demonstrations');
  return all.sort((a, b) => b.startedAt - a.startedAt);
}

export async function getDemonstration(db: Database, id: string): Promise<Demonstration | null> {
  return (await db.get('demonstrations', id)) ?? null;
}

/**
 * Returns the demonstration that is being recorded or paused, if any. Ignores one that a newer version left open and one that
 * is damaged, so that nothing is added to them.
 */
export async function findOpenDemonstration(db: Database): Promise<Demonstration | null> {
  for (const stored of await db.getAll('demonstrations')) {
    if (stored.state === 'stopped') continue;
    const read = migrateDemonstration(stored);
    if (read.ok) return read.value;
  }
  return null;
}

/** The turns of a demonstration, without those that were taken back. */
export async function listTurns(db: Database, demonstrationId: string): Promise<Turn[]> {
  return (await listStoredTurns(db, demonstrationId)).filter((turn) => !isUndone(turn));
}

/** With those that were taken back; only a demonstration that is being recorded has any. */
export async function listStoredTurns(db: Database, demonstrationId: string): Promise<Turn[]> {
  return db.getAllFromIndex('turns', 'byDemonstration', demonstrationId);
}

/** Counts those that were taken back too. */
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

/** Returns the bytes of stored content that a demonstration names; shared content counts for each. */
export async function measureDemonstration(db: Database, id: string): Promise<number> {
  const sizes = await measureContents(db, id);
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

export async function measureContents(db: Database, id: string): Promise<Map<Hash, number>> {
  const sizes = new Map<Hash, number>();
  for (const { hash, bytes } of await db.getAll('refs', ofDemonstration(id))) {
    sizes.set(hash, bytes ?? (await db.get('blobs', hash))?.bytes.byteLength ?? 0);
  }
  return sizes;
}
