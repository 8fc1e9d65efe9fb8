import { stringifyCanonically } from '../../core/demonstration/checksum.ts';
import type { Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { migrateDemonstration } from '../../core/demonstration/migrate.ts';
import { binDemonstration } from '../../core/demonstration/recording-state.ts';
import { renameDemonstration } from '../../core/demonstration/turn-list.ts';
import type { ImportRoot, ImportPorts, ImportSource } from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { readDemonstration } from '../../core/formats/read-demonstration.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';
import type { MergeOutcome } from './merge-review.ts';
import { mergeReview } from './merge-review.ts';
import { getDemonstration, listTurns } from './read.ts';
import { stageImport } from './stage-import.ts';
import { changeDemonstration } from './write.ts';

/** `copied`: something else is stored under its id, so it got another. */
export type ImportOutcome =
  | {
      kind: 'imported';
      id: string;
      title: string;
      turns: number;
      copied: boolean;
      findings: string[];
    }
  | { kind: 'known'; id: string; title: string }
  /** It was there already, and got the edits that were made elsewhere. */
  | MergeOutcome;

/**
 * Imports one demonstration completely or not at all: it stays invisible until the last moment, and stored data stay
 * as they are. Rejects when aborted, when the disk is full (QuotaExceededError) and for bugs; then nothing of it is
 * left.
 */
export async function importDemonstration(
  db: Database,
  source: ImportSource,
  root: ImportRoot,
  options: Pick<ImportPorts, 'onProgress' | 'signal'> = {},
): Promise<ImportOutcome> {
  const staged = stageImport(db, options.signal);
  let committed = false;
  try {
    const ports: ImportPorts = { ...options, hash: hashBytes, keep: staged.keep };
    const read = await readDemonstration(source, root, ports);
    if (!read.ok) return { kind: 'refused', reason: read.reason };
    const chosen = await chooseIds(db, read);
    const { title } = read.demonstration;
    if (chosen.kind === 'known') {
      await changeDemonstration(db, chosen.id, (now) => binDemonstration(now, null));
      return { kind: 'known', id: chosen.id, title };
    }
    options.signal?.throwIfAborted();
    if (chosen.kind === 'edited') {
      return await mergeReview(db, { id: chosen.id, name: title }, read.demonstration.edits ?? []);
    }
    await staged.commit(binDemonstration(chosen.demonstration, null), chosen.turns, read.video);
    committed = true;
    return {
      kind: 'imported',
      id: chosen.demonstration.id,
      title,
      turns: chosen.turns.length,
      copied: chosen.renamed,
      findings: read.findings,
    };
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'refused', reason: error.message };
    throw error;
  } finally {
    if (!committed) await staged.discard();
  }
}

interface Records {
  demonstration: Demonstration;
  turns: readonly Turn[];
}

/** `known`: the very same is in the store. `edited`: the same with other edits. */
export type ChosenIds =
  | { kind: 'known'; id: string }
  | { kind: 'edited'; id: string }
  | ({ kind: 'free'; renamed: boolean } & Records);

/** More copies of one demonstration, each changed, than anybody keeps. */
const MOST_COPIES = 1000;

/**
 * The ids under which something can be imported without touching what is stored: its own where they are
 * free; else its own with an ending that depends on what it holds, so that the same import is known when it
 * comes again.
 */
async function chooseIds(db: Database, records: Records): Promise<ChosenIds> {
  if (await isFree(db, records)) return { kind: 'free', renamed: false, ...records };
  const likeness = await compareStored(db, records);
  if (likeness !== 'other') return { kind: likeness, id: records.demonstration.id };
  const content = new TextEncoder().encode(writeRecords(records));
  const digest = (await hashBytes(content)).slice(0, 8);
  for (let copy = 1; copy <= MOST_COPIES; copy++) {
    const ending = copy === 1 ? `-${digest}` : `-${digest}-${copy}`;
    const renamed = renameDemonstration(records.demonstration, records.turns, ending);
    if (await isFree(db, renamed)) return { kind: 'free', renamed: true, ...renamed };
    const copied = await compareStored(db, renamed);
    if (copied !== 'other') return { kind: copied, id: renamed.demonstration.id };
  }
  throw new Error('every id for a copy is taken');
}

async function isFree(db: Database, { demonstration, turns }: Records): Promise<boolean> {
  const tx = db.transaction(['demonstrations', 'turns']);
  if ((await tx.objectStore('demonstrations').getKey(demonstration.id)) !== undefined) return false;
  const store = tx.objectStore('turns');
  for (const { id } of turns) if ((await store.getKey(id)) !== undefined) return false;
  return true;
}

async function compareStored(
  db: Database,
  records: Records,
): Promise<'known' | 'edited' | 'other'> {
  const { id } = records.demonstration;
  const stored = await getDemonstration(db, id);
  const migrated = stored && migrateDemonstration(stored);
  if (!migrated?.ok) return 'other';
  const kept = { demonstration: migrated.value, turns: await listTurns(db, id) };
  if (writeRecords(kept) === writeRecords(records)) return 'known';
  // Titles and notes are no edits: they stay as they are here.
  const { form } = kept.demonstration;
  const withoutEdits = ({ demonstration, turns }: Records): string =>
    writeRecords({ demonstration: { ...demonstration, form, edits: [] }, turns });
  const hasEdits = (records.demonstration.edits ?? []).length > 0;
  return hasEdits && withoutEdits(kept) === withoutEdits(records) ? 'edited' : 'other';
}

/** Equal for equal records, whatever their order and checksums, also in the bin. */
function writeRecords({ demonstration, turns }: Records): string {
  const own = turns
    .map((turn) => ({ ...turn, checksum: undefined }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return stringifyCanonically({
    demonstration: { ...demonstration, deletedAt: undefined },
    turns: own,
  });
}
