import type { ImportSource } from '../core/formats/import-source.ts';
import { ImportFault } from '../core/formats/import-source.ts';
import { IMPORT_LIMITS } from './zip/read-zip.ts';

/** A folder's files by their path in it. */
export type FolderFiles = ReadonlyMap<string, FileSystemFileEntry>;

export type DroppedItem = { name: string; file: File } | { name: string; files: FolderFiles };

/**
 * What a drop carries. To be called while the drop is being handled, since the browser takes it back
 * afterwards. A folder is listed, not read; fails with ImportFault when it holds too many files.
 */
export async function readDrop(transfer: DataTransfer): Promise<DroppedItem[]> {
  const taken = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    const file = item.kind === 'file' ? item.getAsFile() : null;
    return entry || file ? [{ entry, file }] : [];
  });
  const items: DroppedItem[] = [];
  for (const { entry, file } of taken) {
    if (entry && isFolder(entry)) {
      items.push({ name: entry.name, files: await listFolder(entry) });
    } else if (file) items.push({ name: file.name, file });
  }
  return items;
}

async function listFolder(top: FileSystemDirectoryEntry): Promise<FolderFiles> {
  const files = new Map<string, FileSystemFileEntry>();
  const waiting = [{ folder: top, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const entry of await readEntries(next.folder)) {
      const path = next.path + entry.name;
      if (isFolder(entry)) waiting.push({ folder: entry, path: `${path}/` });
      else if (isFile(entry)) files.set(path, entry);
      if (files.size > IMPORT_LIMITS.files) {
        throw new ImportFault(`${top.name} holds more than ${IMPORT_LIMITS.files} files`);
      }
    }
  }
  return files;
}

/** The browser hands out a hundred at a time. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

export function openEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

export async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of blob.stream()) yield piece;
}

/** A folder to import from; a file is read when it is asked for. */
export function openPickedFolder(files: FolderFiles): ImportSource {
  return {
    paths: new Set(files.keys()),
    async *read(path) {
      const entry = files.get(path);
      if (!entry) throw new ImportFault(`${path} is missing`);
      try {
        yield* readBlob(await openEntry(entry));
      } catch (error) {
        throw new ImportFault(`${path} could not be read (${String(error)})`);
      }
    },
  };
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
