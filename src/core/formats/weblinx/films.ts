import type { Film } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';

/**
 * The films of a demonstration, in order. The library looks for `video*.mp4` and expects one; where a
 * recording was paused or taken up again there are more.
 */
export function* listFilms(films: readonly Film[]): Generator<ExportFile> {
  for (const [index, { read }] of films.entries()) {
    // A zip has no way to store content of unknown length without holding it whole; it can deflate it.
    yield { path: nameFilm(index), compress: true, isPixels: true, read };
  }
}

/**
 * A member that metadata.json has if there is a film: `start` is the instant of a file's first frame in
 * seconds since the recording's start, as turns count. Frames are where they were by the same clock, so
 * that a turn is to be seen at its `timestamp` minus `start`.
 */
export function describeFilms(films: readonly Film[], recordingStart: number): object {
  if (films.length === 0) return {};
  return {
    videos: films.map(({ startedAt, width, height }, index) => ({
      file: nameFilm(index),
      start: (startedAt - recordingStart) / 1000,
      width,
      height,
    })),
  };
}

function nameFilm(index: number): string {
  return index === 0 ? 'video.mp4' : `video-${index + 1}.mp4`;
}
