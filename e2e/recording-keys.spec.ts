import type { Locator } from '@playwright/test';
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

test('records the keys that the page or a widget handles, prevented or not, and no others', async ({
  page,
  panel,
}) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Palette')).toBeVisible();
  for (const key of ['Escape', 'Shift+?', 'x', 'Tab']) await page.keyboard.press(key);
  await page.getByLabel('Query').click();
  await page.keyboard.type('lamp');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+a');
  const fruit = page.getByRole('listbox', { name: 'Fruit' });
  await pressOn(fruit, ['ArrowDown', 'End', 'Home', 'c']);
  await expect(page.getByText('Cherry')).toHaveAttribute('aria-selected', 'true');
  await pressOn(page.getByRole('tab', { name: 'List' }), ['ArrowRight']);
  await pressOn(page.getByText('Home'), ['ArrowRight', 'ArrowDown']);
  await expect(page.getByText('Work')).toBeFocused();
  await pressOn(page.locator('#a1'), ['ArrowRight', 'Delete']);
  await pressOn(page.getByRole('button', { name: 'Mute' }), ['Space', 'Enter']);
  await pressOn(fruit, ['z']);
  const recording = await stopRecording(panel);
  expect(describeActions(recording).slice(0, 6)).toEqual([
    'press Control+k',
    'press Escape',
    'press ?',
    'click Query',
    'textInput Query=lamp',
    'press Control+k',
  ]);
  const keys = listActions(recording)
    .slice(6)
    .map(({ turn: { action, element } }) =>
      action.intent === 'press' ? [action.key, element?.attributes['id']] : [action.intent],
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
});

/** Presses keys in turn, the first on an element and each other where the focus is then. */
async function pressOn(element: Locator, keys: readonly string[]): Promise<void> {
  await element.focus();
  for (const key of keys) await element.page().keyboard.press(key);
}

test('records multi-selects, times and ranges, and a middle click with the tab it opens', async ({
  app,
  page,
  panel,
}) => {
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
  expect(describeActions(recording)).toEqual([
    'click Art',
    // What is added to it is part of the same change.
    'change Topics=Art, Cooking, Dance',
    `change Time=${time}`,
    'change Level=10',
    'click Next',
  ]);
  const middle = listActions(recording, 'click').at(-1);
  const [created] = listActions(recording, 'tabcreate');
  expect(middle?.turn.properties['button']).toBe(1);
  expect(created?.turn.causedBy).toBe(middle?.turn.id);
});
