import type { Film } from '../core/demonstration/content.ts';
import type { VideoSegment } from '../core/demonstration/video.ts';
import type { Database } from '../platform/store/database.ts';
import { listVideoSegments, readVideoChunks } from '../platform/store/video.ts';

/** The films of a demonstration; a film is read and put into a file as it is pulled. */
export async function openFilms(db: Database, id: string): Promise<Film[]> {
  const segments = await listVideoSegments(db, id);
  return segments.map((segment) => {
    const { startedAt, width, height } = segment;
    return { startedAt, width, height, read: () => readFilm(db, segment) };
  });
}

async function* readFilm(
  db: Database,
  segment: VideoSegment,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // The muxer is needed by exports only.
  const { writeMp4 } = await import('../platform/tab-video/write-mp4.ts');
  yield* writeMp4(segment, () => readVideoChunks(db, segment));
}
