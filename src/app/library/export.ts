import type { DemonstrationContent, DemonstrationVideo } from '../../core/demonstration/content.ts';
import { listHashes } from '../../core/demonstration/content.ts';
import type { Demonstration, Hash } from '../../core/demonstration/demonstration.ts';
import type { SecretLeak } from '../../core/demonstration/secrets/leaks.ts';
import { explainLeak, findLeaksIn } from '../../core/demonstration/secrets/leaks.ts';
import type { SecretSearch } from '../../core/demonstration/secrets/search.ts';
import { createSecretSearch } from '../../core/demonstration/secrets/search.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ExportFormat, ExportReads } from '../../core/formats/export-formats.ts';
import type { WrittenFile } from '../../platform/export-files.ts';
import { writeExportFile } from '../../platform/export-files.ts';
import { readDigests } from '../../platform/settings/secret-digests.ts';
import type { ApartReader } from '../../platform/store/read-apart.ts';
import { measureContents } from '../../platform/store/read.ts';
import { measureVideo } from '../../platform/store/video.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import { toStream } from '../../platform/to-stream.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import { connectStore } from '../connection.ts';
import { openDemonstration } from './demonstrations.ts';
import { openStoreReader } from './store-reader.ts';

interface ExportOptions {
  onProgress?: (progress: ExportProgress) => void;
  /** Stops it; the outcome says so. */
  signal?: AbortSignal;
}

/** `fileName` is the name for the user's folder. The file stays until it is removed. */
export type Exported = Outcome<WrittenFile & { fileName: string }>;

/**
 * Packs a demonstration into a file of the extension's own, one piece after the other: what is in
 * memory does not grow with it.
 */
export async function exportDemonstration(
  id: string,
  format: ExportFormat,
  { onProgress = () => undefined, signal }: ExportOptions = {},
): Promise<Exported> {
  // The exporters are needed by exports only.
  const { EXPORT_FORMATS } = await import('../../core/formats/export-formats.ts');
  if (!Object.hasOwn(EXPORT_FORMATS, format)) {
    return { ok: false, message: `There is no export format “${format}”.` };
  }
  const { list, reads, ending, empty } = EXPORT_FORMATS[format];
  const opened = await openDemonstration(id);
  if (!opened.ok) return opened;
  const { demonstration, turns } = opened.content;
  if (turns.length === 0) {
    return {
      ok: false,
      message: 'Nothing was recorded, so there is nothing to export. Record a few actions first.',
    };
  }
  const fileName = `${nameFile(demonstration)}${ending}`;
  const apart = openStoreReader();
  try {
    const content = await watch(takeApart(opened.content, apart), {
      ...{ reads, onProgress },
      ...(signal && { signal }),
    });
    const files = testForLeaks(list(content), id);
    const modifiedAt = demonstration.endedAt ?? demonstration.startedAt;
    const letGo = letGoTo(apart);
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
    apart.close();
  }
}

/** The same content, read in a worker. */
function takeApart(content: DemonstrationContent, apart: ApartReader): DemonstrationContent {
  const video = content.video && { ...content.video, readChunks: apart.readChunks };
  return { ...content, read: apart.read, ...(video && { video, films: listFilms(video) }) };
}

/** Less is not worth a message. */
const LET_GO_BYTES = 16 * 1024;

type LetGo = (chunk: Uint8Array<ArrayBuffer>) => void;

/** What was packed is handed out once, so that it need not wait for the browser to collect garbage. */
function letGoTo(apart: ApartReader): LetGo {
  return ({ buffer }) => {
    if (buffer.byteLength >= LET_GO_BYTES) apart.letGo(buffer);
  };
}

async function watch(
  content: DemonstrationContent,
  options: Pick<Parameters<typeof watchReads>[1], 'reads' | 'onProgress' | 'signal'>,
): Promise<DemonstrationContent> {
  const db = await connectStore();
  const { id } = content.demonstration;
  const sizes = await measureContents(db, id);
  return watchReads(content, { ...options, sizes, videoBytes: await measureVideo(db, id) });
}

async function* readBytes(
  files: AsyncIterable<ExportFile>,
  letGo: LetGo,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const file of files) {
    for await (const chunk of file.read()) {
      yield chunk;
      letGo(chunk);
    }
  }
}

function explainFailure(error: unknown, signal: AbortSignal | undefined): string | null {
  if (error instanceof LeakFound) return explainLeak(error.leak);
  if (signal?.aborted) return 'The export was cancelled. The demonstration is safe.';
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    return 'The disk is full, so the file could not be written and nothing of it is left. The demonstration is safe: free some space, then export again.';
  }
  return null;
}

/** A download that asks for a place first may begin to read late. */
const KEPT_MS = 10 * 60_000;

/** Saves through the browser's ordinary download, without a permission; removes the file afterwards. */
export function saveExport({ file, fileName, remove }: WrittenFile & { fileName: string }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Nothing tells when a download has ended; what a closed page leaves is removed by the next.
  setTimeout(() => {
    URL.revokeObjectURL(url);
    void remove();
  }, KEPT_MS);
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

/** A file is looked through in one piece up to this size, and a larger one piece by piece. */
const PIECE_BYTES = 16 * 1024 * 1024;
/** How far pieces overlap: no form of a secret that was typed is longer. */
const OVERLAP_BYTES = 64 * 1024;

/**
 * The files of an export as they are, each looked through for every secret that was typed while the
 * demonstration was recorded. Reading a file with one fails with LeakFound, for a file of more than one
 * piece after its beginning was handed on. What was typed before the browser was last started is not
 * known any more (docs/privacy.md).
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

/** The bytes of one file, handed on once they are looked through. */
export async function* testFile(
  { path, read }: Pick<ExportFile, 'path' | 'read'>,
  search: SecretSearch,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let before: Uint8Array<ArrayBuffer> = new Uint8Array();
  const test = ({ isLast }: { isLast: boolean }): void => {
    const [only] = held;
    const isWhole = held.length === 1 && before.length === 0;
    const piece = only && isWhole ? only : join([before, ...held]);
    for (const leak of findLeaksIn(path, piece, search)) throw new LeakFound(leak);
    if (!isLast) before = piece.slice(Math.max(0, piece.length - OVERLAP_BYTES));
  };
  for await (const chunk of read()) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < pieceBytes) continue;
    test({ isLast: false });
    yield* held;
    held = [];
    heldBytes = 0;
  }
  test({ isLast: true });
  yield* held;
}

function join(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
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
