import { askCopilot, listEntries } from '../scripts/ask-copilot.mjs';
import { expect, test } from './fixtures/wayscribe.ts';

test('clicks and types where the words say, and shows that the encoder ranked it', async ({
  page,
  panel,
}) => {
  const clicked = await askCopilot(panel, 'click Notes');
  await expect(page).toHaveURL(/\/notes\/$/);
  expect(clicked).toEqual([expect.stringMatching(/Click Notes.*done.*the page became “Notes”/)]);
  await askCopilot(panel, 'click Shop');
  await expect(page).toHaveURL(/\/shop\//);
  await expect(panel.getByText('Words + encoder')).toBeVisible();
  const typed = await askCopilot(panel, 'type walnut lamp in the search box and press enter');
  await expect(page).toHaveURL(/\/shop\/\?q=walnut\+lamp/);
  await expect(page.getByText('1 product for “walnut lamp”')).toBeVisible();
  expect(typed.join('\n')).toContain('Type “walnut lamp” in Search the shop');
  expect(typed.join('\n')).toContain('Press Enter');
});

test('chooses by label, ticks what isn’t ticked yet, and scrolls until the page ends', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}shop/checkout.html`);
  const reported = await askCopilot(panel, 'scroll down');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(reported.at(-1)).toContain('moved down');
  await askCopilot(panel, 'scroll to the bottom');
  const end = await askCopilot(panel, 'scroll down');
  expect(end.join('\n')).toContain('nothing changed');
  await askCopilot(panel, 'choose Express under Delivery');
  await expect(page.getByLabel('Express')).toBeChecked();
  await askCopilot(panel, 'choose Portugal under Country');
  await expect(page.getByLabel('Country')).toHaveValue('Portugal');
  const terms = page.getByLabel('I agree to the terms');
  await askCopilot(panel, 'tick I agree to the terms');
  await expect(terms).toBeChecked();
  const again = await askCopilot(panel, 'tick I agree to the terms');
  expect(again).toEqual([expect.stringContaining('is already ticked')]);
  await expect(terms).toBeChecked();
  await askCopilot(panel, 'untick I agree to the terms');
  await expect(terms).not.toBeChecked();
});

test('opens an address without a scheme, reloads, and goes back until there is no page', async ({
  app,
  page,
  panel,
  practice,
}) => {
  await askCopilot(panel, `open ${new URL(practice.url).host}/notes`);
  await expect(page).toHaveURL(`${practice.url}notes/`);
  await askCopilot(panel, 'go back');
  await expect(page).toHaveURL(practice.url);
  await askCopilot(panel, 'go forward');
  await expect(page).toHaveURL(`${practice.url}notes/`);
  const loadedAt = await page.evaluate(() => performance.timeOrigin);
  const reloaded = await askCopilot(panel, 'reload the page');
  expect(await page.evaluate(() => performance.timeOrigin)).toBeGreaterThan(loadedAt);
  expect(reloaded).toEqual([expect.stringMatching(/^Open .*done/)]);
  const fresh = await app.context.newPage();
  await fresh.goto(practice.url);
  await fresh.bringToFront();
  await askCopilot(panel, 'go back');
  const reported = await askCopilot(panel, 'go back');
  expect(reported.join('\n')).toContain('There is no page before this one');
  await fresh.close();
});

test('runs commands joined by “then” across page loads, and opens a link in a new tab', async ({
  app,
  page,
  panel,
  practice,
}) => {
  await askCopilot(panel, 'click Shop, then click Notes then click New note');
  await expect(page.getByRole('textbox', { name: 'Note text' })).toBeVisible();
  const actions = (await listEntries(panel)).filter((text) => /^Click|Click /.test(text));
  expect(actions.length).toBeGreaterThanOrEqual(3);
  await page.goto(`${practice.url}lists/`);
  const opened = app.context.waitForEvent('page');
  const reported = await askCopilot(panel, 'click Size guide');
  const guide = await opened;
  await expect(guide).toHaveURL(/guide\.html\?id=sizes/);
  expect(reported.at(-1)).toContain('a new tab opened');
  await guide.close();
});

test('runs every example on the practice home page', async ({ page, panel, practice }) => {
  const said = await page.locator('.say').allInnerTexts();
  const sentences = said.map((text) => text.replace(/[“”]/g, ''));
  expect(sentences).toHaveLength(5);
  for (const sentence of sentences) {
    await page.goto(practice.url);
    await askCopilot(panel, sentence);
    // The last entry is an action that was done: neither a failure nor a question.
    expect((await listEntries(panel)).at(-1), sentence).toMatch(
      /^(Type|Press|Click|Choose) .*done/,
    );
  }
  await expect(page.getByRole('dialog', { name: 'Edit order 1042' })).toBeVisible();
});
