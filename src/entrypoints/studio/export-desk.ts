import { exportDemonstration, saveExport } from '../../app/export.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import type { ExportModel, StudioEvents } from './view/view-model.ts';

type ExportEvents = Pick<StudioEvents, 'onExport' | 'onCancelExport'>;

/** Exports one demonstration after the other, each in the format that was asked for. */
export function openExportDesk(
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
      const [id, { format: asked, cancel }] = next;
      show(id, await pack(id, asked, AbortSignal.any([signal, cancel.signal])));
      waiting.delete(id);
    }
    isRunning = false;
  }

  async function pack(id: string, format: ExportFormat, stop: AbortSignal): Promise<ExportModel> {
    const onProgress = (progress: { done: number; total: number }): void =>
      show(id, { state: 'packing', ...progress });
    onProgress({ done: 0, total: 0 });
    try {
      const exported = await exportDemonstration(id, format, { onProgress, signal: stop });
      if (!exported.ok) {
        return stop.aborted ? { state: 'none' } : { state: 'failed', message: exported.message };
      }
      saveExport(exported);
      return { state: 'done', fileName: exported.fileName, bytes: exported.file.size };
    } catch (error) {
      const message = `The export failed (${String(error)}). The demonstration is safe; try again.`;
      return { state: 'failed', message };
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
