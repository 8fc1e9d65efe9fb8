import { findTabId, reloadPanel } from '../scripts/panel.mjs';
import { probeScripts } from './fixtures/probe-scripts.ts';
import { endRecording, startRecording } from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('no script is in pages before a recording, and none runs after it', async ({
  app,
  page,
  panel,
  practice,
}) => {
  // In the copilot's role, a look at the panel reads the page for examples; the reload ends such a reading.
  await panel.getByRole('button', { name: 'I act' }).click();
  await reloadPanel(panel);
  await expect(panel.getByRole('button', { name: 'I act', pressed: true })).toBeVisible();
  await page.goto(`${practice.url}frames/`);
  const none = Array.from({ length: page.frames().length }, () => 'none');
  expect(none.length).toBeGreaterThan(2);
  expect(await probeScripts(app)).toEqual({ registered: 0, scripts: none });

  await startRecording(panel);
  await page.getByRole('heading').first().click();
  expect(await probeScripts(app)).toEqual({ registered: 1, scripts: none.map(() => 'running') });

  await test.step('also where a panel that is closed by now was about to read the page', async () => {
    const data = { tabId: await findTabId(app, page), lock: 'page that was closed' };
    const message = { to: 'background', type: 'pilot.start', data };
    await panel.evaluate((sent) => chrome.runtime.sendMessage(sent), message);
  });
  await endRecording(panel);
  await expect
    .poll(() => probeScripts(app))
    .toEqual({ registered: 0, scripts: none.map(() => 'inert') });
  await page.reload();
  await page.getByRole('heading').first().waitFor();
  expect((await probeScripts(app)).scripts).not.toContain('running');
});
