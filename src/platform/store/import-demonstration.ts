import { stringifyCanonically } from '../../core/demonstration/checksum.ts';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import type { Edit } from '../../core/demonstration/edits/edit.ts';
import { listConflicts, mergeEdits } from '../../core/demonstration/edits/merge-edits.ts';
import { migrateDemonstration } from '../../core/demonstration/migrate.ts';
import { nameDemonstration } from '../../core/demonstration/name.ts';
import { binDemonstration } from '../../core/demonstration/recording-state.ts';
import { orderTurns, renameDemonstration } from '../../core/demonstration/turn-list.ts';
import { explainUnfit } from '../../core/formats/archive/review-file.ts';
import type { ImportRoot } from '../../core/formats/find-roots.ts';
import type {
  ImportPorts,
  ImportSource,
  ReadDemonstration,
} from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { FAULTS } from '../../core/formats/messages.ts';
import { readDemonstration } from '../../core/formats/read-demonstration.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';
import { ofDemonstration } from './database.ts';
import { getDemonstration, listTurns } from './read.ts';
import { addVideoChunk } from './video.ts';
import { addRecords, changeDemonstration, dropRefs, write } from './write.ts';

/** `reason` is a clause (core/formats/messages.ts). */
export type MergeOutcome =
  | { kind: 'merged'; id: string; title: string; added: number; conflicts: number }
  | { kind: 'refused'; reason: string };

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
  /** It was stored already, and got the edits that were made elsewhere. */
  | MergeOutcome;

/**
 * Imports one demonstration completely or not at all: it stays invisible until the end, and stored data stay as they are.
 * Rejects when aborted, when the disk is full (QuotaExceededError) and for bugs; then nothing of it is left.
 */
export async function importDemonstration(
  db: Database,
  source: ImportSource,
  root: ImportRoot,
  options: Pick<ImportPorts, 'onProgress' | 'signal'> = {},
): Promise<ImportOutcome> {
  const staged = new StagedImport(db, options.signal);
  try {
    const keep = (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> => staged.keep(bytes);
    const read = await readDemonstration(source, root, { ...options, hash: hashBytes, keep });
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
    const { demonstration, turns, renamed: copied } = chosen;
    await staged.commit(binDemonstration(demonstration, null), turns, read.video);
    const { findings } = read;
    return { kind: 'imported', id: demonstration.id, title, turns: turns.length, copied, findings };
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'refused', reason: error.message };
    throw error;
  } finally {
    await staged.discard();
  }
}

/** Adds the edits of another copy of a stored demonstration, all of them or none. Takes it out of the bin. */
export async function mergeReview(
  db: Database,
  { id, name }: { id: string; name: string },
  edits: readonly Edit[],
): Promise<MergeOutcome> {
  const stored = await getDemonstration(db, id);
  if (!stored) return { kind: 'refused', reason: FAULTS.notInLibrary(name) };
  const turns = orderTurns(await listTurns(db, id));
  const unfit = explainUnfit(stored, turns, edits);
  if (unfit !== null) return { kind: 'refused', reason: unfit };
  let counts = { added: 0, conflicts: 0 };
  const make = () => ({ id: crypto.randomUUID(), at: Date.now() });
  const isThere = await changeDemonstration(db, id, (now) => {
    const merged = mergeEdits(now.edits ?? [], edits, make);
    counts = { added: merged.added, conflicts: listConflicts(merged.edits).length };
    return binDemonstration({ ...now, edits: merged.edits }, null);
  });
  if (!isThere) return { kind: 'refused', reason: FAULTS.notInLibrary(name) };
  return { kind: 'merged', id, title: nameDemonstration(stored, turns), ...counts };
}

/** Stands for a demonstration's id in the refs of content that is being imported. No id has a colon. */
const STAGED = 'importing:';

/** An import in progress: its content is in the store, but invisible, since no demonstration refers to it. */
export class StagedImport {
  private readonly stage = STAGED + crypto.randomUUID();
  private filmed: string | null = null;
  private isCommitted = false;

  constructor(
    private readonly db: Database,
    private readonly signal?: AbortSignal,
  ) {}

