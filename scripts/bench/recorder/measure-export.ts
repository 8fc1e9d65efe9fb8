import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../launch.mjs';
import { getPageUrl } from '../../panel.mjs';
import { roundFigure } from './median.ts';
import { measureContexts, measureProcesses, watchPeak } from './measure-memory.ts';
import { reachStore } from './open-recorder.ts';

export interface ExportFigures {
  /** Of the stored demonstration's content. */
  stored_mb: number;
  zip_mb: number;
  mb_per_s: number;
  /** Most above idle while exporting: the exporting page's process, and the browser's own. */
  peak_mb: number | null;
  browser_peak_mb: number | null;
}

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

/** Exports in a fresh browser, so that what was needed to make the demonstration hides nothing. */
export async function measureExport(
  app: App,
  demonstration: { id: string; bytes: number },
): Promise<ExportFigures> {
  const page = await app.context.newPage();
  await page.goto(getPageUrl(app, 'studio'));
  await page.waitForFunction(() => globalThis.wayscribe !== undefined);
  await pause(2000);
  await measureContexts(app);
  const idle = measureProcesses(app);
  const watched = watchPeak(() => measureProcesses(app));
  const exported = await page.evaluate(exportDemonstration, demonstration.id);
  const peak = watched.stop();
  await page.close();
  return {
    stored_mb: roundFigure(demonstration.bytes / MB),
    zip_mb: roundFigure(exported.bytes / MB),
    mb_per_s: roundFigure(demonstration.bytes / MB / (exported.ms / 1000)),
    peak_mb: idle && peak && Math.round(peak.extension - idle.extension),
    browser_peak_mb: idle && peak && Math.round(peak.browser - idle.browser),
  };
}

async function exportDemonstration(id: string): Promise<{ bytes: number; ms: number }> {
  if (!globalThis.wayscribe) throw new Error('The studio has no automation.');
  const began = performance.now();
  const zip = await globalThis.wayscribe.demonstrations.export(id, 'weblinx');
  return { bytes: zip.size, ms: performance.now() - began };
}
