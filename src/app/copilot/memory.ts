import type { PageAction } from '../../core/action/action.ts';
import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { describePast } from '../../core/navigator/memory/describe-past.ts';
import type { IndexedEntry, MemoryEntry } from '../../core/navigator/memory/memory-index.ts';
import {
  findSimilarPasts,
  indexDemonstration,
  isForgotten,
  listAllowedEntries,
  stampDemonstration,
} from '../../core/navigator/memory/memory-index.ts';
import type { MemorySettings, RunEnd } from '../../core/navigator/memory/memory-settings.ts';
import type { Past } from '../../core/navigator/memory/past.ts';
import {
  containsSecret,
  rememberRun,
  selectPast,
  toMemoryEntry,
} from '../../core/navigator/memory/remembered-run.ts';
import type { RunTrace } from '../../core/navigator/memory/run-trace.ts';
import { addToTrace, beginTrace } from '../../core/navigator/memory/run-trace.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { SmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { loadSmallEncoder } from '../../platform/encoder/load-small.ts';
import { changeMemory, changeMemoryIndex, readMemory } from '../../platform/settings/memory.ts';
import {
  deleteRememberedRounds,
  listRememberedRounds,
  writeRememberedRound,
} from '../../platform/store/journal.ts';
import {
  countTurns,
  findOpenDemonstration,
  listDemonstrations,
} from '../../platform/store/read.ts';
import { connectStore } from '../connection.ts';
import { openDemonstration } from '../library/demonstrations.ts';
import { withTimeout } from '../with-timeout.ts';
import type { RoundJournal } from './journal.ts';

/** A round does not wait longer; what was not read by then is there the next time. */
const PATIENCE_MS = 3000;

let encoder: Promise<SmallEncoder | null> | null = null;

/**
 * The past demonstrations and conversations most like what is asked that the user lets a model be told of
 * while the tab is at `site`, best first, but for the rounds `own`. Reads nothing while memory is off; never
 * rejects: a round can do without.
 */
async function recallPasts(asked: string, site: string, own: ReadonlySet<string>): Promise<Past[]> {
  return withTimeout(findPasts(asked, site, own), PATIENCE_MS).catch(() => []);
}

async function findPasts(asked: string, site: string, own: ReadonlySet<string>): Promise<Past[]> {
  const settings = await readMemory();
  if (!settings.on || settings.count === 0) return [];
  const rounds = (await listRememberedRounds()).filter(({ id }) => !own.has(id));
  const entries = [...(await refreshIndex(settings)), ...rounds.map(toMemoryEntry)];
  const open = listAllowedEntries(entries, settings, site);
  if (open.length === 0) return [];
  encoder ??= loadSmallEncoder();
  const loaded = await encoder;
  if (!loaded) return [];
  const pasts: Past[] = [];
  for (const id of findSimilarPasts(asked, open, settings.count, loaded)) {
    const past = await readPast(id, settings, settings.anySite ? null : site);
    if (past) pasts.push(past);
  }
  return pasts;
}

/** What is remembered; `isConversation`: it was not recorded, and is kept by these words only. */
type RememberedEntry = MemoryEntry & { isConversation: boolean };

/** All that could be told of somewhere, newest first. */
export async function listRemembered(settings: MemorySettings): Promise<RememberedEntry[]> {
  const rounds = (await listRememberedRounds()).map(toMemoryEntry);
  const known = new Set(rounds.map(({ id }) => id));
  return listAllowedEntries([...(await refreshIndex(settings)), ...rounds], settings, null)
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
  if (round) return selectPast(round, site);
  const opened = await openDemonstration(id);
  if (!opened.ok) return null;
  const { demonstration, turns } = opened.content;
  return describePast({ id, form: demonstration.form, turns, ended: ended[id] ?? null }, site);
}

/** Remembers how a round ended, where it is part of a recording. */
export async function noteRoundEnd(outcome: RunEnd['outcome'], at: number): Promise<void> {
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

/** What one conversation leaves to be remembered, and is told of others. */
export interface RoundMemory {
  begin: (beginning: { id: string; message: string; url: string; corrects?: PageAction }) => void;
  note: (event: RunEvent) => void;
  /** The pasts most like what is asked, but for this conversation's own, which its history tells. */
  recall: (asked: string, site: string) => Promise<Past[]>;
}

/** `signal` ends the page; how it ends a round is no outcome. */
export function openRoundMemory(
  journal: Pick<RoundJournal, 'read'> | undefined,
  signal: AbortSignal,
): RoundMemory {
  const own = new Set<string>();
  let trace: RunTrace | null = null;
  let kept: Promise<void> = Promise.resolve();

  function listOwn(): ReadonlySet<string> {
    const taken = journal?.read() ?? [];
    for (const entry of taken) if (entry.type === 'began') own.add(entry.id);
    return own;
  }

  return {
    begin(beginning) {
      own.add(beginning.id);
      trace = beginTrace(trace, { ...beginning, at: Date.now() });
    },
    note(event) {
      if (!trace || trace.ended || signal.aborted) return;
      trace = addToTrace(trace, event, Date.now());
      const ended = trace;
      if (!ended.ended) return;
      // One after the other: a correction is kept in place of the round that it corrects.
      kept = kept.then(() => keep(ended, listOwn())).catch(() => undefined);
    },
    recall: (asked, site) => recallPasts(asked, site, listOwn()),
  };
}

async function keep(trace: RunTrace, own: ReadonlySet<string>): Promise<void> {
  const { secrets } = trace;
  if (secrets.length > 0) {
    // It may have been said before it was known what it is.
    const rounds = (await listRememberedRounds()).filter(
      (round) => own.has(round.id) && containsSecret(round, secrets),
    );
    await deleteRememberedRounds(rounds.map(({ id }) => id));
  }
  const round = rememberRun(trace, await readMemory());
  if (round && !(await wasRecorded(trace))) await writeRememberedRound(round);
  // What was kept of it before it was corrected may hold no longer.
  else await deleteRememberedRounds([trace.id]);
}

/** Whether a recording was open during the round: what is in it is told from there, and a pause is one. */
async function wasRecorded({ startedAt }: RunTrace): Promise<boolean> {
  const all = await listDemonstrations(await connectStore());
  return all.some(({ state, endedAt }) => state !== 'stopped' || (endedAt ?? 0) >= startedAt);
}
