import type { Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { applyEdits } from '../../core/demonstration/edits/edit-turns.ts';
import type { FindingCounts } from '../../core/demonstration/lint/finding.ts';
import { countKinds } from '../../core/demonstration/lint/finding.ts';
import { collectSearchText, nameDemonstration } from '../../core/demonstration/name.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import type { IndexEntry, IndexPicture } from '../../platform/store/library-index.ts';
import {
  dropIndexEntries,
  putIndexEntry,
  readLibraryIndex,
} from '../../platform/store/library-index.ts';
import { getDemonstration, listTurns, listWithBin } from '../../platform/store/read.ts';
import { connectStore } from '../connection.ts';
import { lintStored, summarize } from './demonstrations.ts';

/** What the library shows of a demonstration. */
export interface LibraryEntry extends Omit<IndexEntry, 'stamp' | 'text' | 'findings'> {
  demonstration: Demonstration;
  /** Null until its turns were read. */
  text: string | null;
  /** Null until it was checked. */
  findings: FindingCounts | null;
}

/** The recorder may still add to a demonstration that has just been stopped. */
const SETTLED_MS = 60_000;

/** Lists all demonstrations, newest first. Those that the index lacks have no size and text until they are read. */
export async function listEntries(): Promise<LibraryEntry[]> {
  const db = await connectStore();
  const [demonstrations, index] = await Promise.all([listWithBin(db), readLibraryIndex()]);
  const ids = new Set(demonstrations.map(({ id }) => id));
  void dropIndexEntries([...index.keys()].filter((id) => !ids.has(id)));
  return demonstrations.map((demonstration) => {
    const { id, form, title } = demonstration;
    const known = index.get(id);
    if (known?.stamp === stamp(demonstration)) return { ...known, demonstration };
    const unread = { turns: 0, durationMs: 0, bytes: 0, sites: [], picture: null };
    const unchecked = { text: null, findings: null, isEarly: true };
    return { id, demonstration, name: form.description || title, ...unread, ...unchecked };
  });
}

/** Reads a demonstration's name, size and text; null when it was deleted. */
export async function readEntry(id: string): Promise<LibraryEntry | null> {
  const db = await connectStore();
  const demonstration = await getDemonstration(db, id);
  if (!demonstration) return null;
  const recorded = orderTurns(await listTurns(db, id));
  const { turns } = applyEdits({ demonstration, turns: recorded });
  return {
    ...(await summarize(db, demonstration)),
    ...{ id, findings: null, isEarly: isEarly(demonstration) },
    name: nameDemonstration(demonstration, turns),
    text: collectSearchText(demonstration, turns),
    sites: listSites(turns),
    picture: findPicture(turns),
  };
}

function listSites(turns: readonly Turn[]): string[] {
  const hosts = turns.flatMap((turn) =>
    turn.kind === 'browser' && URL.canParse(turn.metadata.url)
      ? [new URL(turn.metadata.url).host]
      : [],
  );
  return [...new Set(hosts)].filter((host) => host !== '');
}

function findPicture(turns: readonly Turn[]): IndexPicture | null {
  for (const turn of turns) {
    if (turn.kind !== 'browser') continue;
    const shots = [turn.screenshot, turn.effect?.screenshot];
    const shot = shots.find((each) => each?.status === 'kept');
    if (shot?.status === 'kept') {
      const { image, width, height } = shot;
      return { image, width, height };
    }
  }
  return null;
}

/** Counts what the lint finds; a demonstration that cannot be linted counts as one finding. */
export async function countFindings(id: string): Promise<FindingCounts> {
  return lintStored(id).then(countKinds, () => UNREADABLE);
}

export const UNREADABLE: FindingCounts = { order: 1 };

/** Stores an entry for the next time; a full disk costs only that. */
export async function keepEntry({ demonstration, text, findings, ...rest }: LibraryEntry) {
  if (demonstration.state !== 'stopped' || text === null || findings === null) return;
  const entry = { ...rest, stamp: stamp(demonstration), text, findings };
  await putIndexEntry(entry).catch(() => undefined);
}

function isEarly({ state, endedAt }: Demonstration): boolean {
  return state !== 'stopped' || Date.now() - (endedAt ?? 0) < SETTLED_MS;
}

/** Grows when entries hold something new. */
const ENTRY_VERSION = 3;

/** Changes with everything that an entry is made from; the lint changes with the version. */
function stamp({ endedAt, edits = [], form }: Demonstration): string {
  const { version } = chrome.runtime.getManifest();
  return JSON.stringify([ENTRY_VERSION, version, endedAt, edits.length, form]);
}
