import { getPageUrl } from '../../scripts/panel.mjs';
import { getServiceWorker } from '../../scripts/service-worker.mjs';
import type { Automation } from '../../src/app/automation.ts';
import { readTurns, startRecording, stopRecording, waitForTurns } from '../fixtures/recorded.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test('refuses a second start with a reason, however soon it comes', async ({ page, panel }) => {
  await page.bringToFront();
  const outcomes = await panel.evaluate(async () => {
    const { recording } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const starts = await Promise.allSettled([recording.start(), recording.start()]);
    return starts.map((start) => (start.status === 'rejected' ? String(start.reason) : 'started'));
  });
  expect(outcomes).toEqual(['started', expect.stringContaining('A recording is running already')]);
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  const listed = await panel.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    return (await demonstrations.list()).length;
  });
  expect(listed).toBe(1);
});

test('a recording that starts on an unreadable page records the next readable one', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto('chrome://version');
  await startRecording(panel);
  expect(await readTurns(panel)).toEqual([]);
  await page.goto(`${practice.url}shop/`);
  await waitForTurns(panel, 'load', 1);
  await page.getByRole('heading').first().click();
  await waitForTurns(panel, 'click', 1);
  const { turns } = await stopRecording(panel);
  expect(turns.map(({ action }) => action.intent)).toEqual(['load', 'click']);
});

test('explains that there is nothing to export', async ({ app, page, panel }) => {
  await page.goto('chrome://version');
  await startRecording(panel);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByText('there is nothing to export')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeDisabled();
  const studio = await app.context.newPage();
  await studio.goto(getPageUrl(app, 'studio'));
  const said = await studio.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const [newest] = await demonstrations.list();
    return demonstrations
      .export(newest?.demonstration.id ?? '', 'weblinx')
      .then(() => 'exported', String);
  });
  expect(said).toContain('Nothing was recorded');
  await studio.close();
});

test('warns of a nearly full disk before recording', async ({ app, page, panel }) => {
  const worker = await getServiceWorker(app);
  const setQuota = (quota: number | null) =>
    worker.evaluate((bytes) => {
      const { storage } = navigator;
      if (bytes === null) Reflect.deleteProperty(storage, 'estimate');
      else {
        const estimate = () => Promise.resolve({ quota: bytes, usage: 0 });
        Object.defineProperty(storage, 'estimate', { value: estimate, configurable: true });
      }
    }, quota);
  await setQuota(1024 * 1024);
  await page.bringToFront();
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByText('The disk is nearly full').first()).toBeVisible();
  expect(await readTurns(panel)).toEqual([]);
  await setQuota(null);
  await startRecording(panel);
});
