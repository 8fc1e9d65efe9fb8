import { connectStore } from '../../app/connection.ts';
import { lintStored } from '../../app/demonstrations.ts';
import { exportDemonstration, saveExport } from '../../app/export.ts';
import { getDemonstration } from '../../platform/store/read.ts';
import { toFinding } from '../../ui/conversation/entry-of-turn.ts';
import type { Finished, PanelStore } from './panel-state.ts';

/** The card of the demonstration that was stopped last: what was found, and its export. */
export function openFinishedDesk(store: PanelStore, signal: AbortSignal) {
  let exporting: AbortController | null = null;

  async function show(id: string): Promise<void> {
    const demonstration = await getDemonstration(await connectStore(), id);
    if (!demonstration) return;
    const finished: Finished = { demonstration, findings: null, exporting: { state: 'none' } };
    store.setState({ finished });
    const found = await lintStored(id);
    change(id, {
      findings: found.map((finding) => ({ ...toFinding(finding), turnId: finding.turnId })),
    });
  }

  function change(id: string, part: Partial<Finished>): void {
    store.setState(({ finished }) =>
      finished?.demonstration.id === id ? { finished: { ...finished, ...part } } : {},
    );
  }

  async function pack(id: string): Promise<void> {
    const controller = new AbortController();
    exporting = controller;
    const onProgress = (progress: { done: number; total: number }): void =>
      change(id, { exporting: { state: 'packing', ...progress } });
    onProgress({ done: 0, total: 0 });
    try {
      const stop = AbortSignal.any([signal, controller.signal]);
      const exported = await exportDemonstration(id, 'weblinx', { onProgress, signal: stop });
      if (exported.ok) {
        saveExport(exported);
        const { fileName, file } = exported;
        change(id, { exporting: { state: 'done', fileName, bytes: file.size } });
      } else {
        change(id, {
          exporting: stop.aborted
            ? { state: 'none' }
            : { state: 'failed', message: exported.message },
        });
      }
    } catch (error) {
      const message = `The export failed (${String(error)}). The demonstration is safe; try again.`;
      change(id, { exporting: { state: 'failed', message } });
    } finally {
      exporting = null;
    }
  }

  return {
    show,
    close: () => store.setState({ finished: null }),
    cancelExport: () => exporting?.abort(),
    export(): void {
      const id = store.getState().finished?.demonstration.id;
      if (id !== undefined && !exporting) void pack(id);
    },
  };
}
