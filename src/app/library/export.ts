import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import { listHashes } from '../../core/demonstration/content.ts';
import type { Demonstration, Hash } from '../../core/demonstration/demonstration.ts';
import type { SecretLeak } from '../../core/demonstration/secrets/leaks.ts';
import { explainLeak, findLeaksIn } from '../../core/demonstration/secrets/leaks.ts';
import type { SecretSearch } from '../../core/demonstration/secrets/search.ts';
import { createSecretSearch } from '../../core/demonstration/secrets/search.ts';
import { joinBytes } from '../../core/bytes.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ExportFormat, ExportReads } from '../../core/formats/export-formats.ts';
import type { WrittenFile } from '../../platform/export-files.ts';
import { writeExportFile } from '../../platform/export-files.ts';
import { readDigests } from '../../platform/settings/secret-digests.ts';
import { measureContents } from '../../platform/store/read.ts';
import { measureVideo } from '../../platform/store/video.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import { toStream } from '../../platform/to-stream.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import { connectStore } from '../connection.ts';
import { openDemonstration, openRecorded } from './demonstrations.ts';
import { LIBRARY_MESSAGES } from './messages.ts';
import { openStoreReader } from './store-reader.ts';

interface ExportOptions {
  onProgress?: (progress: ExportProgress) => void;
  signal?: AbortSignal;
}

/** `fileName` is the name of the download. The file stays on disk until `remove` is called. */
export type Exported = Outcome<WrittenFile & { fileName: string }>;

/** Smaller buffers aren't worth a message to the worker that reuses them. */
const LET_GO_BYTES = 16 * 1024;

/** Writes a demonstration into a private file piece by piece, so that memory use doesn't grow with its size. */
export async function exportDemonstration(
  id: string,
  format: ExportFormat,
  { onProgress = () => undefined, signal }: ExportOptions = {},
): Promise<Exported> {
  // Loaded late, since only exports need the exporters.
  const { EXPORT_FORMATS } = await import('../../core/formats/export-formats.ts');
  if (!Object.hasOwn(EXPORT_FORMATS, format)) {
    return { ok: false, message: LIBRARY_MESSAGES.unknownFormat(format) };
  }
  const { list, reads, ending, empty, asRecorded } = EXPORT_FORMATS[format];
  const opened = await (asRecorded ? openRecorded(id) : openDemonstration(id));
  if (!opened.ok) return opened;
  const { demonstration, turns } = opened.content;
  if (turns.length === 0) return { ok: false, message: LIBRARY_MESSAGES.nothingRecorded };
  const fileName = `${nameFile(demonstration)}${ending}`;
  const reader = openStoreReader();
  // Released buffers are reused without waiting for the garbage collector.
  const letGo = ({ buffer }: Uint8Array<ArrayBuffer>): void => {
    if (buffer.byteLength >= LET_GO_BYTES) reader.letGo(buffer);
  };
  try {
    const db = await connectStore();
    const video = opened.content.video && {
      ...opened.content.video,
      readChunks: reader.readChunks,
    };
    const content = watchReads(
      { ...opened.content, read: reader.read, ...(video && { video, films: listFilms(video) }) },
      {
        sizes: await measureContents(db, id),
        videoBytes: await measureVideo(db, id),
        ...{ reads, onProgress, ...(signal && { signal }) },
      },
    );
    const files = testForLeaks(list(content), id);
    const modifiedAt = demonstration.endedAt ?? demonstration.startedAt;
    const stream = ending.endsWith('.zip')
      ? zipFiles(files, { modifiedAt, letGo, ...(signal && { signal }) })
      : toStream(readBytes(files, letGo));
    const written = await writeExportFile(stream, fileName, signal);
    if (written.file.size > 0 || empty === undefined) return { ok: true, fileName, ...written };
    await written.remove();
    return { ok: false, message: empty };
  } catch (error) {
    const message = explainFailure(error, signal);
    if (message === null) throw error;
    return { ok: false, message };
  } finally {
    reader.close();
  }
}

async function* readBytes(
  files: AsyncIterable<ExportFile>,
  letGo: (chunk: Uint8Array<ArrayBuffer>) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const file of files) {
    for await (const chunk of file.read()) {
      yield chunk;
      letGo(chunk);
    }
  }
}

/** Returns null for a bug. */
function explainFailure(error: unknown, signal: AbortSignal | undefined): string | null {
  if (error instanceof LeakFound) return explainLeak(error.leak);
  if (signal?.aborted) return LIBRARY_MESSAGES.exportCancelled;
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? LIBRARY_MESSAGES.exportDiskFull : null;
}

