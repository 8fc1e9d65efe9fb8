import type { Page } from '@playwright/test';
import {
  listActions,
  readTurns,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ panel, openTrial }) => {
  await openTrial('actions.html');
  await startRecording(panel);
});

test('records a followed link, back, forward and a burst of clicks across a navigation', async ({
  page,
  panel,
}) => {
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  await waitForTurns(panel, 'load', 2);
  await page.goBack();
  await waitForTurns(panel, 'load', 3);
  await page.goForward();
  await waitForTurns(panel, 'load', 4);
  const followedUrl = page.url();
  await page.goBack();
  await waitForTurns(panel, 'load', 5);
  await clickFast(page, 12, 7);
  await page.waitForURL(/page=2/);
  // How many of the later ones still hit the old page, or fell between, is not ours to say.
  await waitForTurns(panel, 'load', 6);
  const recording = await stopRecording(panel);
  const [click, ...burst] = listActions(recording, 'click');
  const [start, followed, back, forward, , last] = listActions(recording, 'load');
  expect(start?.turn.causedBy).toBeNull();
  expect(followed?.turn.causedBy).toBe(click?.turn.id);
  expect(followed?.turn.action).toMatchObject({ url: followedUrl });
  expect(followed?.html).toContain('Tick by script');
  expect(back?.turn.causedBy).toBeNull();
  expect(JSON.stringify(back?.turn.properties)).toContain('forward_back');
  expect(forward?.turn.causedBy).toBeNull();
  const before = burst.slice(0, 8).map(({ turn }) => turn.element?.tagName);
  expect(before).toEqual([...Array.from({ length: 7 }, () => 'BUTTON'), 'A']);
  expect(new Set(burst.map(({ turn }) => turn.id)).size).toBe(burst.length);
  expect(burst.slice(7).map(({ turn }) => turn.id)).toContain(last?.turn.causedBy);
});

/** Clicks a button at machine speed, but once the link to the next page. */
async function clickFast(page: Page, count: number, linkAt: number): Promise<void> {
  const box = await page.getByRole('button', { name: 'Before', exact: true }).boundingBox();
  const link = await page.getByRole('link', { name: 'Next page' }).boundingBox();
  if (!box || !link) throw new Error('The targets have no boxes.');
  for (let click = 0; click < count; click += 1) {
    const at = click === linkAt ? link : box;
    await page.mouse.move(at.x + 8, at.y + 8);
    await page.mouse.down();
    await page.mouse.up();
  }
}

test('records tabs opened, switched and closed, and the text of one closed during an action', async ({
  app,
  page,
  panel,
}) => {
  const [opened] = await Promise.all([
    app.context.waitForEvent('page'),
    page.getByRole('link', { name: 'In a new tab' }).click(),
  ]);
  await opened.waitForLoadState();
  await waitForTurns(panel, 'tabcreate', 1);
  await waitForTurns(panel, 'tabswitch', 1);
  await opened.getByRole('button', { name: 'Before', exact: true }).click();
  await waitForTurns(panel, 'click', 2);
  await opened.getByLabel('Tag').click();
  await opened.keyboard.type('half a w');
  await opened.close();
  await page.bringToFront();
  await waitForTurns(panel, 'tabremove', 1);
  // The tab's last word may come behind the news of its end.
  const readTexts = async (): Promise<string[]> =>
    (await readTurns(panel)).flatMap(({ action }) =>
      action.intent === 'textInput' ? [action.text] : [],
    );
  await expect.poll(readTexts).toEqual(['half a w']);
  const recording = await stopRecording(panel);
  const intents = recording.browser.map(({ turn }) => turn.action.intent);
  expect(intents.indexOf('tabcreate')).toBeGreaterThan(intents.indexOf('click'));
  expect(intents.lastIndexOf('click')).toBeLessThan(intents.indexOf('tabremove'));
  const [link, inside] = listActions(recording, 'click');
  expect(inside?.turn.metadata.tabId).not.toBe(link?.turn.metadata.tabId);
  const loads = listActions(recording, 'load');
  const load = loads.find(({ turn }) => turn.metadata.tabId === inside?.turn.metadata.tabId);
  expect(load?.turn.causedBy).toBe(link?.turn.id);
});
