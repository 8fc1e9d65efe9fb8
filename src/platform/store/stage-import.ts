import { addChecksum } from '../../core/demonstration/checksum.ts';
import type { Demonstration, Hash, Turn } from '../../core/demonstration/demonstration.ts';
import type { ReadDemonstration } from '../../core/formats/import-source.ts';
import { hashBytes } from '../hash.ts';
import type { Database } from './database.ts';
import { dropRef } from './free-content.ts';
import { addVideoChunk, ofDemonstration } from './video.ts';
import { write } from './write.ts';

/** Stands for a demonstration's id in the refs of content that is being imported; no id has a colon. */
const STAGED = 'importing:';

/**
 * An import in progress until `signal` stops it: its content is in the store, but invisible, since no demonstration
 * refers to it.
 */
export interface StagedImport {
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /**
   * Makes it visible, in one transaction that is on disk when this resolves. Rejects when one of the ids is
   * taken: nothing that is stored is ever written over.
   */
  commit(
    demonstration: Demonstration,
    turns: readonly Turn[],
    video?: ReadDemonstration['video'],
  ): Promise<void>;
  /** Takes it all back. */
  discard(): Promise<void>;
}

export function stageImport(db: Database, signal?: AbortSignal): StagedImport {
  const stage = STAGED + crypto.randomUUID();
  let filmed: string | null = null;
  return {
    async keep(bytes) {
      signal?.throwIfAborted();
      const hash = await hashBytes(bytes);
      const tx = db.transaction(['blobs', 'refs'], 'readwrite');
      const blobs = tx.objectStore('blobs');
      if ((await blobs.getKey(hash)) === undefined) await blobs.put({ hash, bytes });
      const ref = { demonstrationId: stage, hash, bytes: bytes.byteLength };
      await tx.objectStore('refs').put(ref);
      await tx.done;
      return hash;
    },
    async commit(demonstration, turns, video) {
      const { id } = demonstration;
      if (video) {
        await deleteVideo(db, id);
        filmed = id;
        for (const segment of video.segments) {
          const named = { ...segment, demonstrationId: id };
          for await (const chunk of video.readChunks(segment)) {
            signal?.throwIfAborted();
            await addVideoChunk(db, named, { ...chunk, demonstrationId: id });
          }
        }
      }
      await write(db, async (tx) => {
        await tx.objectStore('demonstrations').add(demonstration);
        for (const turn of turns) await tx.objectStore('turns').add(addChecksum(turn));
        const refs = tx.objectStore('refs');
        for (const ref of await refs.getAll(ofDemonstration(stage))) {
          await refs.delete([stage, ref.hash]);
          await refs.put({ ...ref, demonstrationId: id });
        }
      });
      filmed = null;
    },
    async discard() {
      await dropStage(db, stage);
      if (filmed !== null) await deleteVideo(db, filmed);
    },
  };
}

/** Removes what imports left that were cut off; only while no import is under way. */
export async function dropAbandonedImports(db: Database): Promise<void> {
  const refs = await db.getAllKeys('refs', IDBKeyRange.bound([STAGED], [`${STAGED}\uffff`]));
  for (const stage of new Set(refs.map(([stage]) => stage))) await dropStage(db, stage);
  const known = new Set(await db.getAllKeys('demonstrations'));
  const filmed = new Set((await db.getAllKeys('videoSegments')).map(([id]) => id));
  for (const id of filmed) if (!known.has(id)) await deleteVideo(db, id);
}

async function dropStage(db: Database, stage: string): Promise<void> {
  await write(db, async (tx) => {
    const refs = await tx.objectStore('refs').getAllKeys(ofDemonstration(stage));
    for (const [, hash] of refs) await dropRef(tx, stage, hash);
  });
}

async function deleteVideo(db: Database, id: string): Promise<void> {
  const tx = db.transaction(['videoSegments', 'videoChunks'], 'readwrite');
  await tx.objectStore('videoSegments').delete(ofDemonstration(id));
  await tx.objectStore('videoChunks').delete(ofDemonstration(id));
  await tx.done;
}