  async keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
    this.signal?.throwIfAborted();
    const hash = await hashBytes(bytes);
    const tx = this.db.transaction(['blobs', 'refs'], 'readwrite');
    const blobs = tx.objectStore('blobs');
    if ((await blobs.getKey(hash)) === undefined) await blobs.put({ hash, bytes });
    const ref = { demonstrationId: this.stage, hash, bytes: bytes.byteLength };
    await tx.objectStore('refs').put(ref);
    await tx.done;
    return hash;
  }

  /** Makes it visible in one transaction, which is on disk when this resolves. Rejects if an id is taken. */
  async commit(
    demonstration: Demonstration,
    turns: readonly Turn[],
    video: ReadDemonstration['video'],
  ): Promise<void> {
    const { id } = demonstration;
    if (video) await this.addVideo(id, video);
    await write(this.db, async (tx) => {
      await addRecords(tx, demonstration, turns);
      const refs = tx.objectStore('refs');
      for (const ref of await refs.getAll(ofDemonstration(this.stage))) {
        await refs.delete([this.stage, ref.hash]);
        await refs.put({ ...ref, demonstrationId: id });
      }
    });
    this.isCommitted = true;
  }

  /** Removes all of it unless it was committed. */
  async discard(): Promise<void> {
    if (this.isCommitted) return;
    await write(this.db, (tx) => dropRefs(tx, this.stage));
    if (this.filmed !== null) await deleteVideo(this.db, this.filmed);
  }

  private async addVideo(id: string, video: ReadDemonstration['video'] & {}): Promise<void> {
    await deleteVideo(this.db, id);
    this.filmed = id;
    for (const segment of video.segments) {
      const named = { ...segment, demonstrationId: id };
      for await (const chunk of video.readChunks(segment)) {
        this.signal?.throwIfAborted();
        await addVideoChunk(this.db, named, { ...chunk, demonstrationId: id });
      }
    }
  }
}

/** Removes what interrupted imports left. Only while no import is in progress. */
export async function dropAbandonedImports(db: Database): Promise<void> {
  const refs = await db.getAllKeys('refs', IDBKeyRange.bound([STAGED], [`${STAGED}\uffff`]));
  for (const stage of new Set(refs.map(([stage]) => stage))) {
    await write(db, (tx) => dropRefs(tx, stage));
  }
  const known = new Set(await db.getAllKeys('demonstrations'));
  const filmed = new Set((await db.getAllKeys('videoSegments')).map(([id]) => id));
  for (const id of filmed) if (!known.has(id)) await deleteVideo(db, id);
}

async function deleteVideo(db: Database, id: string): Promise<void> {
  const tx = db.transaction(['videoSegments', 'videoChunks'], 'readwrite');
  await tx.objectStore('videoSegments').delete(ofDemonstration(id));
  await tx.objectStore('videoChunks').delete(ofDemonstration(id));
  await tx.done;
}

interface Records {
  demonstration: Demonstration;
  turns: readonly Turn[];
}

/** `known`: the very same is stored. `edited`: the same with other edits. */
type ChosenIds =
  | { kind: 'known'; id: string }
  | { kind: 'edited'; id: string }
  | ({ kind: 'free'; renamed: boolean } & Records);

/** More changed copies of one demonstration are refused. */
const MOST_COPIES = 1000;

/** Chooses ids under which the import touches nothing that is stored. */
async function chooseIds(db: Database, records: Records): Promise<ChosenIds> {
  for await (const named of listNames(records)) {
    const { demonstration, turns } = named;
    if (await isFree(db, named)) {
      return { kind: 'free', renamed: named !== records, demonstration, turns };
    }
    const likeness = await compareStored(db, named);
    if (likeness !== 'other') return { kind: likeness, id: demonstration.id };
  }
  throw new Error('every id for a copy is taken');
}

/**
 * Yields the records under their own ids, then with endings that depend on their content, so that the same import is
 * recognised when it is repeated.
 */
async function* listNames(records: Records): AsyncGenerator<Records> {
  yield records;
  const content = new TextEncoder().encode(writeRecords(records));
  const digest = (await hashBytes(content)).slice(0, 8);
  for (let copy = 1; copy <= MOST_COPIES; copy++) {
    const ending = copy === 1 ? `-${digest}` : `-${digest}-${copy}`;
    yield renameDemonstration(records.demonstration, records.turns, ending);
  }
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
  // Titles and notes are not edits: the stored ones stay.
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