/** Downloads a demonstration in one or more formats, once all of them are written. */
export async function downloadExports(
  id: string,
  formats: readonly ExportFormat[],
  { onProgress = () => undefined, signal }: ExportOptions = {},
): Promise<Outcome<{ files: { fileName: string; bytes: number }[] }>> {
  const written: Extract<Exported, { ok: true }>[] = [];
  for (const [index, format] of formats.entries()) {
    const exported = await exportDemonstration(id, format, {
      onProgress: ({ done, total }) =>
        onProgress({ done: index * total + done, total: formats.length * total }),
      ...(signal && { signal }),
    });
    if (!exported.ok) {
      await Promise.all(written.map(({ remove }) => remove()));
      return exported;
    }
    written.push(exported);
  }
  written.forEach(saveExport);
  return {
    ok: true,
    files: written.map(({ fileName, file }) => ({ fileName, bytes: file.size })),
  };
}

/** A download that first asks where to save may start to read late. */
const REMOVE_AFTER_MS = 10 * 60_000;

/** Downloads a file without a permission, and removes it afterwards. */
function saveExport({ file, fileName, remove }: WrittenFile & { fileName: string }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // There is no event for the end of a download; the next page removes what a closed page leaves.
  setTimeout(() => {
    URL.revokeObjectURL(url);
    void remove();
  }, REMOVE_AFTER_MS);
}

function nameFile({ title, startedAt }: Demonstration): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['demonstration'];
  const day = new Date(startedAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return `${words.slice(0, 6).join('-')}-${day}`;
}

/** Stops an export. */
export class LeakFound extends Error {
  readonly leak: SecretLeak;

  constructor(leak: SecretLeak) {
    super(`a secret in ${leak.path}`);
    this.leak = leak;
  }
}

/** Larger files are searched in pieces of this size. */
const PIECE_BYTES = 16 * 1024 * 1024;
/** How far pieces overlap; no form of a typed secret is longer. */
const OVERLAP_BYTES = 64 * 1024;

/**
 * Yields the files of an export unchanged, but searches each for the secrets that were typed during the recording. Reading
 * a file with one fails with LeakFound, in a file of several pieces after its beginning was written. Secrets typed before
 * the browser was last started are no longer known (docs/privacy.md).
 */
async function* testForLeaks(
  files: AsyncIterable<ExportFile>,
  demonstrationId: string,
): AsyncGenerator<ExportFile> {
  const search = createSecretSearch(await readDigests(demonstrationId));
  for await (const file of files) {
    yield search.isEmpty || file.isPixels ? file : { ...file, read: () => testFile(file, search) };
  }
}

/** Yields the bytes of one file after they were searched. */
export async function* testFile(
  { path, read }: Pick<ExportFile, 'path' | 'read'>,
  search: SecretSearch,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let before: Uint8Array<ArrayBuffer> = new Uint8Array();
  const test = (): void => {
    const [only] = held;
    const isWhole = held.length === 1 && before.length === 0;
    const piece = only && isWhole ? only : joinBytes([before, ...held]);
    for (const leak of findLeaksIn(path, piece, search)) throw new LeakFound(leak);
    before = piece.slice(Math.max(0, piece.length - OVERLAP_BYTES));
  };
  for await (const chunk of read()) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < pieceBytes) continue;
    test();
    yield* held;
    held = [];
    heldBytes = 0;
  }
  test();
  yield* held;
}

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
 * Wraps the content to report how far an exporter has read it: `total` is the size of what the format uses, and `done`
 * grows in proportion, though a format may read a page several times. Reading fails with the signal's reason once aborted.
 */
export function watchReads(
  content: DemonstrationContent,
  { reads, sizes, videoBytes, onProgress, signal }: Watch,
): DemonstrationContent {
  const { demonstration, turns, films, video } = content;
  const used = new Set<Hash>();
  let toRead = reads.video ? videoBytes : 0;
  for (const record of [demonstration, ...turns]) {
    const frames = new Set(listHashes('snapshot' in record ? record.snapshot : null));
    for (const hash of listHashes(record)) {
      const times = frames.has(hash) ? reads.pages : Number(reads.pictures);
      if (times > 0) used.add(hash);
      toRead += (sizes.get(hash) ?? 0) * times;
    }
  }
  const named = [...used].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
  const total = named + (reads.video ? videoBytes : 0);
  let read = 0;
  const count = (bytes: number): void => {
    signal?.throwIfAborted();
    read += bytes;
    const share = toRead === 0 ? 1 : Math.min(1, read / toRead);
    onProgress({ done: Math.round(total * share), total });
  };
  async function* countAll<T>(items: AsyncIterable<T>, measure: (item: T) => number) {
    for await (const item of items) {
      count(measure(item));
      yield item;
    }
  }
  count(0);
  return {
    ...content,
    read: async (hash) => {
      const bytes = await content.read(hash);
      count(bytes?.byteLength ?? 0);
      return bytes;
    },
    ...(films && {
      films: films.map((film) => ({
        ...film,
        read: () => countAll(film.read(), ({ byteLength }) => byteLength),
      })),
    }),
    ...(video && {
      video: {
        segments: video.segments,
        readChunks: (segment) =>
          countAll(video.readChunks(segment), ({ bytes }) => bytes.byteLength),
      },
    }),
  };
}
