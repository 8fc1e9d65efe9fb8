import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';
import type { Database } from './database.ts';
import { ofDemonstration } from './database.ts';

/**
 * Adds a chunk of a segment, on disk when this resolves (strict durability), and the segment with its first chunk. The
 * same chunk a second time changes nothing. No turn waits for it, because it has its own stores. Rejects with
 * QuotaExceededError when the disk is full.
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

/** Yields the chunks of a segment in order, one at a time. */
export function readVideoChunks(db: Database, segment: VideoSegment): AsyncGenerator<VideoChunk> {
  return listChunks(segment, (after) => readNextVideoChunk(db, segment.demonstrationId, after));
}

/** The same by a function that reads the chunk of any segment after an instant. */
export async function* listChunks(
  { startedAt }: VideoSegment,
  readNext: (after: number | null) => Promise<VideoChunk | null>,
): AsyncGenerator<VideoChunk> {
  let chunk = await readNext(null);
  while (chunk) {
    if (chunk.segment === startedAt) yield chunk;
    chunk = await readNext(chunk.at);
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

export async function measureVideo(db: Database, demonstrationId: string): Promise<number> {
  const segments = await db.getAll('videoSegments', ofDemonstration(demonstrationId));
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}
