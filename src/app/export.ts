import type { DemonstrationContent } from '../core/demonstration/content.ts';
import type { Demonstration } from '../core/demonstration/demonstration.ts';
import { explainLeak } from '../core/demonstration/leaks.ts';
import type { ExportFile } from '../core/formats/export-file.ts';
import type { ExportFormat } from '../core/formats/export-formats.ts';
import type { WrittenFile } from '../platform/export-files.ts';
import { writeExportFile } from '../platform/export-files.ts';
import { measureContents } from '../platform/store/read.ts';
import type { ApartReader } from '../platform/store/read-apart.ts';
import { measureVideo } from '../platform/store/video.ts';
import { listFilms } from '../platform/tab-video/list-films.ts';
import { toStream } from '../platform/to-stream.ts';
import { zipFiles } from '../platform/zip/write-zip.ts';
import type { Outcome } from '../protocol/background.ts';
import { connectStore } from './connection.ts';
import { openDemonstration } from './demonstrations.ts';
import type { ExportProgress } from './export-progress.ts';
import { watchReads } from './export-progress.ts';
import { LeakFound, testForLeaks } from './leak-test.ts';
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
  const { EXPORT_FORMATS } = await import('../core/formats/export-formats.ts');
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
