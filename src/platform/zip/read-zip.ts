import type { Entry, FileEntry } from '@zip.js/zip.js';
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
import { FAULTS } from '../../core/formats/messages.ts';

export interface ZipSource extends ImportSource {
  close(): Promise<void>;
}

/** Limits of an import; a folder of files has the same. */
export interface ImportLimits {
  files: number;
  /** Inflated bytes of one file and of all. */
  fileBytes: number;
  totalBytes: number;
  /** Inflated bytes per byte of the zip, once they are more than `smallBytes`: a zip bomb exceeds it. */
  ratio: number;
  smallBytes: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  files: 200_000,
  fileBytes: 2 * 1024 ** 3,
  totalBytes: 16 * 1024 ** 3,
  ratio: 200,
  smallBytes: 64 * 1024 ** 2,
};

/**
 * Opens an untrusted zip: a File of a page, or what `fs.openAsBlob` returns in Node. Reads only its list of files; a file is
 * inflated while it is read, and CRC-32, sizes and limits are checked on the way. Fails with ImportFault, now or then.
 */
export async function openZip(
  zip: Blob,
  { limits = IMPORT_LIMITS, signal }: { limits?: ImportLimits; signal?: AbortSignal } = {},
): Promise<ZipSource> {
  const reader = new ZipReader(new BlobReader(zip), {
    // checkPath says which name is invalid and why.
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
      if (entries.size === limits.files) throw new ImportFault(FAULTS.tooManyFiles(limits.files));
      checkEntry(entry, limits);
      if (entry.directory) continue;
      if (entries.has(entry.filename)) throw new ImportFault(FAULTS.repeatedFile(entry.filename));
      entries.set(entry.filename, entry);
      declared += entry.uncompressedSize;
      checkTotal(declared, zip.size, limits);
    }
  } catch (error) {
    await reader.close().catch(() => undefined);
    signal?.throwIfAborted();
    throw explainFault(error, 'it');
  }
  return {
    paths: new Set(entries.keys()),
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) throw new ImportFault(FAULTS.missing(path));
      let bytes = 0;
      try {
        for await (const chunk of inflate(entry, signal)) {
          bytes += chunk.byteLength;
          // The declared size may be wrong.
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

/** Inflates an entry, no faster than it is read. */
async function* inflate(
  entry: FileEntry,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const ended = new AbortController();
  const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  // CRC and size are checked when it settles, so wait for it besides the content.
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

/** By the messages of zip.js. */
const ZIP_FAULTS = new Map<string, string>([
  [ERR_BAD_FORMAT, FAULTS.notZip],
  [ERR_EOCDR_NOT_FOUND, FAULTS.notZip],
  [ERR_CENTRAL_DIRECTORY_NOT_FOUND, FAULTS.badList],
  [ERR_LOCAL_FILE_HEADER_NOT_FOUND, FAULTS.wrongStart],
  [ERR_ENTRY_DATA_OUT_OF_BOUNDS, FAULTS.beyondEnd],
  [ERR_INVALID_CRC32, FAULTS.wrongCrc],
  [ERR_INVALID_COMPRESSED_DATA, FAULTS.badDeflate],
  [ERR_INVALID_UNCOMPRESSED_SIZE, FAULTS.wrongSize],
  [ERR_OVERLAPPING_ENTRY, FAULTS.overlaps],
  [ERR_AMBIGUOUS_ARCHIVE, FAULTS.ambiguous],
]);

function explainFault(error: unknown, subject: string): ImportFault {
  if (error instanceof ImportFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ImportFault(`${subject} ${ZIP_FAULTS.get(message) ?? FAULTS.notUnpacked(message)}`);
}

const MOST_PATH = 500;
/** Unix file types in the upper half of the external attributes (APPNOTE 4.4.15; `stat.h`). */
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;

/** Throws ImportFault for an entry that is neither a folder nor a plain file within the limits. */
function checkEntry(entry: Entry, limits: ImportLimits): void {
  const { filename, directory, encrypted, externalFileAttributes, versionMadeBy } = entry;
  checkPath(directory ? filename.replace(/\/$/, '') : filename);
  const isUnix = versionMadeBy >>> 8 === 3;
  if (isUnix && ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) {
    throw new ImportFault(FAULTS.isLink(filename));
  }
  if (directory) return;
  if (encrypted) throw new ImportFault(FAULTS.isEncrypted(filename));
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new ImportFault(FAULTS.unknownMethod(filename));
  }
  if (entry.uncompressedSize > limits.fileBytes) {
    throw new ImportFault(FAULTS.largeFile(filename, describeBytes(limits.fileBytes)));
  }
}

/** Throws ImportFault unless the path is a plain one below the imported folder. */
function checkPath(path: string): void {
  const shown = JSON.stringify(path.slice(0, 80));
  if (path.length > MOST_PATH) throw new ImportFault(FAULTS.longPath(shown));
  const isPlain =
    !/[\\\p{Cc}]/u.test(path) &&
    !/^[a-z]:/i.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain) throw new ImportFault(FAULTS.badPath(shown));
}

function checkTotal(bytes: number, zipBytes: number, limits: ImportLimits): void {
  if (bytes > limits.totalBytes) {
    throw new ImportFault(FAULTS.largeTotal(describeBytes(limits.totalBytes)));
  }
  if (bytes > limits.smallBytes && bytes > zipBytes * limits.ratio) {
    throw new ImportFault(FAULTS.isBomb(limits.ratio));
  }
}

function describeBytes(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
