import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { App } from '../../launch.mjs';
import { findTabId, openPanel, openPanelTab } from '../../panel.mjs';

/** A tab with the side panel beside it, and the store within reach. */
export interface Recorder {
  app: App;
  page: Page;
  panel: Page;
  start: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Patience with turns on their way to the store, ms. */
const PATIENCE = 20_000;

export async function openRecorder(app: App, url: string, storeScript: string): Promise<Recorder> {
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  await page.goto(url);
  const panel = await openPanel(app, page);
  await reachStore(panel, storeScript);
  return {
    app,
    page,
    panel,
    start: () => panel.evaluate(startRecording),
    stop: () => panel.evaluate(stopRecording),
  };
}

/** The same without the browser's leave to film the tab, which only a click on the icon gives: the panel is a tab. */
export async function openRecorderUnfilmed(
  app: App,
  url: string,
  storeScript: string,
): Promise<Recorder> {
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  await page.goto(url);
  const panel = await openPanelTab(app, await findTabId(app, page));
  await reachStore(panel, storeScript);
  await page.bringToFront();
  return {
    app,
    page,
    panel,
    start: () => panel.evaluate(startRecording),
    stop: () => panel.evaluate(stopRecording),
  };
}

/** Gives one of Wayscribe's pages `wayscribeStore`. */
export async function reachStore(page: Page, storeScript: string): Promise<void> {
  // A function, so that the names in it do not meet the page's; it may await at its top.
  await page.evaluate(`(async () => { ${storeScript} })()`);
}

async function startRecording(): Promise<string> {
  if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
  return globalThis.wayscribe.recording.start();
}

async function stopRecording(): Promise<void> {
  await globalThis.wayscribe?.recording.stop();
}

/** Until `turns` turns are in the store and each has its screenshot or knows why not; false when that does not happen. */
export async function waitForTurns(
  { panel }: Recorder,
  id: string,
  turns: number,
): Promise<boolean> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const kept = await panel.evaluate((of) => globalThis.wayscribeStore.count(of), id);
    const pending = await panel.evaluate((of) => globalThis.wayscribeStore.pending(of), id);
    if (kept >= turns && pending === 0) return true;
    if (Date.now() > end) return false;
    await pause(100);
  }
}
