import { readReviewFile } from '../../core/formats/archive/review-file.ts';
import type { ImportSource } from '../../core/formats/import-source.ts';
import { findFileRoots, findReviews, findRoots } from '../../core/formats/find-roots.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { FAULTS } from '../../core/formats/messages.ts';
import { openNews } from '../../platform/news.ts';
import type { DroppedItem, FolderFiles } from '../../platform/picked-files.ts';
import { openEntry, openPickedFolder, readBlob } from '../../platform/picked-files.ts';
import type { Database } from '../../platform/store/database.ts';
import type { ImportOutcome } from '../../platform/store/import-demonstration.ts';
import {
  dropAbandonedImports,
  importDemonstration,
  mergeReview,
} from '../../platform/store/import-demonstration.ts';
import { openZip } from '../../platform/zip/read-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import { connectStore } from '../connection.ts';
import { describeImport } from './messages.ts';

/** `message` has a sentence for each demonstration, `findings` one for each part that was dropped. */
type Imported = Outcome<{ ids: string[]; message: string; findings: string[] }>;

interface ImportOptions {
  /** Fractions from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** Something to import, with its name for people. Opening it can fail with ImportFault. */
export interface ImportInput {
  name: string;
  open(signal?: AbortSignal): Promise<ImportSource & { close?: () => Promise<void> }>;
}

const LOCK = 'wayscribe.import';

/**
 * Imports every demonstration and review in a zip, folder or file: WebLINX's layout, Wayscribe archives, review files, and the
 * recordings of other tools. One import runs at a time
 * in all pages; the page writes what is new itself (decision 15).
 */
export function importFrom(input: ImportInput, options: ImportOptions = {}): Promise<Imported> {
  return navigator.locks.request(LOCK, () => importLocked(input, options));
}

/** Deletes what imports left whose page was closed halfway. */
export async function dropLeftImports(): Promise<void> {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await dropAbandonedImports(await connectStore());
  });
}

async function importLocked(
  { name, open }: ImportInput,
  { onProgress, signal }: ImportOptions,
): Promise<Imported> {
  const db = await connectStore();
  await dropAbandonedImports(db);
  const outcomes: ImportOutcome[] = [];
  try {
    const source = await open(signal);
    try {
      const folders = findRoots(source.paths);
      const roots = [...folders, ...(await findFileRoots(source, folders))];
      const reviews = findReviews(source.paths, roots);
      if (roots.length + reviews.length === 0) throw new ImportFault(FAULTS.noDemonstration);
      for (const [index, root] of roots.entries()) {
        const outcome = await importDemonstration(db, source, root, {
          ...(signal && { signal }),
          onProgress: (fraction) => onProgress?.((index + fraction) / roots.length),
        });
        outcomes.push(outcome);
      }
      // Last, since a review may come together with its demonstration.
      for (const path of reviews) outcomes.push(await importReview(db, source, path));
    } finally {
      await source.close?.();
    }
  } catch (error) {
    const reason = explainFailure(error, signal);
    if (reason === null) throw error;
    outcomes.push({ kind: 'refused', reason });
  } finally {
    const report = openNews();
    if (outcomes.some(({ kind }) => kind === 'imported')) {
      report({ type: 'demonstrations.changed' });
    }
    for (const outcome of outcomes) {
      if (outcome.kind === 'merged') report({ type: 'demonstrations.changed', id: outcome.id });
    }
  }
  onProgress?.(1);
  const message = outcomes.map((outcome) => describeImport(name, outcome)).join(' ');
  const ids = outcomes.flatMap((one) => (one.kind === 'refused' ? [] : [one.id]));
  if (ids.length === 0) return { ok: false, message };
  const findings = outcomes.flatMap((one) => (one.kind === 'imported' ? one.findings : []));
  return { ok: true, ids, message, findings };
}

/** Returns null for a bug. */
function explainFailure(error: unknown, signal: AbortSignal | undefined): string | null {
  if (error instanceof ImportFault) return error.message;
  if (signal?.aborted) return FAULTS.cancelled;
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? FAULTS.diskFull : null;
}

async function importReview(
  db: Database,
  source: ImportSource,
  path: string,
): Promise<ImportOutcome> {
  try {
    const { demonstration, edits } = await readReviewFile(source, path);
    return await mergeReview(db, demonstration, edits);
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

/** A zip, or a JSON file: a review, a flow, events. */
export function takeFile(name: string, read: () => Promise<Blob>): ImportInput {
  return {
    name,
    open: async (signal) => {
      const file = await read();
      if (!/\.(?:json|jsonl|ndjson)$/i.test(name)) return openZip(file, signal ? { signal } : {});
      return { paths: new Set([name]), read: () => readBlob(file) };
    },
  };
}

/** Lists the inputs in dropped items: files, the demonstrations of a folder together, and each zip in a folder. */
export function listInputs(items: readonly DroppedItem[]): ImportInput[] {
  return items.flatMap((item) =>
    'file' in item
      ? [takeFile(item.name, () => Promise.resolve(item.file))]
      : splitFolder(item.name, item.files),
  );
}

function splitFolder(name: string, files: FolderFiles): ImportInput[] {
  const roots = findRoots(files.keys());
  const zips = [...files].filter(
    ([path]) => /\.zip$/i.test(path) && !roots.some(({ folder }) => path.startsWith(folder)),
  );
  const inputs = zips.map(([path, entry]) => takeFile(`${name}/${path}`, () => openEntry(entry)));
  // A folder with neither is an input as well, so that the user reads that it is empty.
  const hasOwn = roots.length > 0 || findReviews(files.keys(), roots).length > 0;
  if (!hasOwn && zips.length > 0) return inputs;
  return [{ name, open: () => Promise.resolve(openPickedFolder(files)) }, ...inputs];
}
