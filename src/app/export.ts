import type { DemonstrationContent } from '../core/demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../core/demonstration/demonstration.ts';
import { explainLeak } from '../core/demonstration/leaks.ts';
import { listArchiveFiles } from '../core/formats/archive/list.ts';
import type { ExportFile } from '../core/formats/export-file.ts';
import { listWeblinxFiles } from '../core/formats/weblinx/list.ts';
import type { WrittenFile } from '../platform/export-files.ts';
import { writeExportFile } from '../platform/export-files.ts';
import { measureContents } from '../platform/store/read.ts';
import { zipFiles } from '../platform/zip/write-zip.ts';
import type { Outcome } from '../protocol/background.ts';
import { connectStore } from './connection.ts';
import { openDemonstration } from './demonstrations.ts';
import { LeakFound, testForLeaks } from './leak-test.ts';

/** The formats a demonstration can be exported to. */
export type ExportFormat = 'weblinx' | 'archive';

const LISTS = { weblinx: listWeblinxFiles, archive: listArchiveFiles };

/** Bytes of stored content that were packed, and all there are. */
export interface ExportProgress {
  done: number;
  total: number;
}

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
  { onProgress, signal }: ExportOptions = {},
): Promise<Exported> {
  const opened = await openDemonstration(id);
  if (!opened.ok) return opened;
  const { demonstration, turns } = opened.content;
  if (turns.length === 0) {
    return {
      ok: false,
      message: 'Nothing was recorded, so there is nothing to export. Record a few actions first.',
    };
  }
  const sizes = await measureContents(await connectStore(), id);
  const total = turns.reduce((sum, turn) => sum + measureNamed(turn, sizes), 0);
  onProgress?.({ done: 0, total });
  const content = countReads(opened.content, (read) =>
    onProgress?.({ done: Math.min(read, total), total }),
  );
  const stop = signal ? { signal } : {};
  const list: (content: DemonstrationContent) => AsyncGenerator<ExportFile> = LISTS[format];
  const zip = zipFiles(testForLeaks(list(content), id), {
    modifiedAt: demonstration.endedAt ?? demonstration.startedAt,
    ...stop,
  });
  const fileName = `${nameFile(demonstration)}-${format}.zip`;
  try {
    return { ok: true, fileName, ...(await writeExportFile(zip, fileName, signal)) };
  } catch (error) {
    const message = explainFailure(error, signal);
    if (message === null) throw error;
    return { ok: false, message };
  }
}

function explainFailure(error: unknown, signal: AbortSignal | undefined): string | null {
  if (error instanceof LeakFound) return explainLeak(error.leak);
  if (signal?.aborted) return 'The export was cancelled. The demonstration is safe.';
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    return 'The disk is full, so the zip could not be written and nothing of it is left. The demonstration is safe: free some space, then export again.';
  }
  return null;
}

/** The bytes of all content that a turn names. */
function measureNamed(turn: Turn, sizes: ReadonlyMap<Hash, number>): number {
  if (turn.kind === 'say') return 0;
  const { snapshot, screenshot } = turn;
  const pages = (snapshot?.frames ?? []).flatMap(({ html, boxes }) => [html, boxes]);
  const named = screenshot.status === 'kept' ? [...pages, screenshot.image] : pages;
  return named.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
}

function countReads(
  content: DemonstrationContent,
  onRead: (bytes: number) => void,
): DemonstrationContent {
  let read = 0;
  return {
    ...content,
    read: async (hash) => {
      const bytes = await content.read(hash);
      read += bytes?.byteLength ?? 0;
      onRead(read);
      return bytes;
    },
  };
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
