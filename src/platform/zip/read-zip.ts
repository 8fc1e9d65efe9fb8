import type { FileEntry } from '@zip.js/zip.js';
import {
  BlobReader,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_BAD_FORMAT,
  ERR_CENTRAL_DIRECTORY_NOT_FOUND,
  ERR_EOCDR_NOT_FOUND,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_CRC32,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_LOCAL_FILE_HEADER_NOT_FOUND,
  ERR_OVERLAPPING_ENTRY,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { ImportSource } from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import type { ImportLimits } from './check-entry.ts';
import { checkEntry, checkTotal, IMPORT_LIMITS } from './check-entry.ts';

export interface ZipSource extends ImportSource {
  close(): Promise<void>;
}

/**
 * Opens a zip that is not trusted: a File of a page, or in Node what `fs.openAsBlob` gives. Only its
 * list of files is read now; a file is inflated while it is read, and CRC-32, sizes and limits are
 * checked as it goes. Fails with ImportFault, here or later.
 */
export async function openZip(
  zip: Blob,
  { limits = IMPORT_LIMITS, signal }: { limits?: ImportLimits; signal?: AbortSignal } = {},
): Promise<ZipSource> {
  const reader = new ZipReader(new BlobReader(zip), {
    // Names are checked in check-entry, which says which one and why.
    filenameValidation: 'tolerant',
    checkCrc32: true,
    checkOverlappingEntry: true,
    useWebWorkers: false,
    useCompressionStream: true,
    ...(signal && { signal }),
  });
  const entries = new Map<string, FileEntry>();
  let declared = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.size === limits.files) {
        throw new ImportFault(`it holds more than ${limits.files} files`);
      }
      if (!checkEntry(entry, limits) || entry.directory) continue;
      if (entries.has(entry.filename)) {
        throw new ImportFault(`it holds ${entry.filename} twice`);
      }
      entries.set(entry.filename, entry);
      declared += entry.uncompressedSize;
      checkTotal(declared, zip.size, limits);
    }
  } catch (error) {
    await reader.close().catch(() => undefined);
    signal?.throwIfAborted();
    throw explainFault(error, null);
  }
  return {
    paths: new Set(entries.keys()),
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) throw new ImportFault(`${path} is missing`);
      let bytes = 0;
      try {
        for await (const chunk of inflate(entry, signal)) {
          bytes += chunk.byteLength;
          // A declaration may lie.
          if (bytes > entry.uncompressedSize) throw new Error(ERR_INVALID_UNCOMPRESSED_SIZE);
          yield chunk;
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw explainFault(error, path);
      }
    },
    close: () => reader.close(),
  };
}

/** The content of an entry while it is inflated, no more of it at a time than is taken. */
async function* inflate(
  entry: FileEntry,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const ended = new AbortController();
  const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  // Its end is waited for besides the content: CRC and size are judged there.
  const done = entry.getData(writable, { signal: stop });
  const failed = done.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), failed]);
      if (next.done) break;
      yield next.value;
    }
    await done;
  } finally {
    ended.abort();
    await reader.cancel().catch(() => undefined);
  }
}

/** What went wrong in the words of zip.js, and as a clause. */
const FAULTS = new Map<string, string>([
  [ERR_BAD_FORMAT, 'is no zip, or was cut off'],
  [ERR_EOCDR_NOT_FOUND, 'is no zip, or was cut off'],
  [ERR_CENTRAL_DIRECTORY_NOT_FOUND, 'has a damaged list of files'],
  [ERR_LOCAL_FILE_HEADER_NOT_FOUND, 'is damaged: it does not begin where the list of files says'],
  [ERR_ENTRY_DATA_OUT_OF_BOUNDS, 'is damaged: it goes on beyond the end of the zip'],
  [ERR_INVALID_CRC32, 'is damaged: its checksum (CRC-32) is wrong'],
  [ERR_INVALID_COMPRESSED_DATA, 'is damaged: it cannot be unpacked'],
  [ERR_INVALID_UNCOMPRESSED_SIZE, 'is damaged: its size is not the one declared'],
  [ERR_OVERLAPPING_ENTRY, 'overlaps another file in the zip, like a zip bomb'],
  [ERR_AMBIGUOUS_ARCHIVE, 'is listed otherwise than it is stored'],
]);

function explainFault(error: unknown, path: string | null): ImportFault {
  if (error instanceof ImportFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  const known = FAULTS.get(message) ?? `cannot be unpacked (${message})`;
  return new ImportFault(`${path ?? 'it'} ${known}`);
}
