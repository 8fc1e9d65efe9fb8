import { downloadExports } from '../../app/library/export.ts';
import type { ImportInput } from '../../app/library/import-demonstration.ts';
import {
  dropLeftImports,
  importFrom,
  listInputs,
  takeFile,
} from '../../app/library/import-demonstration.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { message } from '../../messages/message.ts';
import { readDrop } from '../../platform/picked-files.ts';
import type { ExportModel } from '../../ui/components/export-status.tsx';
import type { ImportModel, StudioEvents } from './studio-model.ts';

type ImportEvents = Pick<
  StudioEvents,
  'onImport' | 'onDrop' | 'onCancelImport' | 'onDismissImport'
>;

export const IDLE_IMPORT: ImportModel = { running: null, outcomes: [] };

/** Imports one file or folder after the other. News tells the library about each. */
export function createImportController(
  show: (model: ImportModel) => void,
  signal: AbortSignal,
): ImportEvents {
  let model = IDLE_IMPORT;
  const waiting: ImportInput[] = [];
  let cancelling: AbortController | null = null;

  function change(part: Partial<ImportModel>): void {
    model = { ...model, ...part };
    show(model);
  }

  function report(ok: boolean, text: string, findings: readonly string[] = []): void {
    change({ outcomes: [...model.outcomes, { ok, message: text, findings }] });
  }

  async function add(inputs: readonly ImportInput[]): Promise<void> {
    waiting.push(...inputs);
    if (cancelling || waiting.length === 0) return;
    const cancel = (cancelling = new AbortController());
    const stop = AbortSignal.any([signal, cancel.signal]);
    change({ outcomes: [] });
    for (let done = 0, next = waiting.shift(); next; next = waiting.shift(), done += 1) {
      if (stop.aborted) {
        report(false, message('studioImportNotStarted', next.name));
      } else await run(next, done, stop);
    }
    cancelling = null;
    change({ running: null });
  }

  async function run(input: ImportInput, done: number, stop: AbortSignal): Promise<void> {
    const { name } = input;
    const onProgress = (fraction: number): void =>
      change({ running: { name, fraction, index: done + 1, of: done + 1 + waiting.length } });
    onProgress(0);
    try {
      const imported = await importFrom(input, { onProgress, signal: stop });
      report(imported.ok, imported.message, imported.ok ? imported.findings : []);
    } catch (error) {
      report(false, message('studioImportFailed', name, String(error)));
    }
  }

  async function drop(transfer: DataTransfer): Promise<void> {
    try {
      await add(listInputs(await readDrop(transfer)));
    } catch (error) {
      const reason = error instanceof ImportFault ? error.message : String(error);
      report(false, message('studioDropFailed', reason));
    }
  }

  void dropLeftImports();
  return {
    onImport: (files) =>
      void add(files.map((file) => takeFile(file.name, () => Promise.resolve(file)))),
    onDrop: (transfer) => void drop(transfer),
    onCancelImport: () => cancelling?.abort(),
    onDismissImport: () => change({ outcomes: [] }),
  };
}

type ExportEvents = Pick<StudioEvents, 'onExport' | 'onCancelExport'>;

/** Exports one demonstration after the other. */
export function createExportController(
  show: (id: string, exporting: ExportModel) => void,
  signal: AbortSignal,
): ExportEvents {
  const waiting = new Map<string, { format: ExportFormat; cancel: AbortController }>();
  let isRunning = false;

  async function add(ids: readonly string[], format: ExportFormat): Promise<void> {
    for (const id of ids) {
      if (waiting.has(id)) continue;
      waiting.set(id, { format, cancel: new AbortController() });
      show(id, { state: 'waiting' });
    }
    if (isRunning) return;
    isRunning = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [id, { format: wanted, cancel }] = next;
      show(id, await pack(id, wanted, AbortSignal.any([signal, cancel.signal])));
      waiting.delete(id);
    }
    isRunning = false;
  }

  async function pack(id: string, format: ExportFormat, stop: AbortSignal): Promise<ExportModel> {
    const onProgress = (progress: { done: number; total: number }): void =>
      show(id, { state: 'packing', ...progress });
    onProgress({ done: 0, total: 0 });
    try {
      const exported = await downloadExports(id, [format], { onProgress, signal: stop });
      if (exported.ok) return { state: 'done', files: exported.files };
      return stop.aborted ? { state: 'none' } : { state: 'failed', message: exported.message };
    } catch (error) {
      return { state: 'failed', message: message('studioExportFailed', String(error)) };
    }
  }

  return {
    onExport: (ids, format) => void add(ids, format),
    onCancelExport(id) {
      const [current] = waiting.keys();
      if (id === current) waiting.get(id)?.cancel.abort();
      else if (waiting.delete(id)) show(id, { state: 'none' });
    },
  };
}
