import type { DemonstrationContent, DemonstrationVideo } from '../core/demonstration/content.ts';
import type { Hash } from '../core/demonstration/demonstration.ts';
import { listHashes } from '../core/demonstration/hashes.ts';
import type { ExportReads } from '../core/formats/export-formats.ts';

/** Bytes of stored content that were packed, and all there are. */
export interface ExportProgress {
  done: number;
  total: number;
}

interface Watch {
  reads: ExportReads;
  /** Of each content that the demonstration names. */
  sizes: ReadonlyMap<Hash, number>;
  videoBytes: number;
  onProgress: (progress: ExportProgress) => void;
  signal?: AbortSignal;
}

/**
 * The content as it is, telling how far an exporter has got with it: `total` is what the format takes of
 * it, and it grows with what is read, though a format may read a page more than once. Reading fails with
 * the signal's reason once that is aborted.
 */
export function watchReads(
  content: DemonstrationContent,
  { reads, sizes, videoBytes, onProgress, signal }: Watch,
): DemonstrationContent {
  const { demonstration, turns, films, video } = content;
  const pages = new Set<Hash>();
  const pictures = new Set<Hash>();
  let toRead = reads.video ? videoBytes : 0;
  for (const record of [demonstration, ...turns]) {
    const frames = new Set(listHashes('snapshot' in record ? record.snapshot : null));
    for (const hash of listHashes(record)) {
      const isPage = frames.has(hash);
      if (!isPage && !reads.pictures) continue;
      (isPage ? pages : pictures).add(hash);
      toRead += (sizes.get(hash) ?? 0) * (isPage ? reads.pages : 1);
    }
  }
  const kept = [...(reads.pages > 0 ? pages : []), ...pictures];
  const named = kept.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
  const total = named + (reads.video ? videoBytes : 0);
  let read = 0;
  const count = (bytes: number): void => {
    signal?.throwIfAborted();
    read += bytes;
    const share = toRead === 0 ? 1 : Math.min(1, read / toRead);
    onProgress({ done: Math.round(total * share), total });
  };
  count(0);
  return {
    ...content,
    read: async (hash) => {
      const bytes = await content.read(hash);
      count(bytes?.byteLength ?? 0);
      return bytes;
    },
    ...(films && {
      films: films.map((film) => ({ ...film, read: () => countPieces(film.read(), count) })),
    }),
    ...(video && { video: countChunks(video, count) }),
  };
}

async function* countPieces(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of pieces) {
    count(piece.byteLength);
    yield piece;
  }
}

function countChunks(
  video: DemonstrationVideo,
  count: (bytes: number) => void,
): DemonstrationVideo {
  return {
    segments: video.segments,
    async *readChunks(segment) {
      for await (const chunk of video.readChunks(segment)) {
        count(chunk.bytes.byteLength);
        yield chunk;
      }
    },
  };
}
