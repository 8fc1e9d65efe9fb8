/** An export is streamed to disk and leaves no temporary files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { App } from '../../scripts/launch.mjs';
import { getPageUrl } from '../../scripts/panel.mjs';
import { startRecording, waitForTurns } from '../fixtures/recorded.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test.beforeEach(async ({ page, panel }) => {
  await startRecording(panel);
  await page.bringToFront();
  await page.getByRole('heading').first().click();
  await waitForTurns(panel, 'click', 1);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();
});

test('the zip is complete although its file is removed with the page that made it', async ({
  app,
  panel,
}) => {
  const before = listZips(app);
  await panel.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => listZips(app).length).toBe(before.length + 2);
  const made = listZips(app).filter((name) => !before.includes(name));
  for (const name of made) await expect(panel.getByText(name)).toBeVisible();
  const bytes = new Uint8Array(
    readFileSync(join(app.downloads, made.find((name) => name.endsWith('-weblinx.zip')) ?? '')),
  );
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  expect(entries.map(({ filename }) => filename)).toContain('replay.json');

  // Another page that opens leaves alone what is still held.
  const studio = await openStudio(app);
  await expect.poll(() => listKept(studio)).toHaveLength(2);
  await studio.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('exports');
    await folder.getDirectoryHandle('left by a crash', { create: true });
  });
  await panel.close();
  await studio.reload();
  await expect.poll(() => listKept(studio)).toEqual([]);
  await studio.close();
});

test('a cancelled export leaves nothing, and can be started again', async ({ app, panel }) => {
  await changeWrites(panel, 1500);
  const before = listZips(app);
  await panel.getByRole('button', { name: 'Export' }).click();
  await expect(panel.getByRole('progressbar', { name: 'Packing the export' })).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeEnabled();
  expect(await listKept(panel)).toEqual([]);
  await panel.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => listZips(app).length).toBe(before.length + 2);
});

test('reports a full disk in one sentence, and leaves nothing on it', async ({ app }) => {
  const studio = await openStudio(app);
  await changeWrites(studio, 0, 'QuotaExceededError');
  const row = studio.getByRole('list', { name: 'Demonstrations' }).getByRole('listitem');
  await row.getByRole('button', { name: 'Export' }).click();
  await expect(studio.getByRole('alert')).toContainText('The disk is full, so the file could not');
  expect(await listKept(studio)).toEqual([]);
  await expect(row.getByRole('button', { name: 'Export' })).toBeEnabled();
  await studio.close();
});

async function openStudio(app: App): Promise<Page> {
  const studio = await app.context.newPage();
  await studio.goto(getPageUrl(app, 'studio'));
  await studio.getByRole('list', { name: 'Demonstrations' }).waitFor();
  return studio;
}

/** From now on writing to disk takes longer, or fails by the name of an error. */
async function changeWrites(page: Page, ms: number, failure?: string): Promise<void> {
  await page.evaluate(
    ([delay, name]) => {
      const { createWritable } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.createWritable = async function (this: FileSystemFileHandle) {
        const writer = (await createWritable.call(this)).getWriter();
        const slow = new WritableStream({
          async write(chunk) {
            await new Promise((resolve) => setTimeout(resolve, delay));
            if (name === undefined) return writer.write(chunk);
            await writer.abort();
            throw new DOMException('', name);
          },
          close: () => writer.close(),
          abort: (reason) => writer.abort(reason),
        });
        return slow as FileSystemWritableFileStream;
      };
    },
    [ms, failure] as const,
  );
}

/** Folders of exports that are on disk. */
function listKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('exports', { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
}

/** Finished downloads only. */
function listZips({ downloads }: App): string[] {
  try {
    return readdirSync(downloads).filter((name) => name.endsWith('.zip'));
  } catch {
    return [];
  }
}
