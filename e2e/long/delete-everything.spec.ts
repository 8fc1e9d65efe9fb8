/** One button in Settings leaves nothing of what Wayscribe kept in this profile. */
import type { Page } from '@playwright/test';
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import { getPageUrl, openPanel } from '../../scripts/panel.mjs';
import { startRecording } from '../fixtures/recorded.ts';
import { readStored } from '../fixtures/stored-records.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const REQUEST = 'scroll down, then scroll up';
const BUTTON = 'Delete everything Wayscribe stored';

async function pressDelete(settings: Page): Promise<void> {
  const button = settings.getByRole('button', { name: BUTTON });
  await button.click();
  const asked = settings.getByRole('group', { name: /^Delete all demonstrations/ });
  await expect(asked).toContainText('This cannot be undone');
  await asked.getByRole('button', { name: BUTTON }).click();
}

test('deletes everything stored, but nothing while recording', async ({ freshApp, practice }) => {
  const page = await freshApp.context.newPage();
  await page.goto(practice.url);
  const panel = await openPanel(freshApp, page);
  await startRecording(panel);
  await askCopilot(panel, REQUEST);
  await panel.evaluate(() => chrome.storage.local.set({ maskSelectors: ['.mine'] }));
  const settings = await freshApp.context.newPage();
  await settings.goto(getPageUrl(freshApp, 'settings'));

  await pressDelete(settings);
  await expect(settings.getByRole('alert')).toContainText('A recording is not finished');
  expect(await readStored(settings)).toContain(REQUEST);

  await panel.evaluate(() => globalThis.wayscribe?.recording.stop());
  // Files and databases of any kind go, also of parts that this test does not use.
  await settings.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('models', { create: true });
    const file = await (await folder.getFileHandle('left', { create: true })).createWritable();
    await file.write('kept words');
    await file.close();
  });
  const before = await readStored(settings);
  expect(before).toContain(REQUEST);
  expect(before).toContain('.mine');
  expect(before).toContain('kept words');

  const closed = panel.waitForEvent('close');
  await pressDelete(settings);
  await closed;
  await expect(settings.getByText('Everything Wayscribe stored was deleted.')).toBeVisible();
  await expect(settings.getByText('Now: 0 demonstrations, 0 B.')).toBeVisible();
  expect(await readStored(settings)).toBe('');

  // And it works as on the first day.
  await page.bringToFront();
  const again = await openPanel(freshApp, page);
  await expect(again.getByText(REQUEST)).toHaveCount(0);
  await startRecording(again);
  await again.evaluate(() => globalThis.wayscribe?.recording.stop());
  expect(await readStored(settings)).not.toBe('');
});
