import type { Entry } from '@zip.js/zip.js';
import { ImportFault } from '../../core/formats/import-source.ts';

/** What an import may hold; a folder of files is held to the same. */
export interface ImportLimits {
  /** Files. */
  files: number;
  /** Bytes of one file and of all, inflated. */
  fileBytes: number;
  totalBytes: number;
  /** All bytes inflated per byte of the zip, once they are more than `smallBytes`: a bomb has more. */
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

const MOST_PATH = 500;
/** Unix file types in the upper half of the external attributes (APPNOTE 4.4.15; `stat.h`). */
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;

/** The path, if it is one below the folder that it is read from; fails with ImportFault otherwise. */
function checkPath(path: string): string {
  const shown = JSON.stringify(path.slice(0, 80));
  if (path.length > MOST_PATH) throw new ImportFault(`the file name ${shown} … is too long`);
  const isPlain =
    !/[\\\p{Cc}]/u.test(path) &&
    !/^[a-z]:/i.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain) throw new ImportFault(`the file name ${shown} points outside or is no plain path`);
  return path;
}

/** Whether an entry is a file that may be read; false for a folder. Fails with ImportFault. */
export function checkEntry(entry: Entry, limits: ImportLimits): boolean {
  const { filename, directory, encrypted, externalFileAttributes, versionMadeBy } = entry;
  checkPath(directory ? filename.replace(/\/$/, '') : filename);
  const isUnix = versionMadeBy >>> 8 === 3;
  if (isUnix && ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) {
    throw new ImportFault(`${filename} is a link, not a file`);
  }
  if (directory) return false;
  if (encrypted) throw new ImportFault(`${filename} is encrypted`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new ImportFault(`${filename} is compressed in a way that Wayscribe does not read`);
  }
  if (entry.uncompressedSize > limits.fileBytes) {
    throw new ImportFault(`${filename} is larger than ${describeBytes(limits.fileBytes)}`);
  }
  return true;
}

/** Counts what is inflated, from declarations first and from the content itself later. */
export function checkTotal(bytes: number, zipBytes: number, limits: ImportLimits): void {
  if (bytes > limits.totalBytes) {
    throw new ImportFault(`it unpacks to more than ${describeBytes(limits.totalBytes)}`);
  }
  if (bytes > limits.smallBytes && bytes > zipBytes * limits.ratio) {
    throw new ImportFault(`it unpacks to over ${limits.ratio} times its size, like a zip bomb`);
  }
}

function describeBytes(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
