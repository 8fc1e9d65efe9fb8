import {
  describeActions,
  listActions,
  readTurns,
  startRecording,
  stopRecording,
} from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ panel, openTrial }) => {
  await openTrial('widgets.html');
  await startRecording(panel);
});

test('records the shortcuts that the page handles, also while typing, and no others', async ({
  page,
  panel,
}) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Palette')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+?');
  await page.keyboard.press('x');
  await page.keyboard.press('Tab');
  await page.getByLabel('Query').click();
  await page.keyboard.type('lamp');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+a');
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'press Control+k',
    'press Escape',
    'press ?',
    'click Query',
    'textInput Query=lamp',
    'press Control+k',
  ]);
});

test('records keys in lists, tabs, trees and grids, prevented or not', async ({ page, panel }) => {
  await page.getByRole('listbox', { name: 'Fruit' }).focus();
  for (const key of ['ArrowDown', 'End', 'Home', 'c']) await page.keyboard.press(key);
  await expect(page.getByText('Cherry')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'List' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Home').focus();
  for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByText('Work')).toBeFocused();
  await page.locator('#a1').focus();
  for (const key of ['ArrowRight', 'Delete']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Mute' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Fruit' }).focus();
  await page.keyboard.press('z');
  const recording = await stopRecording(panel);
  const keys = listActions(recording, 'press').map(({ turn: { action, element } }) =>
    action.intent === 'press' ? [action.key, element?.attributes['id']] : [],
  );
  expect(keys).toEqual([
    ...['ArrowDown', 'End', 'Home', 'c'].map((key) => [key, 'fruit']),
    ['ArrowRight', 'list'],
    ['ArrowRight', 'home'],
    ['ArrowDown', 'home'],
    ['ArrowRight', 'a1'],
    ['Delete', 'b1'],
    [' ', 'toggle'],
    ['Enter', 'toggle'],
  ]);
  expect(describeActions(recording).filter((line) => !line.startsWith('press'))).toEqual([]);
});

test('records multi-selects, times and ranges, by mouse and by key', async ({ page, panel }) => {
  const topics = page.getByLabel('Topics');
  await page.getByRole('option', { name: 'Art' }).click();
  await page.getByRole('option', { name: 'Cooking' }).click({ modifiers: ['Control'] });
  await topics.press('Shift+ArrowDown');
  await page.getByLabel('Time').focus();
  await page.keyboard.type('0930AM');
  const time = await page.getByLabel('Time').inputValue();
  await page.getByLabel('Level').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Art',
    // What is added to it is part of the same change.
    'change Topics=Art, Cooking, Dance',
    `change Time=${time}`,
    'change Level=10',
  ]);
});

test('records a middle click as a click and the tab it opens', async ({ app, page, panel }) => {
  const [opened] = await Promise.all([
    app.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Next' }).click({ button: 'middle' }),
  ]);
  await opened.waitForLoadState();
  // The opener is reported after the tab.
  const isNamed = async (): Promise<boolean> =>
    (await readTurns(panel)).some(
      (turn) =>
        turn.kind === 'browser' && turn.action.intent === 'tabcreate' && turn.causedBy !== null,
    );
  await expect.poll(isNamed).toBe(true);
  const recording = await stopRecording(panel);
  const [click] = listActions(recording, 'click');
  const [created] = listActions(recording, 'tabcreate');
  expect(describeActions(recording)).toEqual(['click Next']);
  expect(click?.turn.properties['button']).toBe(1);
  expect(created?.turn.causedBy).toBe(click?.turn.id);
});
