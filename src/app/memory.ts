import type { Demonstration } from '../core/demonstration/demonstration.ts';
import { choosePasts, isForgotten, listOpen } from '../core/navigator/memory/choose-pasts.ts';
import type { MemoryEntry } from '../core/navigator/memory/choose-pasts.ts';
import { describePast } from '../core/navigator/memory/describe-past.ts';
import type { IndexedEntry } from '../core/navigator/memory/memory-index.ts';
import { indexDemonstration, stampDemonstration } from '../core/navigator/memory/memory-index.ts';
import { enterRound, tellRound } from '../core/navigator/memory/remembered-round.ts';
import type { MemorySettings, RoundEnd } from '../core/navigator/memory/memory-settings.ts';
import type { Past } from '../core/navigator/memory/past.ts';
import type { SmallEncoder } from '../core/ranking/small/small-encoder.ts';
import { loadSmallEncoder } from '../platform/load-small.ts';
import { changeMemory, changeMemoryIndex, readMemory } from '../platform/memory.ts';
import { countTurns, findOpenDemonstration, listDemonstrations } from '../platform/store/read.ts';
import { listRememberedRounds } from '../platform/store/remembered-rounds.ts';
import { connectStore } from './connection.ts';
import { openDemonstration } from './demonstrations.ts';
import { withTimeout } from './with-timeout.ts';

/** A round does not wait longer; what was not read by then is there the next time. */
const PATIENCE_MS = 3000;

let encoder: Promise<SmallEncoder | null> | null = null;

/**
 * The past demonstrations and conversations most like what is asked that the user lets a model be told of
 * while the tab is at `site`, best first, but for the rounds `own`. Reads nothing while memory is off; never
 * rejects: a round can do without.
 */
export async function recallPasts(
  asked: string,
  site: string,
  own: ReadonlySet<string>,
): Promise<Past[]> {
  return withTimeout(findPasts(asked, site, own), PATIENCE_MS).catch(() => []);
}

async function findPasts(asked: string, site: string, own: ReadonlySet<string>): Promise<Past[]> {
  const settings = await readMemory();
  if (!settings.on || settings.count === 0) return [];
  const rounds = (await listRememberedRounds()).filter(({ id }) => !own.has(id));
  const entries = [...(await refreshIndex(settings)), ...rounds.map(enterRound)];
  const open = listOpen(entries, settings, site);
  if (open.length === 0) return [];
  encoder ??= loadSmallEncoder();
  const loaded = await encoder;
  if (!loaded) return [];
  const pasts: Past[] = [];
  for (const id of choosePasts(asked, open, settings.count, loaded)) {
    const past = await readPast(id, settings, settings.anySite ? null : site);
    if (past) pasts.push(past);
  }
  return pasts;
}

/** What is remembered; `isConversation`: it was not recorded, and is kept by these words only. */
type RememberedEntry = MemoryEntry & { isConversation: boolean };

/** All that could be told of somewhere, newest first. */
export async function listRemembered(settings: MemorySettings): Promise<RememberedEntry[]> {
  const rounds = (await listRememberedRounds()).map(enterRound);
  const known = new Set(rounds.map(({ id }) => id));
  return listOpen([...(await refreshIndex(settings)), ...rounds], settings, null)
    .map((entry) => ({ ...entry, isConversation: known.has(entry.id) }))
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** A past as a model would be told of it; null where it is not there any more. */
export async function readPast(
  id: string,
  { ended }: Pick<MemorySettings, 'ended'>,
  site: string | null,
): Promise<Past | null> {
  const round = (await listRememberedRounds()).find((each) => each.id === id);
  if (round) return tellRound(round, site);
  const opened = await openDemonstration(id);
  if (!opened.ok) return null;
  const { demonstration, turns } = opened.content;
  return describePast({ id, form: demonstration.form, turns, ended: ended[id] ?? null }, site);
}

/** Remembers how a round ended, where it is part of a recording. */
export async function noteRoundEnd(outcome: RoundEnd['outcome'], at: number): Promise<void> {
  const db = await connectStore();
  const open = await findOpenDemonstration(db);
  if (open?.state !== 'recording') return;
  const kept = new Set((await listDemonstrations(db)).map(({ id }) => id));
  await changeMemory((settings) => ({
    ...settings,
    ended: {
      ...Object.fromEntries(Object.entries(settings.ended).filter(([id]) => kept.has(id))),
      [open.id]: { outcome, at },
    },
  }));
}

/** The index of the finished demonstrations; what is new or was changed is read now. */
async function refreshIndex(settings: MemorySettings): Promise<IndexedEntry[]> {
  const db = await connectStore();
  return changeMemoryIndex(async (before) => {
    const known = new Map(before.map((entry) => [entry.id, entry]));
    const after: IndexedEntry[] = [];
    for (const demonstration of await listDemonstrations(db)) {
      if (demonstration.state !== 'stopped' || isForgotten(demonstration, settings)) continue;
      const stamp = stampDemonstration(demonstration, await countTurns(db, demonstration.id));
      const entry = known.get(demonstration.id);
      const current = entry?.stamp === stamp ? entry : await indexStored(demonstration, stamp);
      if (current) after.push(current);
    }
    const isSame =
      after.length === before.length && after.every((entry) => known.get(entry.id) === entry);
    return isSame ? before : after;
  });
}

/** Null for one that cannot be read. */
async function indexStored(
  demonstration: Demonstration,
  stamp: string,
): Promise<IndexedEntry | null> {
  const opened = await openDemonstration(demonstration.id);
  if (!opened.ok) return null;
  const { content } = opened;
  return indexDemonstration(content.demonstration, content.turns, stamp);
}
