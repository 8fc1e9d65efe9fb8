import type { Page } from '@playwright/test';
import { launchWayscribe } from '../../scripts/launch.mjs';
import { getPageUrl, openPanel } from '../../scripts/panel.mjs';
import { getServiceWorker, stopServiceWorker } from '../../scripts/service-worker.mjs';
import type { Automation } from '../../src/app/automation.ts';
import type { BrowserTurn } from '../../src/core/demonstration/demonstration.ts';
import type { NavigationSite } from '../fixtures/navigation-pages.ts';
import { serveNavigationPages } from '../fixtures/navigation-pages.ts';
import { probeScripts } from '../fixtures/probe-scripts.ts';
import {
  describeActions,
  endRecording,
  readTurns,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { built, expect, test } from '../fixtures/wayscribe.ts';

let site: NavigationSite;

test.beforeAll(async () => {
  site = await serveNavigationPages();
});
test.afterAll(() => site.close());

async function readLoads(panel: Page): Promise<BrowserTurn[]> {
  const turns = (await readTurns(panel)).filter((turn) => turn.kind === 'browser');
  return turns.filter(({ action }) => action.intent === 'load');
}

/** Without what came of the actions: that may become known until the extension goes, and after. */
async function readWhatIsKept(panel: Page): Promise<unknown[]> {
  const turns = (await readTurns(panel)).filter((turn) => turn.kind === 'browser');
  const later = { effect: undefined, receipt: undefined, checksum: undefined };
  return turns.map((turn) => ({ ...turn, ...later }));
}

test('saves every click of the old page once when 25 fast clicks cross a navigation', async ({
  page,
  panel,
}) => {
  await page.goto(site.url);
  await startRecording(panel);
  const box = await page.locator('#same').boundingBox();
  const link = await page.locator('#next').boundingBox();
  if (!box || !link) throw new Error('The targets have no boxes.');
  for (let click = 0; click < 25; click += 1) {
    const at = click === 15 ? link : box;
    await page.mouse.click(at.x + 4, at.y + 4);
  }
  await page.waitForURL('**/second');
  await waitForTurns(panel, 'load', 2);
  const recording = await stopRecording(panel);
  const clicks = recording.browser.filter(({ turn }) => turn.action.intent === 'click');
  const names = clicks.map(({ turn }) => turn.element?.name).slice(0, 16);
  expect(names).toEqual([...Array.from({ length: 15 }, () => 'same'), 'Next']);
  expect(new Set(clicks.map(({ turn }) => turn.id)).size).toBe(clicks.length);
});

test('saves the typed text although the worker keeps stopping', async ({ app, page, panel }) => {
  await page.goto(site.url);
  await startRecording(panel);
  await page.click('#search');
  // One after the other: a worker that is being stopped does not stop once more.
  let stopped = Promise.resolve();
  for (const letter of 'nothing is lost') {
    await page.keyboard.type(letter, { delay: 40 });
    if (letter === 'i') stopped = stopped.then(() => stopServiceWorker(app));
  }
  await stopped;
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Search=nothing is lost']);
});

test('an extension reload pauses the recording, and resuming loses and doubles nothing', async ({
  freshApp,
}) => {
  const page = await freshApp.context.newPage();
  await page.goto(site.url);
  const panel = await openPanel(freshApp, page);
  await startRecording(panel);
  await page.bringToFront();
  await page.click('#push');
  await waitForTurns(panel, 'load', 2);
  await waitForTurns(panel, 'click', 1);
  // A load within a page has its state from its cause, a moment after that.
  await expect.poll(async () => (await readLoads(panel)).at(-1)?.snapshot).toBeTruthy();
  const before = await readWhatIsKept(panel);
  const worker = await getServiceWorker(freshApp);
  // The worker ends before it can answer.
  worker.evaluate(() => chrome.runtime.reload()).catch(() => undefined);
  await expect.poll(() => panel.isClosed()).toBe(true);
  // The script from before is still in the page, and must not do anything any more.
  await page.click('#hash');
  const studio = await freshApp.context.newPage();
  await expect(async () => {
    await studio.goto(getPageUrl(freshApp, 'studio'));
    await studio.waitForFunction(() => 'wayscribe' in globalThis, null, { timeout: 2000 });
  }).toPass();
  const run = (order: 'resume' | 'stop') =>
    studio.evaluate(async (name) => {
      const { recording } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
      await recording[name]();
    }, order);
  expect(await readWhatIsKept(studio)).toEqual(before);
  await run('resume');
  await page.bringToFront();
  await page.click('#push');
  await expect.poll(async () => (await readLoads(studio)).length).toBe(3);
  await run('stop');
  const clicks = (await readTurns(studio)).filter(({ action }) => action.intent === 'click');
  expect(clicks.map((turn) => turn.kind === 'browser' && turn.element?.name)).toEqual([
    'push',
    'push',
  ]);
});

test('a crashed tab loses nothing, and is recorded again after a reload', async ({
  app,
  page,
  panel,
}) => {
  await page.goto(site.url);
  await startRecording(panel);
  await page.click('#push');
  await waitForTurns(panel, 'click', 1);
  const devtools = await app.context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  const second = await app.context.newPage();
  await second.goto(site.url);
  await second.click('#hash');
  await waitForTurns(panel, 'click', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['click push', 'click hash']);
  await second.close();
});

test('a full disk pauses the recording, is reported, and loses nothing', async ({
  app,
  page,
  panel,
}) => {
  await page.goto(site.url);
  await startRecording(panel);
  await page.click('#same');
  await waitForTurns(panel, 'click', 1);
  const worker = await getServiceWorker(app);
  await worker.evaluate(() => {
    const { prototype } = IDBObjectStore;
    const put = Reflect.get<IDBObjectStore, 'put'>(prototype, 'put');
    prototype.put = function (this: IDBObjectStore, ...args) {
      // The state of the recording is small enough to fit still.
      if (this.name === 'demonstrations') return put.apply(this, args);
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.click('#same');
  await expect(panel.getByText('The disk is full').first()).toBeVisible();
  await expect(panel.getByRole('button', { name: /not saved correctly/ })).toBeVisible();
  // As good as new space: the stub goes with the worker.
  await stopServiceWorker(app);
  await expect(panel.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toContain('click same');
});

test('a page restored from the back/forward cache is recorded, each action once', async ({
  headless,
}) => {
  const app = await launchWayscribe({ ...built, headless, hermetic: true, backForwardCache: true });
  try {
    const page = await app.context.newPage();
    await page.goto(site.url);
    await page.goto(site.otherUrl);
    const panel = await openPanel(app, page);
    await startRecording(panel);
    // Left before it was recorded: no script of ours is in it yet.
    await page.goBack({ waitUntil: 'commit', timeout: 2000 }).catch(() => undefined);
    await waitForTurns(panel, 'load', 2);
    await expect.poll(async () => (await probeScripts(app)).scripts).toEqual(['running']);
    await page.click('#same');
    await waitForTurns(panel, 'click', 1);
    await page.click('#next');
    await waitForTurns(panel, 'load', 3);
    await page.evaluate(() => void setTimeout(() => history.back()));
    await waitForTurns(panel, 'load', 4);
    await page.click('#search');
    await page.keyboard.type('back');
    await page.evaluate(() => void setTimeout(() => history.forward()));
    // What a page leaves behind comes when the browser has turned to the next one.
    await expect
      .poll(async () => (await readLoads(panel)).map(({ snapshot }) => snapshot !== null))
      .toEqual([false, true, true, true, true, true]);
    const recording = await stopRecording(panel);
    expect(describeActions(recording)).toEqual([
      'click same',
      'click Next',
      'click Search',
      'textInput Search=back',
    ]);
    const loads = recording.browser.filter(({ turn }) => turn.action.intent === 'load');
    expect(loads).toHaveLength(6);
    // The text was typed on the restored page, and so was its last state kept.
    expect(loads.at(-1)?.html).toContain('id="search"');
    expect(app.errors).toEqual([]);
  } finally {
    await app.close();
  }
});

test('a recording started from an extension page has no tab switch', async ({
  app,
  page,
  panel,
}) => {
  const other = await app.context.newPage();
  await other.goto(site.otherUrl);
  await page.goto(site.url);
  await page.bringToFront();
  const studio = await app.context.newPage();
  await studio.goto(getPageUrl(app, 'studio'));
  await studio.bringToFront();
  const url = site.otherUrl;
  await studio.evaluate(async (wanted) => {
    const [tab] = await chrome.tabs.query({ url: `${wanted}*` });
    const { recording } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    await recording.start({ tabId: tab?.id ?? -1 });
  }, url);
  await other.click('#same');
  await waitForTurns(panel, 'click', 1);
  const intents = () => readTurns(panel).then((turns) => turns.map(({ action }) => action.intent));
  expect(await intents()).toEqual(['load', 'click']);
  await page.bringToFront();
  await waitForTurns(panel, 'tabswitch', 1);
  expect(await intents()).toEqual(['load', 'click', 'tabswitch']);
  await endRecording(panel);
  await Promise.all([other.close(), studio.close()]);
});
