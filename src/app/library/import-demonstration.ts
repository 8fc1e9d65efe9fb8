import { findRoots } from '../../core/formats/find-roots.ts';
import type { ImportSource } from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { openNews } from '../../platform/news.ts';
import type { DroppedItem, FolderFiles } from '../../platform/picked-files.ts';
import { openEntry, openPickedFolder } from '../../platform/picked-files.ts';
import type { ImportOutcome } from '../../platform/store/import-demonstration.ts';
import { importDemonstration } from '../../platform/store/import-demonstration.ts';
import { dropAbandonedImports } from '../../platform/store/stage-import.ts';
import { openZip } from '../../platform/zip/read-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import { connectStore } from '../connection.ts';

/** `message` is what happened in a few sentences; `findings` one sentence for each part left out. */
type Imported = Outcome<{ ids: string[]; message: string; findings: string[] }>;

interface ImportOptions {
  /** Fractions from 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Stops it; the outcome says so. */
  signal?: AbortSignal;
}

/**
 * Imports the demonstrations in a zip or folder: WebLINX's layout or our own archive, one or several of
 * them, each by itself. One import at a time, in whichever page: this page writes what is new by itself
 * (decision 15).
 */
export function importFrom(input: ImportInput, options: ImportOptions = {}): Promise<Imported> {
  return navigator.locks.request(LOCK, () => importAlone(input, options));
}

const LOCK = 'wayscribe.import';

/** Clears what imports left whose page was closed in the middle. */
export async function dropLeftImports(): Promise<void> {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await dropAbandonedImports(await connectStore());
  });
}

async function importAlone(
  { name, open }: ImportInput,
  { onProgress, signal }: ImportOptions,
): Promise<Imported> {
  const db = await connectStore();
  await dropAbandonedImports(db);
  const stop = signal ? { signal } : {};
  const outcomes: ImportOutcome[] = [];
  try {
    const source = await open(signal);
    try {
      const roots = findRoots(source.paths);
      if (roots.length === 0) {
        throw new ImportFault('it holds neither a WebLINX demonstration nor a Wayscribe archive');
      }
      for (const [index, root] of roots.entries()) {
        const report = (fraction: number): void => onProgress?.((index + fraction) / roots.length);
        const outcome = await importDemonstration(db, source, root, {
          ...stop,
          onProgress: report,
        });
        outcomes.push(outcome);
      }
    } finally {
      await source.close?.();
    }
  } catch (error) {
    const reason = explainFailure(error, signal);
    if (reason === null) throw error;
    outcomes.push({ kind: 'refused', reason });
  } finally {
    if (outcomes.some(({ kind }) => kind === 'imported')) tellChanged();
  }
  onProgress?.(1);
  return explainImport(name, outcomes);
}

function tellChanged(): void {
  openNews()({ type: 'demonstrations.changed' });
}

function explainFailure(error: unknown, signal: AbortSignal | undefined): string | null {
  if (error instanceof ImportFault) return error.message;
  if (signal?.aborted) return 'the import was cancelled';
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    return 'the disk is full; free some space, then import it again';
  }
  return null;
}

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

/** What became of a file's demonstrations, for the user: what happened, what was kept. */
function explainImport(name: string, outcomes: readonly ImportOutcome[]): Imported {
  const sentences = outcomes.map((outcome) => explainOne(name, outcome));
  const ids = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [] : [outcome.id]));
  const message = sentences.join(' ');
  if (ids.length === 0) return { ok: false, message };
  const findings = outcomes.flatMap((one) => (one.kind === 'imported' ? one.findings : []));
  return { ok: true, ids, message, findings };
}

function explainOne(name: string, outcome: ImportOutcome): string {
  switch (outcome.kind) {
    case 'imported':
      return `“${outcome.title}” was imported with ${outcome.turns} turns.${outcome.copied ? COPIED : ''}`;
    case 'known':
      return `“${outcome.title}” is in the library already, just as in ${name}; nothing was doubled.`;
    case 'refused':
      return `${name} was not imported, and the library is as it was: ${outcome.reason}.`;
  }
}

const COPIED =
  ' The library has it in another form already, which was kept; this is a second demonstration.';
