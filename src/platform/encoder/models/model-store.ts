/**
 * Model files lie in OPFS, folder `models`: finished ones under their SHA-256, others as `<id>.<role>.part`. What is
 * known of them lies in a database of its own, beside what was learned: the offscreen document and its workers cannot
 * read `storage.local`. The swap from an old model to a new one is one write of `installed`.
 */
import type { DBSchema } from 'idb';
import type { InstalledModel, ModelSpec } from '../../../protocol/models.ts';
import type { Backend } from '../../../protocol/ranker-worker.ts';
import { openOnDemand } from '../../store/database.ts';
import { clearVectors } from './vector-store.ts';

/** Tokens per second by backend. */
export type Speeds = Partial<Record<Backend, number>>;

interface ModelFacts {
  /** The model in use. */
  installed: InstalledModel;
  /** The download that was begun and is not finished. */
  wanted: ModelSpec;
  /** Strong ETag of the version that an unfinished file is of. */
  [tag: `tag ${string}`]: string;
  /** SHA-256 of what an address gave when it was first used; forgotten with the model. */
  [pin: `pin ${string}`]: string;
  /** By a model's hash and the version of the browser. */
  [speeds: `speed ${string}`]: Speeds;
  /** As stored, by the ranker it was learned with. */
  [learned: `learned ${string}`]: unknown;
}

interface ModelsSchema extends DBSchema {
  values: { key: string; value: unknown };
}

const LEARNED = 'learned ';

const withFacts = openOnDemand<ModelsSchema>('wayscribe-models', 1, (created) => {
  created.createObjectStore('values');
});

/** Null where nothing is known. */
export function readModelFact<K extends keyof ModelFacts>(key: K): Promise<ModelFacts[K] | null> {
  return withFacts(
    async (facts) => ((await facts.get('values', key)) as ModelFacts[K] | undefined) ?? null,
  );
}

/** Null forgets it. */
export function writeModelFact<K extends keyof ModelFacts>(
  key: K,
  value: ModelFacts[K] | null,
): Promise<void> {
  return withFacts(async (facts) => {
    if (value === null) await facts.delete('values', key);
    else await facts.put('values', value, key);
  });
}

/** What was learned, as stored, by the ranker it was learned with. */
export function readLearnedValues(): Promise<Map<string, unknown>> {
  return withFacts(async (facts) => {
    const keys = (await facts.getAllKeys('values')).filter((key) => key.startsWith(LEARNED));
    const values = await Promise.all(keys.map((key) => facts.get('values', key)));
    return new Map(keys.map((key, at) => [key.slice(LEARNED.length), values[at]]));
  });
}

export async function openModelFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('models', { create: true });
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

/** Makes a model, or none, the one in use; the files and vectors of others go. */
export async function useModel(model: InstalledModel | null): Promise<void> {
  await writeModelFact('installed', model);
  await removeFiles(
    (name) => !name.endsWith('.part') && name !== model?.hash && name !== model?.vocabularyHash,
  );
  await clearVectors();
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
  await useModel(null);
  await withFacts(async (facts) => {
    for (const key of await facts.getAllKeys('values')) {
      if (/^(?:pin|speed) /.test(key)) await facts.delete('values', key);
    }
  });
}

/** Throws away what an unfinished download left. */
export async function discardDownload(id: string): Promise<void> {
  await writeModelFact('wanted', null);
  await writeModelFact(`tag ${namePart(id, 'weights')}`, null);
  await writeModelFact(`tag ${namePart(id, 'vocabulary')}`, null);
  await removeParts(null);
}
