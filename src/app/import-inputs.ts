import { findRoots } from '../core/formats/find-roots.ts';
import type { ImportSource } from '../core/formats/import-source.ts';
import type { DroppedItem, FolderFiles } from '../platform/picked-files.ts';
import { openEntry, openPickedFolder } from '../platform/picked-files.ts';
import { openZip } from '../platform/zip/read-zip.ts';

/** Something to import; its name is for people. Opening it fails with ImportFault. */
export interface ImportInput {
  name: string;
  open(signal?: AbortSignal): Promise<ImportSource & { close?: () => Promise<void> }>;
}

export function takeZip(name: string, read: () => Promise<Blob>): ImportInput {
  return { name, open: async (signal) => openZip(await read(), signal ? { signal } : {}) };
}

/** A dropped file as it is; a dropped folder's demonstrations together, and the zips in it one by one. */
export function listInputs(items: readonly DroppedItem[]): ImportInput[] {
  return items.flatMap((item) =>
    'file' in item
      ? [takeZip(item.name, () => Promise.resolve(item.file))]
      : splitFolder(item.name, item.files),
  );
}

function splitFolder(name: string, files: FolderFiles): ImportInput[] {
  const roots = findRoots(files.keys());
  const zips = [...files].filter(
    ([path]) => /\.zip$/i.test(path) && !roots.some(({ folder }) => path.startsWith(folder)),
  );
  const inputs = zips.map(([path, entry]) => takeZip(`${name}/${path}`, () => openEntry(entry)));
  // A folder with nothing in it is told to have nothing in it.
  if (roots.length === 0 && zips.length > 0) return inputs;
  return [{ name, open: () => Promise.resolve(openPickedFolder(files)) }, ...inputs];
}
