import type { Page } from '@playwright/test';
import { describeLoads, expectLoads, listBrowser, recordOnSite } from './fixtures/loads.ts';
import { readTurns, waitForTurns } from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

const site = recordOnSite();

test('records one load for each route of a single-page app, with its state', async ({
  page,
  panel,
}) => {
  await page.click('#push');
  await waitForTurns(panel, 'load', 2);
  await page.click('#router');
  await page.click('#same');
  await page.click('#late');
  await page.waitForURL('**/late');
  const loads = await expectLoads(panel, [
    '/ by person',
    '/route?n=1 by click',
    '/route-tidy by click',
    '/late by click',
  ]);
  const turns = listBrowser(await readTurns(panel));
  for (const load of loads.slice(1)) {
    const cause = turns.find(({ id }) => id === load.causedBy);
    expect(load.properties['sameDocument']).toBe(true);
    expect(load.snapshot).toEqual(cause?.snapshot);
    expect(load.screenshot).toEqual(cause?.screenshot);
  }
  expect(loads[2]?.properties['passed']).toEqual([`${site.url}draft`]);
});

test('attributes going back and a reload to the person or to the click that ran a script', async ({
  page,
  panel,
}) => {
  await page.click('#fragment');
  await waitForTurns(panel, 'load', 2);
  await page.click('#push');
  await waitForTurns(panel, 'load', 3);
  await page.goBack();
  await waitForTurns(panel, 'load', 4);
  await page.click('#back');
  await waitForTurns(panel, 'load', 5);
  await page.reload();
  await waitForTurns(panel, 'load', 6);
  await page.click('#reload');
  await waitForTurns(panel, 'load', 7);
  await page.goto(`${site.url}#typed`);
  await waitForTurns(panel, 'load', 8);
  const expected = [
    '/ by person',
    '/#below by click',
    '/route?n=1 by click',
    '/#below by person',
    '/ by click',
    '/ by person',
    '/ by click',
    '/#typed by person',
  ];
  const loads = await expectLoads(panel, expected);
  // What the person left is known exactly.
  expect(loads[3]?.snapshot?.frames[0]?.url).toBe(`${site.url}route?n=1`);
  expect(loads[3]?.snapshot?.exact).toBe(true);

  await test.step('an undone load does not come back', async () => {
    await page.click('#next');
    await page.waitForURL('**/second');
    await waitForTurns(panel, 'load', 9);
    await panel.getByRole('button', { name: 'Undo last turn' }).click();
    await expect.poll(async () => describeLoads(await readTurns(panel))).toEqual(expected);
    // By this age of the page it was looked whether its load had been missed.
    await page.waitForFunction(() => performance.now() > 3000);
    expect(describeLoads(await readTurns(panel))).toEqual(expected);
  });
});

test('attributes a redirect to its first cause, and a page unloaded by a press to the click', async ({
  page,
  panel,
}) => {
  await page.click('#server');
  await page.waitForURL('**/second?moved');
  await page.click('#home');
  await page.waitForURL(site.url);
  await page.click('#refresh');
  await page.waitForURL('**/second?refreshed');
  await page.goto(`${site.url}chain`);
  await page.waitForURL('**/second?chained');
  await page.goto(site.url);
  await page.click('#chain');
  await page.waitForURL('**/second?chained');
  await page.goto(site.url);
  await page.click('#assign');
  await page.waitForURL('**/second?assigned');
  await page.goto(site.url);
  await waitForTurns(panel, 'load', 15);
  await pressAndLeave(page, '#pressed', '**/second?pressed');
  const loads = await expectLoads(panel, [
    '/ by person',
    '/second?moved by click',
    '/ by click',
    '/refresh by click',
    '/second?refreshed by click',
    '/chain by person',
    '/chain-2 by load',
    '/second?chained by load',
    '/ by person',
    '/chain by click',
    '/chain-2 by click',
    '/second?chained by click',
    '/ by person',
    '/second?assigned by click',
    '/ by person',
    '/second?pressed by click',
  ]);
  expect(loads[6]?.causedBy).toBe(loads[5]?.id);
  expect(loads[7]?.causedBy).toBe(loads[5]?.id);
  const clicks = listBrowser(await readTurns(panel)).filter(
    ({ action }) => action.intent === 'click',
  );
  expect(clicks.map(({ element }) => element?.attributes['id'])).toEqual([
    'server',
    'home',
    'refresh',
    'chain',
    'assign',
    'pressed',
  ]);
});

/** Presses and lets go only when the page has been left. */
async function pressAndLeave(page: Page, selector: string, to: string): Promise<void> {
  const button = await page.locator(selector).boundingBox();
  if (!button) throw new Error('The button has no box.');
  await page.mouse.move(button.x + 5, button.y + 5);
  await page.mouse.down();
  await page.waitForURL(to);
  await page.mouse.up();
}

test('records address rewrites during typing as one load, and none for scrolling or downloads', async ({
  page,
  panel,
}) => {
  await page.click('#download');
  await page.click('#search');
  await page.keyboard.type('walnut', { delay: 30 });
  await expectLoads(panel, ['/ by person', '/?q=walnut by textInput']);
  await page.goto(`${site.url}tidies`);
  await page.mouse.move(300, 300);
  for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, 120);
  await waitForTurns(panel, 'scroll', 1);
  await expectLoads(panel, ['/ by person', '/?q=walnut by textInput', '/tidies by person']);
});

test('records actions in windows that a script opened: written, blob and popup', async ({
  app,
  page,
  panel,
}) => {
  for (const [at, id] of ['written', 'blob', 'popup'].entries()) {
    await test.step(id, async () => {
      const [opened] = await Promise.all([app.context.waitForEvent('page'), page.click(`#${id}`)]);
      await opened.getByRole('button').first().click();
      await waitForTurns(panel, 'click', 2 * at + 2);
      // The browser tells of a tab before it tells which page has opened it.
      const countTabs = async (): Promise<number> =>
        describeLoads(await readTurns(panel)).filter((line) => line === 'tabcreate by click')
          .length;
      await expect.poll(countTabs).toBe(at + 1);
      const turns = listBrowser(await readTurns(panel));
      const [opening, inside] = turns.filter(({ action }) => action.intent === 'click').slice(-2);
      const created = turns.findLast(({ action }) => action.intent === 'tabcreate');
      expect(created?.causedBy).toBe(opening?.id);
      expect(inside?.element?.tagName).toBe('BUTTON');
      expect(inside?.metadata.tabId).toBe(created?.properties['tabId']);
      for (const load of turns.filter(({ action }) => action.intent === 'load').slice(1))
        if (load.metadata.tabId === inside?.metadata.tabId)
          expect(load.causedBy ?? opening?.id).toBe(opening?.id);
      await opened.close();
      await waitForTurns(panel, 'tabremove', at + 1);
    });
  }
});
