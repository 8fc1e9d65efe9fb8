/** Model files in OPFS, folder `models`: finished ones under their SHA-256, others as `<id>.part`. */

import type { InstalledModel } from '../../../protocol/models.ts';
import { forgetModelFacts, writeInstalled, writeTag, writeWanted } from './model-state.ts';
import { clearVectors } from './vector-store.ts';

const FOLDER = 'models';

export async function openModelFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** Bytes of a finished file. Rejects, with words for the user, when it is not there. */
export async function readInstalledFile(hash: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const handle = await (await openModelFolder()).getFileHandle(hash);
    return new Uint8Array(await (await handle.getFile()).arrayBuffer());
  } catch {
    throw new Error('its files are gone from this browser; get it again in Settings');
  }
}

/** Bytes of all files that begin with `prefix`, finished or not. */
export async function measureModelFiles(prefix = ''): Promise<number> {
  let bytes = 0;
  for await (const [name, handle] of (await openModelFolder()).entries()) {
    if (handle.kind === 'file' && name.startsWith(prefix)) {
      bytes += (await handle.getFile()).size;
    }
  }
  return bytes;
}

/** Removes finished files that are not of `model`. */
export async function removeOtherModels(model: InstalledModel | null): Promise<void> {
  await removeFiles(
    (name) => !name.endsWith('.part') && name !== model?.hash && name !== model?.vocabularyHash,
  );
}

/** Removes what unfinished downloads left, all but that of `id`. */
export async function removeParts(id: string | null): Promise<void> {
  await removeFiles(
    (name) => name.endsWith('.part') && (id === null || !name.startsWith(`${id}.`)),
  );
}

async function removeFiles(isUnwanted: (name: string) => boolean): Promise<void> {
  const folder = await openModelFolder();
  const names: string[] = [];
  for await (const name of folder.keys()) if (isUnwanted(name)) names.push(name);
  for (const name of names) await folder.removeEntry(name);
}

/** Name of the unfinished file of a model's weights or vocabulary. */
export function namePart(id: string, role: 'weights' | 'vocabulary'): string {
  return `${id}.${role}.part`;
}

/** Removes the model in use with its files and all that was remembered of it. */
export async function removeModel(): Promise<void> {
  await writeInstalled(null);
  await removeOtherModels(null);
  await forgetModelFacts();
  await clearVectors();
}

/** Throws away what an unfinished download left. */
export async function discardDownload(id: string): Promise<void> {
  await writeWanted(null);
  await writeTag(namePart(id, 'weights'), null);
  await writeTag(namePart(id, 'vocabulary'), null);
  await removeParts(null);
}
