import type { Page } from 'playwright';
import type { App } from '../../launch.mjs';
import { roundFigure } from '../recorder/median.ts';
import type { ProcessMemory } from '../recorder/measure-processes.ts';
import { measureIdle, roundMemory, watchProcesses } from '../recorder/measure-processes.ts';

const MB = 1024 * 1024;

export interface TransferFigures {
  stored_mb: number;
  export: WorkFigures;
  import: WorkFigures;
}

interface WorkFigures {
  seconds: number;
  mb_per_s: number;
  /** The most that the extension's and the browser's process held together, beyond what they hold idle. */
  peak_mb_above_idle: number | null;
  peak_mb: ProcessMemory | null;
}

/** Exports a demonstration as an archive, deletes it, and imports the file again; in a browser that did nothing else. */
export async function measureTransfer(
  app: App,
  studio: Page,
  { id, bytes }: { id: string; bytes: number },
): Promise<TransferFigures> {
  const measure = async (work: () => Promise<void>): Promise<WorkFigures> => {
    const idle = await measureIdle(app);
    const watch = watchProcesses(app);
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    const peak = await watch.stop();
    return {
      seconds: roundFigure(seconds),
      mb_per_s: roundFigure(bytes / MB / seconds),
      peak_mb_above_idle: idle && peak && Math.round(peak.together - idle.together),
      peak_mb: peak && roundMemory(peak),
    };
  };
  const exported = await measure(() => studio.evaluate(exportArchive, id));
  await studio.evaluate((of) => globalThis.wayscribe?.demonstrations.delete(of), id);
  const imported = await measure(() => studio.evaluate(importArchive, id));
  return { stored_mb: roundFigure(bytes / MB), export: exported, import: imported };
}

declare global {
  /** What was exported, for the import. */
  var exportedArchive: Blob | undefined;
}

async function exportArchive(id: string): Promise<void> {
  globalThis.exportedArchive = await globalThis.wayscribe?.demonstrations.export(id, 'archive');
}

async function importArchive(id: string): Promise<void> {
  const zip = globalThis.exportedArchive;
  const imported = zip && (await globalThis.wayscribe?.demonstrations.import(zip));
  if (imported?.ids[0] !== id) throw new Error('The import is another demonstration.');
}
