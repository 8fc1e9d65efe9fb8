import { senderTo } from '../platform/messages.ts';
import {
  discardDownload,
  measureModelFiles,
  readModelFact,
  removeModel,
} from '../platform/encoder/models/model-store.ts';
import { clearVectors, countVectors } from '../platform/encoder/models/vector-store.ts';
import { openOffscreen } from '../platform/offscreen.ts';
import type {
  InstalledModel,
  ModelJob,
  ModelOrder,
  Models,
  ModelSpec,
} from '../protocol/models.ts';

const order = senderTo<Models>('offscreen');

/** What there is of models in this browser. */
export interface KeptModels {
  installed: InstalledModel | null;
  /** A download that was begun and not finished, and how much of it is here. */
  unfinished: { spec: ModelSpec; loaded: number } | null;
  job: ModelJob;
  /** Texts whose vectors are remembered on this computer. */
  remembered: number;
}

export async function readModels(): Promise<KeptModels> {
  const [installed, wanted, job, remembered] = await Promise.all([
    readModelFact('installed'),
    readModelFact('wanted'),
    readJob(),
    countVectors(),
  ]);
  const loaded = wanted ? await measureModelFiles(`${wanted.id}.`) : 0;
  const unfinished = wanted && loaded > 0 ? { spec: wanted, loaded } : null;
  return { installed, unfinished, job, remembered };
}

/** Returns without starting the worker when it isn't running. */
export async function readJob(): Promise<ModelJob> {
  if (!(await chrome.offscreen.hasDocument())) return { state: 'none' };
  return order('models.job', null).catch(() => ({ state: 'none' }));
}

/** Begins an installation; false when one is under way. Call it only for a click. */
export async function beginInstall(wanted: ModelOrder): Promise<boolean> {
  await openOffscreen();
  return order('models.install', { order: wanted });
}

export async function cancelInstall(): Promise<void> {
  await order('models.cancel', null);
}

/** Back to what ranks without a model. */
export async function removeInstalled(): Promise<void> {
  await removeModel();
  await reportChange();
}

/** Forgets what the model made of texts; it reads them again. */
export async function clearRemembered(): Promise<void> {
  await clearVectors();
  await reportChange();
}

async function reportChange(): Promise<void> {
  if (await chrome.offscreen.hasDocument()) await order('models.changed', null);
}

/** Deletes an unfinished download. */
export function discardUnfinished({ id }: ModelSpec): Promise<void> {
  return discardDownload(id);
}
