/** What the user wants masked is entered in Settings, checked, and kept. */
import { getPageUrl } from '../scripts/panel.mjs';
import { expectAccessible } from './fixtures/accessible.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('masks are validated before they are saved, and restored the next time', async ({
  app,
  page,
}) => {
  await page.goto(getPageUrl(app, 'settings'));
  const masks = page.getByLabel('Also mask');
  const save = page.getByRole('button', { name: 'Save: masks' });
  await masks.fill('.account\nhtml');
  await save.click();
  await expect(page.getByText('“html” would mask every whole page')).toBeVisible();
  expect(await readStored()).toBeUndefined();

  await masks.fill('.account\n\n[data-private]');
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await readStored()).toEqual(['.account', '[data-private]']);
  await page.getByLabel('Your name').fill('Ada');
  await page.reload();
  await expect(page.getByLabel('Also mask')).toHaveValue('.account\n[data-private]');
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await expectAccessible(page);

  function readStored(): Promise<unknown> {
    return page.evaluate(async () => (await chrome.storage.local.get())['maskSelectors']);
  }
});
