import type { App } from '../../scripts/launch.mjs';
import { findTabId } from '../../scripts/panel.mjs';
import { getServiceWorker } from '../../scripts/service-worker.mjs';
import {
  describeActions,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test('records a switch for looking at another window and back, and actions in both', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('actions.html');
  const first = await findTabId(app, page);
  const [other] = await Promise.all([
    app.context.waitForEvent('page'),
    panel.evaluate(() => chrome.windows.create({ url: 'about:blank' })),
  ]);
  await other.goto(`${page.url()}?other`);
  const second = await findTabId(app, other);
  await look(app, first);
  await startRecording(panel);
  await page.getByRole('button', { name: 'Tick by script' }).click();
  await waitForTurns(panel, 'click', 1);
  await look(app, second);
  await waitForTurns(panel, 'tabswitch', 1);
  await other.getByRole('button', { name: 'Tick by script' }).click();
  await waitForTurns(panel, 'click', 2);
  await look(app, first);
  await waitForTurns(panel, 'tabswitch', 2);
  const recording = await stopRecording(panel);
  const switches = listActions(recording, 'tabswitch').map(({ turn }) => turn);
  expect(switches.map(({ action }) => action)).toEqual([
    { intent: 'tabswitch', tabId: second, fromTabId: first },
    { intent: 'tabswitch', tabId: first, fromTabId: second },
  ]);
  expect(switches.every(({ by, causedBy }) => by === 'person' && causedBy === null)).toBe(true);
  expect(
    recording.browser
      .filter(({ turn }) => turn.action.intent !== 'load')
      .map(({ turn }) => turn.action.intent),
  ).toEqual(['click', 'tabswitch', 'click', 'tabswitch']);
  const [here, there] = listActions(recording, 'click');
  expect([here?.turn.metadata.tabId, there?.turn.metadata.tabId]).toEqual([first, second]);
  await other.close();
});

test('keeps recording a tab that is moved to a new window', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('actions.html');
  const tabId = await findTabId(app, page);
  await startRecording(panel);
  await page.getByLabel('Tag').click();
  await page.keyboard.type('half');
  await waitForTurns(panel, 'click', 1);
  await panel.evaluate((id) => chrome.windows.create({ tabId: id }), tabId);
  await page.getByRole('button', { name: 'Tick by script' }).click();
  await waitForTurns(panel, 'click', 2);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  await waitForTurns(panel, 'load', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Tag',
    'textInput Tag=half',
    'click Tick by script',
    'click Next page',
  ]);
  for (const { turn } of listActions(recording)) expect(turn.metadata.tabId).toBe(tabId);
  // It was neither opened nor closed.
  expect(listActions(recording, 'tabcreate', 'tabremove')).toEqual([]);
  expect(listActions(recording, 'load').at(-1)?.turn.causedBy).toBe(
    listActions(recording, 'click').at(-1)?.turn.id,
  );
  expect(listActions(recording, 'click').at(-1)?.png).not.toBeNull();
});

/**
 * Tells the service worker of another window in front as the browser does. A browser without a screen takes
 * all its windows for focused, always, and has nothing to tell.
 */
async function look(app: App, tabId: number): Promise<void> {
  const worker = await getServiceWorker(app);
  await worker.evaluate(async (id) => {
    const { windowId } = await chrome.tabs.get(id);
    const event: unknown = chrome.windows.onFocusChanged;
    const { dispatch } = event as { dispatch: (windowId: number) => void };
    dispatch.call(event, -1);
    dispatch.call(event, windowId);
  }, tabId);
}
