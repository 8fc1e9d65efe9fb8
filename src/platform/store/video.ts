import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';
import type { Database } from './database.ts';

/**
 * Adds what was filmed of a segment, on disk when this resolves (strict durability); the segment is
 * noted with its first chunk. The same chunk a second time changes nothing. In stores of its own, so
 * that no turn waits for it. Rejects with QuotaExceededError when the disk is full: the film then ends,
 * and what was written before stays.
 */
export async function addVideoChunk(
  db: Database,
  segment: VideoSegment,
  chunk: VideoChunk,
): Promise<void> {
  const stores = ['videoSegments', 'videoChunks'] as const;
  const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
  const [segments, chunks] = [tx.objectStore('videoSegments'), tx.objectStore('videoChunks')];
  const { demonstrationId, at, bytes } = chunk;
  if ((await chunks.getKey([demonstrationId, at])) === undefined) {
    const known = await segments.get([demonstrationId, segment.startedAt]);
    await segments.put({ ...segment, bytes: (known?.bytes ?? 0) + bytes.byteLength });
    await chunks.put(chunk);
  }
  await tx.done;
}

/** In the order they were filmed. */
export function listVideoSegments(db: Database, demonstrationId: string): Promise<VideoSegment[]> {
  return db.getAll('videoSegments', ofDemonstration(demonstrationId));
}

/** The chunks of a segment in order, one at a time. */
export async function* readVideoChunks(
  db: Database,
  { demonstrationId, startedAt }: VideoSegment,
): AsyncGenerator<VideoChunk> {
  for (let after: number | null = null; ;) {
    const chunk = await readNextVideoChunk(db, demonstrationId, after);
    if (!chunk) return;
    after = chunk.at;
    if (chunk.segment === startedAt) yield chunk;
  }
}

/**
 * The chunk of any segment after `after`; null at the end, `null` asks for the first. One transaction each, because
 * readers may take long over a chunk.
 */
export async function readNextVideoChunk(
  db: Database,
  demonstrationId: string,
  after: number | null,
): Promise<VideoChunk | null> {
  const range =
    after === null
      ? ofDemonstration(demonstrationId)
      : IDBKeyRange.bound([demonstrationId, after], [demonstrationId, []], true);
  return (await db.getAll('videoChunks', range, 1))[0] ?? null;
}

/** Bytes of the film of a demonstration. */
export async function measureVideo(db: Database, demonstrationId: string): Promise<number> {
  const segments = await db.getAll('videoSegments', ofDemonstration(demonstrationId));
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The keys of a demonstration's segments, or of its chunks. */
export function ofDemonstration(demonstrationId: string): IDBKeyRange {
  return IDBKeyRange.bound([demonstrationId], [demonstrationId, []]);
}
