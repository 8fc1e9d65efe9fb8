// @ts-check
/**
 * Opens Wayscribe's pages in a launched browser.
 *
 * Playwright's own connection does not list side panels. The browser therefore also listens on a
 * port, and each panel is driven through a second connection, made once the panel is open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright';
import { noteError } from './launch.mjs';
import { getServiceWorker } from './service-worker.mjs';

/** @typedef {import('./launch.mjs').App} App */
/** @typedef {import('playwright').Page} Page */

/** Where the built extension keeps its pages. */
const pagePaths = {
  panel: 'src/entrypoints/sidepanel/index.html',
  studio: 'src/entrypoints/studio/index.html',
  settings: 'src/entrypoints/settings/index.html',
};

const patience = 10_000;

/**
 * @param {App} app
 * @param {keyof typeof pagePaths} name
 */
export function getPageUrl({ extensionId }, name) {
  return `chrome-extension://${extensionId}/${pagePaths[name]}`;
}

/**
 * Clicks Wayscribe's icon, as a person does, in the window of a page, which becomes its active
 * tab. A panel that was opened so before is returned as it is.
 *
 * @param {App} app
 * @param {Page} page
 * @returns {Promise<Page>} the side panel
 */
export async function openPanel(app, page) {
  await page.bringToFront();
  const windowId = await findWindowId(app, page);
  const open = app.panels.get(windowId);
  if (open && !open.isClosed()) return open;
  if (open) await closePanel(open);
  await app.devtools.send('Extensions.triggerAction', {
    id: app.extensionId,
    targetId: await findActiveTab(app, windowId),
  });
  const panel = await retry(() => connectToPanel(app, windowId), 'The side panel did not open.');
  app.panels.set(windowId, panel);
  panel.on('pageerror', (error) => {
    noteError(app, panel.url(), error);
  });
  if (app.colorScheme) await panel.emulateMedia({ colorScheme: app.colorScheme });
  await panel.waitForFunction(() => 'wayscribe' in globalThis);
  await waitForSize(panel);
  return panel;
}

/**
 * Closes a side panel and the connection that was made for it.
 *
 * @param {Page} panel from openPanel
 */
export async function closePanel(panel) {
  if (!panel.isClosed()) await panel.close();
  await panel.context().browser()?.close();
}

/**
 * Shows the panel where another page of the extension was shown.
 *
 * @param {App} app
 * @param {Page} panel from openPanel
 */
export async function showPanel(app, panel) {
  await panel.goto(getPageUrl(app, 'panel'));
  await panel.waitForFunction(() => 'wayscribe' in globalThis);
}

/**
 * Starts an open side panel afresh, without the time that closing and opening it takes.
 *
 * @param {Page} panel from openPanel
 */
export async function reloadPanel(panel) {
  await panel.reload();
  await panel.waitForFunction(() => 'wayscribe' in globalThis);
}

/**
 * Opens the panel's page as an ordinary tab, which acts on the tab it is told.
 *
 * @param {App} app
 * @param {number} tabId
 * @returns {Promise<Page>}
 */
export async function openPanelTab(app, tabId) {
  const page = await app.context.newPage();
  await page.goto(`${getPageUrl(app, 'panel')}?tabId=${tabId}`);
  return page;
}

/**
 * The id by which extensions know the tab of a page, which becomes the active tab of its window.
 *
 * @param {App} app
 * @param {Page} page
 * @returns {Promise<number>}
 */
export async function findTabId(app, page) {
  await page.bringToFront();
  const windowId = await findWindowId(app, page);
  await findActiveTab(app, windowId);
  const worker = await getServiceWorker(app);
  const tabId = await worker.evaluate(
    async (inWindow) => (await chrome.tabs.query({ active: true, windowId: inWindow }))[0]?.id,
    windowId,
  );
  if (tabId === undefined) throw new Error(`The page ${page.url()} is in no tab.`);
  return tabId;
}

/**
 * @param {App} app
 * @param {Page} page
 * @returns {Promise<number>} the same id that extensions see
 */
async function findWindowId({ context }, page) {
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.detach();
  return windowId;
}

/**
 * @param {App} app
 * @param {number} windowId
 * @returns {Promise<string>} the DevTools target of the window's active *tab* (not of its page)
 */
function findActiveTab({ devtools }, windowId) {
  return retry(async () => {
    const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{ type: 'tab' }] });
    for (const { targetId, embedderData } of targetInfos) {
      if (!embedderData?.tabActive) continue;
      const found = await devtools.send('Browser.getWindowForTarget', { targetId });
      if (found.windowId === windowId) return targetId;
    }
    return undefined;
  }, 'The window has no active tab.');
}

/**
 * @param {App} app
 * @param {number} windowId
 * @returns {Promise<Page | undefined>} undefined while the panel is not there yet
 */
async function connectToPanel(app, windowId) {
  const url = getPageUrl(app, 'panel');
  const { targetInfos } = await app.devtools.send('Target.getTargets');
  if (!targetInfos.some((target) => target.url.startsWith(url))) return undefined;
  const [port, path] = readFileSync(join(app.profile, 'DevToolsActivePort'), 'utf8').split('\n');
  // Defaults would override the colours and downloads of pages that the first connection drives.
  const browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`, {
    noDefaults: true,
  });
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      if (!page.url().startsWith(url) || (await findPanelWindow(page)) !== windowId) continue;
      // With a listener this connection leaves dialogs to the first one.
      context.on('dialog', () => undefined);
      return page;
    }
  }
  await browser.close();
  return undefined;
}

/**
 * @param {Page} page
 * @returns {Promise<number | undefined>} undefined when the page is a tab, not a side panel
 */
function findPanelWindow(page) {
  return page.evaluate(async () =>
    (await chrome.tabs.getCurrent()) ? undefined : (await chrome.windows.getCurrent()).id,
  );
}

/**
 * A panel slides in: its page has no width at first.
 *
 * @param {Page} panel
 */
async function waitForSize(panel) {
  await panel.evaluate(
    () =>
      new Promise((fulfil) => {
        let before = 0;
        const look = () => {
          if (innerWidth > 0 && innerWidth === before) fulfil(undefined);
          else requestAnimationFrame(look);
          before = innerWidth;
        };
        look();
      }),
  );
}

/**
 * @template T
 * @param {() => Promise<T | undefined>} attempt
 * @param {string} complaint
 * @returns {Promise<T>}
 */
async function retry(attempt, complaint) {
  const end = Date.now() + patience;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(complaint);
    await pause(30);
  }
}
