import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js';
import type { ExportFile } from '../../core/formats/export-file.ts';
import { toStream } from '../to-stream.ts';

export interface ZipProgress {
  /** Files written so far, the last one's path, and their bytes before compression. */
  files: number;
  path: string;
  bytes: number;
}

export interface ZipOptions {
  /** Epoch ms, written as UTC into every entry: the same files give the same bytes everywhere. */
  modifiedAt: number;
  signal?: AbortSignal;
  onProgress?: (progress: ZipProgress) => void;
}

/**
 * Packs files into a zip while it is read: one file at a time is in memory, and no more is pulled
 * than the reader takes. Uses the browser's own compressor, no worker and no WebAssembly, so that it
 * runs under an extension page's content security policy and in Node. The stream fails with what
 * made a file fail, or with the signal's reason.
 */
export function zipFiles(
  files: AsyncIterable<ExportFile> | Iterable<ExportFile>,
  options: ZipOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const cancelled = new AbortController();
  const stop = options.signal
    ? AbortSignal.any([options.signal, cancelled.signal])
    : cancelled.signal;
  let resume: () => void = () => undefined;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
        async write(chunk) {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) > 0 || stop.aborted) return;
          await new Promise<void>((resolve) => (resume = resolve));
        },
      });
      const fail = (error: unknown): void =>
        controller.error(options.signal?.aborted ? options.signal.reason : error);
      pack(files, sink, stop, options)
        .then(() => {
          stop.throwIfAborted();
          controller.close();
        })
        .catch(fail);
      stop.addEventListener('abort', () => resume());
    },
    pull: () => resume(),
    cancel: (reason) => cancelled.abort(reason),
  });
}

async function pack(
  files: AsyncIterable<ExportFile> | Iterable<ExportFile>,
  sink: WritableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  { modifiedAt, onProgress }: ZipOptions,
): Promise<void> {
  const zip = new ZipWriter(sink, {
    rawLastModDate: toDosTime(modifiedAt),
    extendedTimestamp: false,
    msDosCompatible: true,
  });
  let written = 0;
  let bytes = 0;
  for await (const file of files) {
    signal.throwIfAborted();
    const content = toStream(file.read(), (size) => (bytes += size));
    await zip.add(file.path, content, {
      signal,
      useWebWorkers: false,
      useCompressionStream: true,
      // Sizes before the content: readers of streams cannot find the end of stored content otherwise.
      ...(file.compress ? {} : { level: 0, dataDescriptor: false }),
    });
    written += 1;
    onProgress?.({ files: written, path: file.path, bytes });
  }
  await zip.close();
}

/** MS-DOS date and time: two-second steps, no zone, from 1980 to 2107 (APPNOTE 4.4.6). */
function toDosTime(epochMs: number): number {
  const date = new Date(epochMs);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
