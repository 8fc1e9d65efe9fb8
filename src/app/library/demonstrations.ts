import { measureRecordedTime } from '../../core/demonstration/recording-state.ts';
import type { DemonstrationContent, VideoSegment } from '../../core/demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import { dropLateEffects } from '../../core/demonstration/action-effect.ts';
import { applyEdits } from '../../core/demonstration/edits/edit-turns.ts';
import { lintDemonstration } from '../../core/demonstration/lint/lint.ts';
import type { LintFinding } from '../../core/demonstration/lint/finding.ts';
import { migrateDemonstration, migrateTurn } from '../../core/demonstration/migrate.ts';
import { nameDemonstration } from '../../core/demonstration/name.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import {
  countTurns,
  getDemonstration,
  listDemonstrations,
  listTurns,
  measureDemonstration,
  readContent,
} from '../../platform/store/read.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { Database } from '../../platform/store/database.ts';
import { listVideoSegments, measureVideo, readVideoChunks } from '../../platform/store/video.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import { connectStore } from '../connection.ts';
import { LIBRARY_MESSAGES } from './messages.ts';
import { openStoreReader } from './store-reader.ts';

export interface DemonstrationSummary {
  demonstration: Demonstration;
  turns: number;
  /** Without pauses. */
  durationMs: number;
  bytes: number;
}

export async function summarizeAll(): Promise<DemonstrationSummary[]> {
  const db = await connectStore();
  const demonstrations = await listDemonstrations(db);
  return Promise.all(demonstrations.map((demonstration) => summarize(db, demonstration)));
}

/** Counts turns as edited, and measures what is stored. */
export async function summarize(db: Database, demonstration: Demonstration) {
  const { id } = demonstration;
  return {
    demonstration,
    turns: await countStored(db, demonstration),
    durationMs: measureRecordedTime(demonstration, Date.now()),
    bytes: (await measureDemonstration(db, id)) + (await measureVideo(db, id)),
  };
}

/** What a demonstration is called. */
export async function readName(demonstration: Demonstration): Promise<string> {
  const turns = await listTurns(await connectStore(), demonstration.id);
  const edited = applyEdits({ demonstration, turns: orderTurns(turns) });
  return nameDemonstration(demonstration, edited.turns);
}

/** Turns as edited, without those that a running recording has withdrawn. */
async function countStored(db: Database, demonstration: Demonstration): Promise<number> {
  const { id, state, edits = [] } = demonstration;
  if (state === 'stopped' && edits.length === 0) return countTurns(db, id);
  const turns = orderTurns(await listTurns(db, id));
  return applyEdits({ demonstration, turns }).turns.length;
}

/** Opens a stored demonstration as edited; fails with the reason when it can't be read. */
export async function openDemonstration(
  id: string,
): Promise<Outcome<{ content: DemonstrationContent }>> {
  const opened = await openRecorded(id);
  return opened.ok ? { ok: true, content: applyEdits(opened.content) } : opened;
}

/** Opens a stored demonstration of any earlier version as recorded, its edits beside it. */
export async function openRecorded(
  id: string,
): Promise<Outcome<{ content: DemonstrationContent }>> {
  const db = await connectStore();
  const stored = await getDemonstration(db, id);
  if (!stored) return { ok: false, message: LIBRARY_MESSAGES.deleted };
  const migrated = migrateDemonstration(stored);
  if (!migrated.ok) return { ok: false, message: migrated.reason };
  const turns: Turn[] = [];
  for (const turn of await listTurns(db, id)) {
    const read = migrateTurn(turn, stored.version);
    if (!read.ok) return { ok: false, message: read.reason };
    turns.push(read.value);
  }
  const video = {
    segments: await listVideoSegments(db, id),
    readChunks: (segment: VideoSegment) => readVideoChunks(db, segment),
  };
  const content = {
    demonstration: migrated.value,
    turns: dropLateEffects(orderTurns(turns)),
    read: (hash: Hash) => readContent(db, hash),
    films: listFilms(video),
    video,
  };
  return { ok: true, content };
}

/** Rejects with the reason when the demonstration can't be read. */
export async function lintStored(id: string): Promise<LintFinding[]> {
  const opened = await openDemonstration(id);
  if (!opened.ok) throw new Error(opened.message);
  const { read, holds, close } = openStoreReader();
  try {
    const findings: LintFinding[] = [];
    const content = { ...opened.content, read, holds };
    for await (const finding of lintDemonstration(content)) findings.push(finding);
    return findings;
  } finally {
    close();
  }
}
