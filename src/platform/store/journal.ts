import type { DBSchema, IDBPObjectStore } from 'idb';
import type { RememberedRun } from '../../core/navigator/memory/remembered-run.ts';
import { isRememberedRun } from '../../core/navigator/memory/remembered-run.ts';
import { openOnDemand } from './database.ts';

/** A stored conversation of the copilot; readers check its entries. */
interface StoredConversation {
  id: string;
  /** Epoch ms of the last change. */
  at: number;
  entries: readonly unknown[];
}

/** What is remembered of a run; readers check it. */
interface StoredRound {
  id: string;
  /** Epoch ms. */
  startedAt: number;
}

interface JournalSchema extends DBSchema {
  conversations: { key: string; value: StoredConversation };
  remembered: { key: string; value: StoredRound; indexes: { startedAt: number } };
}

/** Apart from demonstrations: it is never exported, and every panel writes its own record. */
const withJournals = openOnDemand<JournalSchema>('wayscribe-rounds', 2, (db, before) => {
  if (before < 1) db.createObjectStore('conversations', { keyPath: 'id' });
  db.createObjectStore('remembered', { keyPath: 'id' }).createIndex('startedAt', 'startedAt');
});

/** All of them, the one that changed last first. */
export async function listConversations(): Promise<StoredConversation[]> {
  const all = await withJournals((db) => db.getAll('conversations'));
  return all.toSorted((a, b) => b.at - a.at);
}

/** Resolves once it is on disk, whatever happens next. Rejects when it cannot be written. */
export async function writeConversation(conversation: StoredConversation): Promise<void> {
  await write('conversations', (store) => [store.put(conversation)]);
}

export async function deleteConversations(ids: readonly string[]): Promise<void> {
  await write('conversations', (store) => ids.map((id) => store.delete(id)));
}

/** More than these, and the oldest are dropped. */
export const MOST_ROUNDS = 200;

/** What is remembered of rounds that were not recorded, beside the journals; never exported. */
export async function listRememberedRounds(): Promise<RememberedRun[]> {
  const all: unknown[] = await withJournals((db) => db.getAll('remembered'));
  return all.filter(isRememberedRun);
}

export async function writeRememberedRound(round: RememberedRun): Promise<void> {
  await withJournals(async (db) => {
    const writing = db.transaction('remembered', 'readwrite');
    await writing.store.put(round);
    let surplus = (await writing.store.count()) - MOST_ROUNDS;
    for (
      let oldest = await writing.store.index('startedAt').openCursor();
      oldest && surplus > 0;
      oldest = await oldest.continue(), surplus -= 1
    ) {
      await oldest.delete();
    }
    await writing.done;
  });
}

export async function deleteRememberedRounds(ids: readonly string[]): Promise<void> {
  await write('remembered', (store) => ids.map((id) => store.delete(id)));
}

export async function clearRememberedRounds(): Promise<void> {
  await withJournals((db) => db.clear('remembered'));
}

type StoreName = 'conversations' | 'remembered';

async function write<Name extends StoreName>(
  name: Name,
  work: (
    store: IDBPObjectStore<JournalSchema, [Name], Name, 'readwrite'>,
  ) => readonly Promise<unknown>[],
): Promise<void> {
  await withJournals(async (db) => {
    const writing = db.transaction(name, 'readwrite', { durability: 'strict' });
    await Promise.all([...work(writing.store), writing.done]);
  });
}
