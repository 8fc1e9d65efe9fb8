import type {
  DemonstrationVideo,
  VideoFile,
  VideoSegment,
} from '../../core/demonstration/content.ts';

/** What was filmed as mp4 files, one a segment; a film is read and put into a file as it is pulled. */
export function listFilms({ segments, readChunks }: DemonstrationVideo): VideoFile[] {
  return segments.map((segment) => {
    const { startedAt, width, height } = segment;
    return { startedAt, width, height, read: () => readFilm(segment, readChunks) };
  });
}

async function* readFilm(
  segment: VideoSegment,
  readChunks: DemonstrationVideo['readChunks'],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // The muxer is needed by exports only.
  const { writeMp4 } = await import('./write-mp4.ts');
  yield* writeMp4(segment, () => readChunks(segment));
}
