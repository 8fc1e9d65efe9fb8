import type { FindingCounts } from '../../core/demonstration/lint/finding.ts';
import type { DBSchema } from 'idb';
import { openOnDemand } from './database.ts';

/** What the library shows of a demonstration that is not being recorded, so that its turns need not be read for it. */
export interface IndexEntry {
  id: string;
  /** Of the demonstration it was made from; another stamp makes it invalid. */
  stamp: string;
  name: string;
  /** What it is found by (core/demonstration/search-text). */
  text: string;
  turns: number;
  durationMs: number;
  bytes: number;
  /** Hosts in order of appearance, each once. */
  sites: readonly string[];
  /** The first screenshot; null without one. */
  picture: IndexPicture | null;
  findings: FindingCounts;
  /** Made while the recorder might still add to the demonstration: it is read again. */
  isEarly: boolean;
}

/** A stored screenshot, by the hash of its content; its size in px. */
export interface IndexPicture {
  image: string;
  width: number;
  height: number;
}

interface IndexSchema extends DBSchema {
  entries: { key: string; value: IndexEntry };
}

/** Apart from demonstrations: it is derived from them, and may be lost at any time. */
const withIndex = openOnDemand<IndexSchema>('wayscribe-library', 1, (db) => {
  db.createObjectStore('entries', { keyPath: 'id' });
});

export async function readLibraryIndex(): Promise<Map<string, IndexEntry>> {
  const entries = await withIndex((db) => db.getAll('entries'));
  return new Map(entries.map((entry) => [entry.id, entry]));
}

export async function putIndexEntry(entry: IndexEntry): Promise<void> {
  await withIndex((db) => db.put('entries', entry));
}

/** Deletes the entries of demonstrations that are gone. */
export async function dropIndexEntries(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await withIndex(async (db) => {
    const tx = db.transaction('entries', 'readwrite');
    for (const id of ids) await tx.store.delete(id);
    await tx.done;
  });
}
