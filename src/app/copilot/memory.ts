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
import { RUN_TRACE } from '../../core/navigator/memory/run-trace.ts';
import type { LogEvent, RunLog } from '../../core/navigator/log/run-log.ts';
import type { SmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { loadSmallEncoder } from '../../platform/encoder/load-small.ts';
import {
  changeMemory,
  changeMemoryIndex,
  readMemory,
} from '../../platform/settings/stored-settings.ts';
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

/** A run waits no longer; the result is there for the next one. */
const PATIENCE_MS = 3000;

let encoder: Promise<SmallEncoder | null> | null = null;

/**
 * Returns the past demonstrations and conversations most similar to a request that a model may be shown while
 * the tab is at `site`, best first and without the runs in `own`. Never rejects, since a run can do without.
 */
async function recallPasts(asked: string, site: string, own: ReadonlySet<string>): Promise<Past[]> {
  return withTimeout(findPasts(asked, site, own), PATIENCE_MS).catch(() => []);
}

async function findPasts(asked: string, site: string, own: ReadonlySet<string>): Promise<Past[]> {
  const settings = await readMemory();
  if (!settings.on || settings.count === 0) return [];
  const runs = (await listRememberedRounds()).filter(({ id }) => !own.has(id));
  const entries = [...(await refreshIndex(settings)), ...runs.map(toMemoryEntry)];
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

/** `isConversation`: a run that was not recorded. */
type RememberedEntry = MemoryEntry & { isConversation: boolean };

/** Lists everything remembered, newest first. */
export async function listRemembered(settings: MemorySettings): Promise<RememberedEntry[]> {
  const runs = (await listRememberedRounds()).map(toMemoryEntry);
  const known = new Set(runs.map(({ id }) => id));
  return listAllowedEntries([...(await refreshIndex(settings)), ...runs], settings, null)
    .map((entry) => ({ ...entry, isConversation: known.has(entry.id) }))
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** Returns a past as a model would be shown it; null if it is gone. */
export async function readPast(
  id: string,
  { ended }: Pick<MemorySettings, 'ended'>,
  site: string | null,
): Promise<Past | null> {
  const run = (await listRememberedRounds()).find((each) => each.id === id);
  if (run) return selectPast(run, site);
  const opened = await openDemonstration(id);
  if (!opened.ok) return null;
  const { demonstration, turns } = opened.content;
  return describePast({ id, form: demonstration.form, turns, ended: ended[id] ?? null }, site);
}

/** Stores how a run ended with the current recording. */
async function noteRunEnd(outcome: RunEnd['outcome'], at: number): Promise<void> {
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

/** Returns the index of finished demonstrations, after reading new and changed ones. */
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

export interface RunMemory {
  /** Remembers a run that ended. */
  remember: (event: LogEvent) => void;
  /** Returns the pasts most similar to a request, without those of this conversation. */
  recall: (asked: string, site: string) => Promise<Past[]>;
}

/** `signal` ends the page; a run that ends with it has no outcome. */
export function openRunMemory(log: RunLog, signal: AbortSignal): RunMemory {
  const trace = log.project(RUN_TRACE);
  let saved: Promise<void> = Promise.resolve();

  function listOwn(): ReadonlySet<string> {
    return new Set(log.read().flatMap(({ type, id }) => (type === 'began' ? id : [])));
  }

  return {
    remember(event) {
      const ended = trace();
      if (event.type !== 'ended') return;
      void noteRunEnd(event.outcome, event.at).catch(() => undefined);
      if (!ended?.ended || signal.aborted) return;
      // In order: a corrected run replaces the one before.
      saved = saved.then(() => save(ended, listOwn())).catch(() => undefined);
    },
    recall: (asked, site) => recallPasts(asked, site, listOwn()),
  };
}

async function save(trace: RunTrace, own: ReadonlySet<string>): Promise<void> {
  const { secrets } = trace;
  if (secrets.length > 0) {
    // An earlier run may have mentioned it before it was known to be a secret.
    const runs = (await listRememberedRounds()).filter(
      (run) => own.has(run.id) && containsSecret(run, secrets),
    );
    await deleteRememberedRounds(runs.map(({ id }) => id));
  }
  const run = rememberRun(trace, await readMemory());
  if (run && !(await wasRecorded(trace))) await writeRememberedRound(run);
  // It may have been stored before it was corrected.
  else await deleteRememberedRounds([trace.id]);
}

/** Whether a recording, running or paused, was open during the run: memory then reads the recording. */
async function wasRecorded({ startedAt }: RunTrace): Promise<boolean> {
  const all = await listDemonstrations(await connectStore());
  return all.some(({ state, endedAt }) => state !== 'stopped' || (endedAt ?? 0) >= startedAt);
}
