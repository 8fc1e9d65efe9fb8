import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import { LeakFound } from '../../core/formats/leak-test.ts';
import { message } from '../../messages/message.ts';
import type { WrittenFile } from '../../platform/export-files.ts';
import { writeExportFile } from '../../platform/export-files.ts';
import { toStream } from '../../platform/to-stream.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import { LIBRARY_MESSAGES } from './messages.ts';
import type { ExportOptions } from './open-export.ts';
import { openExport } from './open-export.ts';

/** `fileName` is the name of the download. The file stays on disk until `remove` is called. */
export type Exported = Outcome<WrittenFile & { fileName: string }>;

/** Writes a demonstration into a private file piece by piece, so that memory use doesn't grow with its size. */
export async function exportDemonstration(
  id: string,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<Exported> {
  const { signal } = options;
  try {
    const opened = await openExport(id, format, options);
    if (!opened.ok) return opened;
    const { demonstration, files, letGo, close } = opened.open;
    try {
      const { EXPORT_FORMATS } = await import('../../core/formats/export-formats.ts');
      const { ending, empty } = EXPORT_FORMATS[format];
      const fileName = `${nameFile(demonstration)}${ending}`;
      const modifiedAt = demonstration.endedAt ?? demonstration.startedAt;
      const stream = ending.endsWith('.zip')
        ? zipFiles(files, { modifiedAt, letGo, ...(signal && { signal }) })
        : toStream(readBytes(files, letGo));
      const written = await writeExportFile(stream, fileName, signal);
      if (written.file.size > 0 || empty === undefined) return { ok: true, fileName, ...written };
      await written.remove();
      return { ok: false, message: empty };
    } finally {
      close();
    }
  } catch (error) {
    const message = explainFailure(error, signal);
    if (message === null) throw error;
    return { ok: false, message };
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
export function explainFailure(error: unknown, signal: AbortSignal | undefined): string | null {
  if (error instanceof LeakFound) return error.explanation;
  if (signal?.aborted) return LIBRARY_MESSAGES.exportCancelled;
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? LIBRARY_MESSAGES.exportDiskFull : null;
}

/** Downloads a demonstration in one or more formats, once all of them are written. */
async function downloadExports(
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

/** Downloads like `downloadExports`; `show` gets the amounts, and the result says how it ended. */
export async function trackExports(
  id: string,
  formats: readonly ExportFormat[],
  show: (state: { state: 'packing'; done: number; total: number }) => void,
  signal: AbortSignal,
) {
  show({ state: 'packing', done: 0, total: 0 });
  try {
    const exported = await downloadExports(id, formats, {
      onProgress: ({ done, total }) => show({ state: 'packing', done, total }),
      signal,
    });
    if (exported.ok) return { state: 'done' as const, files: exported.files };
    if (signal.aborted) return { state: 'none' as const };
    return { state: 'failed' as const, message: exported.message };
  } catch (error) {
    return { state: 'failed' as const, message: message('commonExportFailed', String(error)) };
  }
}

/** A download that first asks where to save may start to read late. */
const REMOVE_AFTER_MS = 10 * 60_000;

/** Downloads a file without a permission, and removes it afterwards. */
export function saveExport({
  file,
  fileName,
  remove,
}: {
  file: Blob;
  fileName: string;
  remove?: WrittenFile['remove'];
}): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // There is no event for the end of a download; the next page removes what a closed page leaves.
  setTimeout(() => {
    URL.revokeObjectURL(url);
    void remove?.();
  }, REMOVE_AFTER_MS);
}

export function nameFile({ title, startedAt }: Demonstration): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['demonstration'];
  const day = new Date(startedAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
  return `${words.slice(0, 6).join('-')}-${day}`;
}
