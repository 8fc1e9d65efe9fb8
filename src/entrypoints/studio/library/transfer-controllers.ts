import { create } from 'zustand';
import { trackExports } from '../../../app/library/export.ts';
import type { ImportInput } from '../../../app/library/import-demonstration.ts';
import { importFrom, listInputs, takeFile } from '../../../app/library/import-demonstration.ts';
import { createJob, pageClosing } from '../../../app/page-work.ts';
import type { ExportFormat } from '../../../core/formats/export-formats.ts';
import { ImportFault } from '../../../core/formats/import-source.ts';
import { message } from '../../../messages/message.ts';
import { readDrop } from '../../../platform/picked-files.ts';
import type { ExportModel } from '../../../ui/components/export-status.tsx';
import { useLibrary } from './library-controller.ts';

/** `findings` has a sentence for each part that was not imported. */
export interface ImportOutcome {
  ok: boolean;
  message: string;
  findings: readonly string[];
}

export const useImport = create(() => ({
  /** The current file, the read fraction (0 … 1) of it, and its number among all files. */
  running: null as { name: string; fraction: number; index: number; of: number } | null,
  /** The results since the import started, in order. */
  outcomes: [] as readonly ImportOutcome[],
}));

const toImport: ImportInput[] = [];
const importJob = createJob();
let isImporting = false;

/** Imports one file after the other, also those that are chosen meanwhile. News tells the library about each. */
export function importFiles(files: readonly File[]): void {
  void addImports(files.map((file) => takeFile(file.name, () => Promise.resolve(file))));
}

/** Must be called while the event is handled, which has the dropped files. */
export async function importDrop(transfer: DataTransfer): Promise<void> {
  try {
    await addImports(listInputs(await readDrop(transfer)));
  } catch (error) {
    const reason = error instanceof ImportFault ? error.message : String(error);
    reportImport(false, message('studioDropFailed', reason));
  }
}

export const cancelImport = importJob.cancel;

async function addImports(inputs: readonly ImportInput[]): Promise<void> {
  toImport.push(...inputs);
  if (isImporting || toImport.length === 0) return;
  isImporting = true;
  const stop = importJob.start();
  useImport.setState({ outcomes: [] });
  for (let index = 1, next = toImport.shift(); next; next = toImport.shift(), index += 1) {
    if (stop.aborted) reportImport(false, message('studioImportNotStarted', next.name));
    else await importOne(next, index, stop);
  }
  isImporting = false;
  useImport.setState({ running: null });
}

async function importOne(input: ImportInput, index: number, signal: AbortSignal): Promise<void> {
  const { name } = input;
  const onProgress = (fraction: number): void =>
    useImport.setState({ running: { name, fraction, index, of: index + toImport.length } });
  onProgress(0);
  try {
    const imported = await importFrom(input, { onProgress, signal });
    reportImport(imported.ok, imported.message, imported.ok ? imported.findings : []);
  } catch (error) {
    reportImport(false, message('studioImportFailed', name, String(error)));
  }
}

function reportImport(ok: boolean, text: string, findings: readonly string[] = []): void {
  const outcome = { ok, message: text, findings };
  useImport.setState(({ outcomes }) => ({ outcomes: [...outcomes, outcome] }));
}

/** The last export of each demonstration, by its id. */
export const useExports = create<Record<string, ExportModel>>(() => ({}));

const toExport = new Map<string, { format: ExportFormat; cancel: AbortController }>();
let isExporting = false;

function showExport(id: string, model: ExportModel): void {
  useExports.setState({ [id]: model });
}

/** Exports one demonstration after the other. */
export async function exportRows(ids: readonly string[], format: ExportFormat): Promise<void> {
  useLibrary.setState({ openMenuId: null });
  for (const id of ids) {
    if (toExport.has(id)) continue;
    toExport.set(id, { format, cancel: new AbortController() });
    showExport(id, { state: 'waiting' });
  }
  if (isExporting) return;
  isExporting = true;
  for (let [next] = toExport; next; [next] = toExport) {
    const [id, { format: wanted, cancel }] = next;
    const signal = AbortSignal.any([pageClosing, cancel.signal]);
    showExport(id, await trackExports(id, [wanted], (model) => showExport(id, model), signal));
    toExport.delete(id);
  }
  isExporting = false;
}

export function cancelExport(id: string): void {
  const [current] = toExport.keys();
  if (id === current) toExport.get(id)?.cancel.abort();
  else if (toExport.delete(id)) showExport(id, { state: 'none' });
}
