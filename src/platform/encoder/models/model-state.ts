/**
 * What is known of models, in a database of its own: the one in use, the download that was not finished,
 * the version each unfinished file is of, hashes that were believed at first sight, measured speeds. The
 * swap from an old model to a new one is one write of `installed`.
 */
import type { DBSchema } from 'idb';
import { openDB } from 'idb';
import type { InstalledModel, ModelSpec } from '../../../protocol/models.ts';
import type { Backend } from '../../../protocol/ranker-worker.ts';

/** Tokens per second by backend. */
export type Speeds = Partial<Record<Backend, number>>;

interface ModelsSchema extends DBSchema {
  values: { key: string; value: unknown };
}

const INSTALLED = 'installed';
const WANTED = 'wanted';

async function read(key: string): Promise<unknown> {
  const database = await open();
  try {
    return await database.get('values', key);
  } finally {
    database.close();
  }
}

async function write(key: string, value: unknown): Promise<void> {
  const database = await open();
  try {
    if (value === null) await database.delete('values', key);
    else await database.put('values', value, key);
  } finally {
    database.close();
  }
}

function open() {
  return openDB<ModelsSchema>('wayscribe-models', 1, {
    upgrade: (database) => void database.createObjectStore('values'),
  });
}

/** Null when the user has installed none. */
export async function readInstalled(): Promise<InstalledModel | null> {
  return ((await read(INSTALLED)) as InstalledModel | undefined) ?? null;
}

export const writeInstalled = (model: InstalledModel | null): Promise<void> =>
  write(INSTALLED, model);

/** The download that was begun and is not finished; null when there is none. */
export async function readWanted(): Promise<ModelSpec | null> {
  return ((await read(WANTED)) as ModelSpec | undefined) ?? null;
}

export const writeWanted = (spec: ModelSpec | null): Promise<void> => write(WANTED, spec);

/** Strong ETag of an unfinished file's version. */
export async function readTag(part: string): Promise<string | null> {
  return ((await read(`tag ${part}`)) as string | undefined) ?? null;
}

export const writeTag = (part: string, tag: string | null): Promise<void> =>
  write(`tag ${part}`, tag);

/** SHA-256 of what an address gave when it was first used; forgotten with the model. */
export async function readPin(url: string): Promise<string | null> {
  return ((await read(`pin ${url}`)) as string | undefined) ?? null;
}

export const writePin = (url: string, sha256: string | null): Promise<void> =>
  write(`pin ${url}`, sha256);

/** Speeds of a model in this version of the browser; empty when not measured. */
export async function readSpeeds(hash: string, browser: string): Promise<Speeds> {
  return ((await read(`speed ${hash} ${browser}`)) as Speeds | undefined) ?? {};
}

export const writeSpeeds = (hash: string, browser: string, speeds: Speeds): Promise<void> =>
  write(`speed ${hash} ${browser}`, speeds);

const LEARNED = 'learned ';

/** What was learned, as stored, by the ranker it was learned with. */
export async function readLearnedValues(): Promise<Map<string, unknown>> {
  const database = await open();
  try {
    const found = new Map<string, unknown>();
    const keys = (await database.getAllKeys('values')).filter((key) => key.startsWith(LEARNED));
    for (const key of keys) found.set(key.slice(LEARNED.length), await database.get('values', key));
    return found;
  } finally {
    database.close();
  }
}

export const writeLearnedValue = (ranker: string, value: unknown): Promise<void> =>
  write(`${LEARNED}${ranker}`, value);

/** Forgets pins and speeds, which belong to a model that is gone. */
export async function forgetModelFacts(): Promise<void> {
  const database = await open();
  try {
    for (const key of await database.getAllKeys('values')) {
      if (key.startsWith('pin ') || key.startsWith('speed ')) await database.delete('values', key);
    }
  } finally {
    database.close();
  }
}
