import { dropLeftImports, importZip } from '../../app/import-demonstration.ts';
import type { ImportModel, StudioEvents } from './view/view-model.ts';

type ImportEvents = Pick<StudioEvents, 'onImport' | 'onCancelImport' | 'onDismissImport'>;

/** Imports one file at a time; the library hears of it as news. */
export function openImportDesk(
  show: (model: ImportModel) => void,
  signal: AbortSignal,
): ImportEvents {
  let running: AbortController | null = null;

  async function run(file: File): Promise<void> {
    if (running) return;
    const cancelling = (running = new AbortController());
    const { name } = file;
    const onProgress = (fraction: number): void => show({ state: 'running', name, fraction });
    onProgress(0);
    try {
      const stop = AbortSignal.any([signal, cancelling.signal]);
      const imported = await importZip(file, name, { onProgress, signal: stop });
      const findings = imported.ok ? imported.findings : [];
      show({ state: 'done', ok: imported.ok, message: imported.message, findings });
    } catch (error) {
      const message = `${name} was not imported (${String(error)}). The library is as it was.`;
      show({ state: 'done', ok: false, message, findings: [] });
    } finally {
      running = null;
    }
  }

  void dropLeftImports();
  return {
    onImport: (file) => void run(file),
    onCancelImport: () => running?.abort(),
    onDismissImport: () => show({ state: 'idle' }),
  };
}
