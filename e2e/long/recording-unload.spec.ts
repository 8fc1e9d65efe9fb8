import { getServiceWorker, stopServiceWorker } from '../../scripts/service-worker.mjs';
import {
  describeActions,
  readTurns,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { serveNavigationPages } from '../fixtures/navigation-pages.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

/** Where the service worker is stopped: well before the click, while the button is down, right after. */
const MOMENTS = ['before', 'during', 'after'] as const;

for (const moment of MOMENTS) {
  test(`saves a link although the service worker stops ${moment} the click that leaves the page`, async ({
    app,
    page,
    panel,
  }) => {
    const site = await serveNavigationPages();
    try {
      await page.goto(site.url);
      await startRecording(panel);
      const link = await page.locator('#next').boundingBox();
      if (!link) throw new Error('The link has no box.');
      await page.mouse.move(link.x + 3, link.y + 3);
      if (moment === 'before') await stopServiceWorker(app);
      await page.mouse.down();
      const during = moment === 'during' ? stopServiceWorker(app) : Promise.resolve();
      await page.mouse.up();
      const after = moment === 'after' ? stopServiceWorker(app) : Promise.resolve();
      await Promise.all([during, after]);
      await page.waitForURL('**/second');
      await expect
        .poll(
          async () =>
            (await readTurns(panel)).filter((turn) => turn.action.intent === 'click').length,
        )
        .toBe(1);
      expect(describeActions(await stopRecording(panel), 'click')).toEqual(['click Next']);
    } finally {
      await site.close();
    }
  });
}

test('saves a link although the offscreen document was killed before it', async ({
  app,
  page,
  panel,
}) => {
  const site = await serveNavigationPages();
  try {
    await page.goto(site.url);
    await startRecording(panel);
    await panel.evaluate(() => chrome.offscreen.closeDocument());
    await expect.poll(() => panel.evaluate(() => chrome.offscreen.hasDocument())).toBe(true);
    // It answers, and a turn has gone to the service worker and back since: the page has its port again.
    const ping = { to: 'offscreen', type: 'learning.job', data: null };
    const answers = (message: object) =>
      chrome.runtime.sendMessage(message).then(Boolean, () => false);
    await expect.poll(() => panel.evaluate(answers, ping)).toBe(true);
    await page.mouse.click(2, 2);
    await waitForTurns(panel, 'click', 1);
    const link = await page.locator('#next').boundingBox();
    if (!link) throw new Error('The link has no box.');
    await page.mouse.move(link.x + 3, link.y + 3);
    await page.mouse.down();
    await Promise.all([stopServiceWorker(app), page.mouse.up()]);
    await page.waitForURL('**/second');
    await waitForTurns(panel, 'click', 2);
    expect(describeActions(await stopRecording(panel), 'click').at(-1)).toBe('click Next');
  } finally {
    await site.close();
  }
});

test('starts a recording although the offscreen document fails, and informs the user', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('actions.html');
  await panel.evaluate(() => chrome.offscreen.closeDocument().catch(() => undefined));
  const worker = await getServiceWorker(app);
  await worker.evaluate(() => {
    Object.assign(chrome.offscreen, { createDocument: () => new Promise(() => undefined) });
  });
  try {
    await panel.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(panel.getByText(/A part of Wayscribe did not start/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Tick by script' }).click();
    await expect
      .poll(async () => (await readTurns(panel)).map((turn) => turn.action.intent))
      .toContain('click');
  } finally {
    // What it was made to believe ends with it.
    await stopServiceWorker(app);
  }
  expect(describeActions(await stopRecording(panel), 'click')).toHaveLength(1);
});
