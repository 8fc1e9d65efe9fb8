/** Tabs that are opened, closed, brought to the front and led elsewhere: by a person, or by what was done. */
import { findTabId } from '../../scripts/panel.mjs';
import {
  describeLoads,
  expectLoads,
  listBrowser,
  recordOnSite,
  waitOutCauses,
} from '../fixtures/loads.ts';
import { readTurns, waitForTurns } from '../fixtures/recorded.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

recordOnSite();

test('tab turns name what opened and closed the tab', async ({ app, page, panel }) => {
  const open = async (id: string, options?: { modifiers?: ['Control']; button?: 'middle' }) => {
    const [opened] = await Promise.all([
      app.context.waitForEvent('page'),
      page.click(`#${id}`, options),
    ]);
    await opened.waitForLoadState();
    return opened;
  };
  const apart = await open('apart');
  await waitForTurns(panel, 'tabswitch', 1);
  await apart.close();
  await waitForTurns(panel, 'tabswitch', 2);
  await expectLoads(panel, [
    '/ by person',
    'tabcreate by click',
    'tabswitch by click',
    '/second?apart by click',
    'tabremove by person',
    'tabswitch by tabremove',
  ]);
  const closing = await open('opened');
  await closing.click('#close');
  await waitForTurns(panel, 'tabremove', 2);
  const background = await open('next', { modifiers: ['Control'] });
  await waitForTurns(panel, 'tabcreate', 3);
  await background.close();
  const middle = await open('next', { button: 'middle' });
  await waitForTurns(panel, 'tabcreate', 4);
  await middle.close();
  await waitForTurns(panel, 'tabremove', 4);
  // No further load or tab may follow.
  await waitOutCauses(panel);
  const all = describeLoads(await readTurns(panel)).slice(6);
  expect(all).toEqual([
    'tabcreate by click',
    'tabswitch by click',
    '/closes by click',
    'tabremove by click',
    'tabswitch by click',
    'tabcreate by click',
    '/second by click',
    'tabremove by person',
    'tabcreate by click',
    '/second by click',
    'tabremove by person',
  ]);
});

test('a tab navigated by another tab names the action there', async ({ app, page, panel }) => {
  const follow = (id: string) =>
    Promise.all([app.context.waitForEvent('page'), page.click(`#${id}`)]);
  const [named] = await follow('named');
  await waitForTurns(panel, 'load', 2);
  await waitForTurns(panel, 'tabswitch', 1);
  await page.bringToFront();
  await waitForTurns(panel, 'tabswitch', 2);
  // A page that goes on sooner than this does so by itself.
  await page.waitForTimeout(1000);
  await page.click('#named');
  await waitForTurns(panel, 'load', 3);
  await waitForTurns(panel, 'tabswitch', 3);
  await named.close();
  await waitForTurns(panel, 'tabswitch', 4);
  const [picker] = await follow('picker');
  await picker.click('#pick');
  await waitForTurns(panel, 'tabremove', 2);
  await expectLoads(panel, [
    '/ by person',
    'tabcreate by click',
    'tabswitch by click',
    '/second?named by click',
    'tabswitch by person',
    'tabswitch by click',
    '/second?named by click',
    'tabremove by person',
    'tabswitch by tabremove',
    'tabcreate by click',
    'tabswitch by click',
    '/picks by click',
    '/second?picked by click',
    'tabremove by click',
    'tabswitch by click',
  ]);
  const turns = listBrowser(await readTurns(panel));
  const clicks = turns.filter(({ action }) => action.intent === 'click');
  const causes = turns
    .filter(({ action, causedBy }) => action.intent === 'load' && causedBy !== null)
    .map(({ causedBy }) => clicks.findIndex(({ id }) => id === causedBy));
  expect(causes).toEqual([0, 1, 2, 3]);
});

test('a tab opened by the person right after a click is not attributed to the click', async ({
  app,
  page,
  panel,
}) => {
  await page.click('#same');
  await waitForTurns(panel, 'click', 1);
  const tabId = await findTabId(app, page);
  const [doubled] = await Promise.all([
    app.context.waitForEvent('page'),
    panel.evaluate((id) => chrome.tabs.duplicate(id), tabId),
  ]);
  await waitForTurns(panel, 'load', 2);
  await page.bringToFront();
  await waitForTurns(panel, 'tabswitch', 2);
  await page.click('#same');
  await waitForTurns(panel, 'click', 2);
  const opened = await app.context.newPage();
  const loads = await expectLoads(panel, [
    '/ by person',
    'tabcreate by person',
    'tabswitch by tabcreate',
    '/ by person',
    'tabswitch by person',
    'tabcreate by person',
    'tabswitch by tabcreate',
  ]);
  expect(loads).toHaveLength(2);
  await Promise.all([doubled.close(), opened.close()]);
});
