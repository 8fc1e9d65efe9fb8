import { create } from 'zustand';
import type { Bundle, BundleOptions, BundleRequest } from '../../../app/library/export-bundle.ts';
import { downloadBundle } from '../../../app/library/export-bundle.ts';
import type { DatasetExport } from '../../../app/library/publish-dataset.ts';
import { downloadDataset } from '../../../app/library/publish-dataset.ts';
import type { LibraryPlace } from '../../../app/library/pseudonyms.ts';
import { lookForPersonal as scanLibrary } from '../../../app/library/pseudonyms.ts';
import { createJob } from '../../../app/page-work.ts';
import type {
  PersonalKind,
  Pseudonym,
  PseudonymKey,
} from '../../../core/demonstration/pseudonyms/key.ts';
import { extendKey } from '../../../core/demonstration/pseudonyms/key.ts';
import { message } from '../../../messages/message.ts';
import { readPseudonyms, writePseudonyms } from '../../../platform/settings/stored-settings.ts';
import type { Outcome } from '../../../protocol/background.ts';
import type { RowGroup } from '../library/library-rows.ts';

export interface ExportDialogModel {
  groups: readonly RowGroup[];
  key: PseudonymKey;
  scan:
    | { state: 'idle' }
    | { state: 'running'; fraction: number }
    /** `ids`: the demonstrations that were looked through. */
    | { state: 'done'; ids: readonly string[]; places: readonly LibraryPlace[] }
    | { state: 'failed'; message: string };
  run:
    | { state: 'idle' }
    /** `done` of `total` demonstrations, in fractions of the current one. */
    | { state: 'running'; done: number; total: number }
    | { state: 'done'; bundle: Bundle }
    | { state: 'failed'; message: string };
}

/** The dialog that exports many demonstrations as one file; null while it is closed. */
export const useExportDialog = create<ExportDialogModel | null>(() => null);

/** A scan or an export. */
const job = createJob();

function change(part: Partial<ExportDialogModel>): void {
  if (useExportDialog.getState()) useExportDialog.setState(part);
}

export async function openExportDialog(groups: readonly RowGroup[]): Promise<void> {
  const key = await readPseudonyms();
  useExportDialog.setState({ groups, key, scan: { state: 'idle' }, run: { state: 'idle' } });
}

export function closeExportDialog(): void {
  job.cancel();
  useExportDialog.setState(null);
}

export const cancelExportJob = job.cancel;

/** Finds personal texts and where they stand. */
export async function lookForPersonal(ids: readonly string[]): Promise<void> {
  const signal = job.start();
  const onProgress = (fraction: number): void => {
    if (!signal.aborted) change({ scan: { state: 'running', fraction } });
  };
  onProgress(0);
  try {
    const { key, places } = await scanLibrary(ids, { onProgress, signal });
    change({ key, scan: { state: 'done', ids, places } });
  } catch (error) {
    const reason = message('studioLookFailed', String(error));
    change({ scan: signal.aborted ? { state: 'idle' } : { state: 'failed', message: reason } });
  }
}

function setKey(key: PseudonymKey): void {
  change({ key });
  void writePseudonyms(key);
}

export function changePseudonym(text: string, part: Partial<Pseudonym>): void {
  const key = useExportDialog.getState()?.key;
  if (key) setKey(key.map((entry) => (entry.text === text ? { ...entry, ...part } : entry)));
}

export function addPersonal(text: string, kind: PersonalKind): void {
  const key = useExportDialog.getState()?.key;
  if (key) setKey(extendKey(key, [{ text, kind }]));
}

export function exportBundle(request: BundleRequest): Promise<void> {
  return runExport(request.ids.length, (options) => downloadBundle(request, options));
}

export function exportDataset(request: DatasetExport): Promise<void> {
  return runExport(request.ids.length, (options) => downloadDataset(request, options));
}

async function runExport(
  total: number,
  make: (options: BundleOptions) => Promise<Outcome<Bundle>>,
): Promise<void> {
  const signal = job.start();
  const onProgress = ({ done, total }: { done: number; total: number }): void => {
    if (!signal.aborted) change({ run: { state: 'running', done, total } });
  };
  onProgress({ done: 0, total });
  try {
    const made = await make({ onProgress, signal });
    if (made.ok) change({ run: { state: 'done', bundle: made } });
    else if (signal.aborted) change({ run: { state: 'idle' } });
    else change({ run: { state: 'failed', message: made.message } });
  } catch (error) {
    change({ run: { state: 'failed', message: message('commonExportFailed', String(error)) } });
  }
}
