import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { applyEdits } from '../../core/demonstration/edit-turns.ts';
import { nameDemonstration } from '../../core/demonstration/name.ts';
import { collectSearchText } from '../../core/demonstration/search-text.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import type { IndexEntry } from '../../platform/store/library-index.ts';
import {
  dropIndexEntries,
  putIndexEntry,
  readLibraryIndex,
} from '../../platform/store/library-index.ts';
import {
  getDemonstration,
  listBin,
  listDemonstrations,
  listTurns,
} from '../../platform/store/read.ts';
import { connectStore } from '../connection.ts';
import { lintStored, summarize } from './demonstrations.ts';

/** What the library shows of a demonstration. */
export interface LibraryEntry extends Omit<IndexEntry, 'stamp' | 'text' | 'findings'> {
  demonstration: Demonstration;
  /** Null until its turns were read. */
  text: string | null;
  /** Null until it was checked. */
  findings: number | null;
}

/** The recorder may still add to a demonstration that has just been stopped. */
const SETTLED_MS = 60_000;

/** Lists all demonstrations, newest first, then the bin. Reads no turns where the index has an entry. */
export async function listEntries(): Promise<LibraryEntry[]> {
  const db = await connectStore();
  const demonstrations = [...(await listDemonstrations(db)), ...(await listBin(db))];
  const index = await readLibraryIndex();
  const ids = new Set(demonstrations.map(({ id }) => id));
  void dropIndexEntries([...index.keys()].filter((id) => !ids.has(id)));
  return Promise.all(
    demonstrations.map(async (demonstration) => {
      const known = index.get(demonstration.id);
      if (known?.stamp === stamp(demonstration)) return { ...known, demonstration };
      return describe(demonstration);
    }),
  );
}

/** What is known without reading turns. */
async function describe(demonstration: Demonstration): Promise<LibraryEntry> {
  const { id, form, title } = demonstration;
  const summary = await summarize(await connectStore(), demonstration);
  return { id, ...summary, name: form.description || title, text: null, findings: null };
}

/** Reads a demonstration's name and text; null when it was deleted. */
export async function readEntry(id: string): Promise<LibraryEntry | null> {
  const db = await connectStore();
  const demonstration = await getDemonstration(db, id);
  if (!demonstration) return null;
  const recorded = orderTurns(await listTurns(db, id));
  const { turns } = applyEdits({ demonstration, turns: recorded });
  return {
    ...(await describe(demonstration)),
    name: nameDemonstration(demonstration, turns),
    text: collectSearchText(demonstration, turns),
  };
}

/** Counts what the lint finds; a demonstration that cannot be linted counts as one finding. */
export async function countFindings(id: string): Promise<number> {
  return lintStored(id).then(
    (found) => found.length,
    () => 1,
  );
}

/** Keeps an entry for the next time. */
export async function keepEntry({ demonstration, text, findings, ...rest }: LibraryEntry) {
  const { state, endedAt } = demonstration;
  const isSettled = state === 'stopped' && Date.now() - (endedAt ?? 0) > SETTLED_MS;
  if (!isSettled || text === null || findings === null) return;
  await putIndexEntry({ ...rest, stamp: stamp(demonstration), text, findings });
}

/** Changes with everything that an entry is made from; the lint changes with the version. */
function stamp({ endedAt, edits = [], form }: Demonstration): string {
  const { version } = chrome.runtime.getManifest();
  return JSON.stringify([version, endedAt, edits.length, form]);
}
