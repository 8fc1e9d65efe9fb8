import { findRoots } from '../core/formats/find-roots.ts';
import { ImportFault } from '../core/formats/import-source.ts';
import { openNews } from '../platform/news.ts';
import type { ImportOutcome } from '../platform/store/import-demonstration.ts';
import { importDemonstration } from '../platform/store/import-demonstration.ts';
import { dropAbandonedImports } from '../platform/store/stage-import.ts';
import type { Outcome } from '../protocol/background.ts';
import { connectStore } from './connection.ts';
import { explainImport } from './explain-import.ts';
import type { ImportInput } from './import-inputs.ts';

/** `message` is what happened in a few sentences; `findings` one sentence for each part left out. */
export type Imported = Outcome<{ ids: string[]; message: string; findings: string[] }>;

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
