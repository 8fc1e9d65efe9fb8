import { joinBytes } from '../../core/bytes.ts';
import type { Picture } from '../../core/demonstration/edits/edit.ts';
import { hashBytes } from '../../platform/hash.ts';
import { listVideoSegments, readVideoChunks } from '../../platform/store/video.ts';
import { keepContent } from '../../platform/store/write.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import { connectStore } from '../connection.ts';

/** A part of the film as a file. */
export interface OpenedFilm {
  /** To be revoked. */
  url: string;
  /** Epoch ms of its first frame. */
  startedAt: number;
}

/** Opens the film segment that was running at `at` (epoch ms), else the first one; null if nothing was filmed. */
export async function openFilm(id: string, at: number): Promise<OpenedFilm | null> {
  const db = await connectStore();
  const segments = await listVideoSegments(db, id);
  const films = listFilms({ segments, readChunks: (segment) => readVideoChunks(db, segment) });
  const film = films.findLast(({ startedAt }) => startedAt <= at) ?? films[0];
  if (!film) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of film.read()) parts.push(part);
  const url = URL.createObjectURL(new Blob([joinBytes(parts)], { type: 'video/mp4' }));
  return { url, startedAt: film.startedAt };
}

export async function hasFilm(id: string): Promise<boolean> {
  return (await listVideoSegments(await connectStore(), id)).length > 0;
}

/** Stores what a video shows as a screenshot of the demonstration. Rejects when it can't be drawn or the disk is full. */
export async function storeFrame(id: string, video: HTMLVideoElement): Promise<Picture> {
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser gives no canvas to draw on');
  context.drawImage(video, 0, 0);
  const png = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer(),
  );
  const image = await hashBytes(png);
  await keepContent(await connectStore(), id, { hash: image, bytes: png });
  return { image, width, height };
}
