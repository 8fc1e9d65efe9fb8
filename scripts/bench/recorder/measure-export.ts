import type { ExportFormat } from '../../../src/core/formats/export-formats.ts';
import type { App } from '../../launch.mjs';
import { getPageUrl } from '../../panel.mjs';
import { roundFigure } from './median.ts';
import type { ProcessMemory } from './measure-processes.ts';
import { measureIdle, roundMemory, watchProcesses } from './measure-processes.ts';
import { reachStore } from './open-recorder.ts';

export interface ExportFigures {
  /** Of the stored demonstration's content. */
  stored_mb: number;
  zip_mb: number;
  mb_per_s: number;
  /** The page that exports is open, and has nothing to do. */
  idle_mb: ProcessMemory | null;
  /** The most while exporting, of each process and of both at one time. */
  peak_mb: ProcessMemory | null;
  peak_mb_above_idle: number | null;
}

/** Those that hold pictures, and so everything that is large. */
export const MEASURED_FORMATS = ['weblinx', 'archive'] as const satisfies readonly ExportFormat[];

const MB = 1024 * 1024;

/** Stores a demonstration of about `megabytes`, made of turns of demonstration `id`; returns its id. */
export async function storeLongDemonstration(
  app: App,
  storeScript: string,
  id: string,
  megabytes: number,
): Promise<{ id: string; bytes: number }> {
  const page = await app.context.newPage();
  await page.goto(getPageUrl(app, 'studio'));
  await reachStore(page, storeScript);
  const filled = await page.evaluate(([of, bytes]) => globalThis.wayscribeStore.fill(of, bytes), [
    id,
    megabytes * MB,
  ] as const);
  await page.close();
  return filled;
}

/** Long demonstrations take long to look through. */
const PATIENCE_MS = 15 * 60_000;

/** To be used with a fresh browser, so that what was needed before hides nothing. */
export async function measureExport(
  app: App,
  demonstration: { id: string; bytes: number },
  format: ExportFormat,
): Promise<ExportFigures> {
  const page = await app.context.newPage();
  await page.goto(getPageUrl(app, 'studio'));
  await page.waitForFunction(() => globalThis.wayscribe !== undefined);
  // Studio checks all that is stored when it opens: it is not idle before.
  await page.getByText('A long one').first().waitFor();
  const unchecked = page.getByText('not checked yet').first();
  await unchecked.waitFor({ state: 'detached', timeout: PATIENCE_MS });
  const idle = await measureIdle(app);
  const watch = watchProcesses(app);
  const exported = await page.evaluate(exportDemonstration, [demonstration.id, format] as const);
  const peak = await watch.stop();
  await page.close();
  return {
    stored_mb: roundFigure(demonstration.bytes / MB),
    zip_mb: roundFigure(exported.bytes / MB),
    mb_per_s: roundFigure(demonstration.bytes / MB / (exported.ms / 1000)),
    idle_mb: idle && roundMemory(idle),
    peak_mb: peak && roundMemory(peak),
    peak_mb_above_idle: idle && peak && Math.round(peak.together - idle.together),
  };
}

async function exportDemonstration([id, format]: readonly [string, ExportFormat]): Promise<{
  bytes: number;
  ms: number;
}> {
  if (!globalThis.wayscribe) throw new Error('The studio has no automation.');
  const began = performance.now();
  const zip = await globalThis.wayscribe.demonstrations.export(id, format);
  return { bytes: zip.size, ms: performance.now() - began };
}
