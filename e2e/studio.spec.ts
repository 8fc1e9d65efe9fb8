import type { Page } from '@playwright/test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getPageUrl } from '../scripts/panel.mjs';
import { expectAccessible } from './fixtures/accessible.ts';
import { startRecording } from './fixtures/recorded.ts';
import { CART_REQUEST, recordCartVisit, storeCartVisit } from './fixtures/stored-demonstration.ts';
import { chooseFiles, exportAs, findRows, openStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('explains demonstrations while the library is empty', async ({ app, page }) => {
  await page.goto(getPageUrl(app, 'studio'));
  await expect(page.getByRole('heading', { name: 'No demonstrations yet' })).toBeVisible();
});

test('lists a demonstration, shows its turns, and exports it', async ({ app, panel }) => {
  await recordCartVisit(panel);
  await expect(panel.getByRole('heading', { name: CART_REQUEST })).toBeVisible();
  const opened = app.context.waitForEvent('page');
  await panel.getByRole('button', { name: 'Review' }).click();
  const studio = await opened;
  // Its turns at once: it is what was to be reviewed.
  const timeline = studio.getByRole('complementary', { name: /Turns of/ });
  // The heading may say it, too.
  const said = timeline.getByRole('list').getByText(CART_REQUEST);
  await expect(said).toBeVisible();
  await expect(timeline.getByText('saved', { exact: true }).first()).toBeVisible();
  const picture = timeline.locator('[data-status="kept"] img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);

  // The turns take the list's place, and the focus is never lost.
  const back = studio.getByRole('button', { name: 'Back to the list' });
  await back.press('Enter');
  const row = studio.getByRole('list', { name: 'Demonstrations' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('no findings');
  // Called by what was asked, with its site beside it.
  const title = row.getByRole('button', { name: CART_REQUEST, exact: true });
  await expect(title).toBeFocused();
  await expect(row).toContainText(/localhost:\d+/);
  await title.press('Enter');
  await expect(back).toBeFocused();
  await back.press('Enter');

  await test.step('is renamed in place, and keeps its name', async () => {
    await title.press('F2');
    await studio.keyboard.press('Escape');
    await expect(title).toBeFocused();
    await title.press('F2');
    const name = row.getByRole('textbox', { name: 'Name of the demonstration' });
    await name.fill('See what is in the cart');
    await name.press('Enter');
    const renamed = row.getByRole('button', { name: 'See what is in the cart', exact: true });
    await expect(renamed).toBeFocused();
    await studio.reload();
    await expect(renamed).toBeVisible();
    await row.getByRole('button', { name: 'Rename' }).click();
    await name.fill('');
    await name.press('Enter');
    await expect(title).toBeFocused();
  });

  const before = listFiles(app.downloads);
  await row.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => listFiles(app.downloads).length).toBe(before.length + 1);
  const file = listFiles(app.downloads).find((name) => !before.includes(name)) ?? '';
  expect(file).toMatch(/^practice-site-.*-weblinx.*\.zip$/);
  expect(statSync(join(app.downloads, file)).size).toBeGreaterThan(10_000);

  await panel.getByRole('textbox', { name: 'What was the task?' }).fill('Visit the cart');
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Visit the cart' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Visit the cart', exact: true })).toBeVisible();
  await studio.close();
});

test('edits turns by keyboard, undoes after a restart, and exports what was edited', async ({
  app,
  panel,
  practice,
}) => {
  const id = await storeCartVisit(panel);
  await panel.evaluate(
    (stored) =>
      globalThis.wayscribe?.demonstrations.describe(stored, { description: 'Visit the cart' }),
    id,
  );
  const studio = await app.context.newPage();
  await studio.setViewportSize({ width: 1200, height: 900 });
  const open = async (): Promise<void> => {
    await studio.goto(getPageUrl(app, 'studio'));
    await row.getByRole('button', { name: 'Visit the cart', exact: true }).click();
    await expect(turns.first()).toBeVisible();
  };
  const row = studio.getByRole('list', { name: 'Demonstrations' }).getByRole('listitem');
  const timeline = studio.getByRole('complementary', { name: /Turns of/ });
  const turns = timeline.locator('[data-item]');
  const texts = async (): Promise<string[]> =>
    (await turns.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const keys = async (...pressed: string[]): Promise<void> => {
    for (const key of pressed) await studio.keyboard.press(key);
  };
  await open();
  const recorded = await texts();

  await timeline.getByText('About').click();
  await timeline.getByLabel('Outcome').selectOption({ label: 'Partly done' });
  await timeline.getByLabel('Tags').fill('shop, cart, shop');
  await timeline.getByLabel('Notes').fill('The cart was empty.');
  await timeline.getByText('About').click();
  const back = studio.getByRole('button', { name: 'Back to the list' });
  await back.click();
  await expect(row).toContainText(/Partly done.*shop.*cart/);
  // Found by what was noted, and by the address of a page.
  const search = studio.getByRole('searchbox');
  for (const words of ['cart empty', 'shop/cart']) {
    await search.fill(words);
    await expect(row).toHaveCount(1);
  }
  await expectAccessible(studio);
  await search.fill('kettle of gold');
  await expect(row).toHaveCount(0);
  await open();

  // The request is the second turn.
  await keys('j', 'e');
  await studio.getByRole('textbox', { name: 'Text of the turn' }).fill('Find the cart. Open it.');
  await keys('Enter');
  await expect(timeline.getByText('Find the cart. Open it.')).toBeVisible();
  await keys('s');
  await expect(studio.getByRole('textbox', { name: 'Where to split' })).toBeFocused();
  for (let at = 0; at < 'Find the cart.'.length; at += 1) await keys('ArrowRight');
  await keys('Enter');
  await expect(timeline.getByText('Open it.', { exact: true })).toBeVisible();
  await expect(turns).toHaveCount(recorded.length + 1);
  await keys('j', 'Shift+ArrowDown');
  await expect(timeline.getByText('3 changes')).toBeVisible();
  await expect.poll(async () => (await texts())[3]).toContain('Open it.');
  await keys('x');
  await expect(timeline.getByText('Noise: exports leave this turn out.')).toBeVisible();
  await keys('j', 'Delete');
  await expect(timeline.getByText('5 changes')).toBeVisible();
  await expect(turns).toHaveCount(recorded.length);
  // An edit is shown before it is stored.
  await expect.poll(() => readSaid(studio)).toEqual(['Find the cart.', expect.any(String)]);

  await timeline.getByRole('button', { name: 'Original' }).click();
  await expect.poll(texts).toEqual(recorded);

  await open();
  await expect(timeline.getByText('About · Partly done · shop · cart')).toBeVisible();
  await expect(timeline.getByText('5 changes')).toBeVisible();
  for (let left = 4; left > 0; left -= 1) {
    await keys('Control+z');
    await expect(timeline.getByText(`${left} change`)).toBeVisible();
  }
  await timeline.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(texts).toEqual(recorded);
  await keys('Control+Shift+Z');
  await expect(timeline.getByText('Find the cart. Open it.')).toBeVisible();
  await keys('?');
  await expect(studio.getByRole('dialog', { name: 'Keys' })).toContainText('Merge');
  await keys('Escape');

  await test.step('gets another target and another screenshot', async () => {
    await open();
    await keys('j', 'j', 't');
    const chooser = timeline.getByRole('group', { name: 'Choose the target' });
    await expect(chooser.getByRole('listitem')).toHaveCount(5);
    await expectAccessible(studio);
    await expect(chooser.getByRole('button', { name: /^1 Cart/ })).toBeFocused();
    await chooser.getByRole('textbox').fill('Lists');
    await keys('Enter');
    await expect(chooser.getByRole('button', { name: '1 Lists link' })).toBeFocused();
    await keys('1');
    await expect(turns.nth(2)).toContainText('Click Lists');
    await expect.poll(() => readTarget(studio)).toBe('Lists');
    // The pointer chooses in the picture.
    await keys('t');
    await timeline.locator('[title="Notes · link"]').click();
    await expect(turns.nth(2)).toContainText('Click Notes');
    // The pages before the first click look the same, those before the second don't.
    await keys('j', 'j', 'p');
    const pictures = timeline.getByRole('group', { name: 'Choose a screenshot' });
    await pictures.getByRole('listitem').first().getByRole('button').press('Enter');
    await expect(timeline.getByText('An annotator chose this screenshot.')).toBeVisible();
    for (let left = 3; left > 0; left -= 1) await keys('Control+z');
    await expect.poll(texts).toContain(recorded[2]);
  });

  await test.step('shows the saved page, which loads nothing', async () => {
    const requested: string[] = [];
    studio.on('request', (request) => requested.push(request.url()));
    await timeline.getByRole('button', { name: 'Page', exact: true }).click();
    const saved = timeline.frameLocator('iframe');
    await expect(saved.getByRole('link', { name: 'Practice site' })).toBeVisible();
    await expectAccessible(studio);
    const link = saved.getByRole('link', { name: 'Practice site' });
    await link.evaluate((element: HTMLAnchorElement, url) => {
      element.href = url;
      element.click();
    }, practice.url);
    // The browser shows that it has blocked the link's page.
    await expect(link).toBeHidden();
    await timeline.getByRole('button', { name: 'Before', exact: true }).click();
    await timeline.getByRole('button', { name: 'Page', exact: true }).click();
    await expect(link).toBeVisible();
    expect(requested.filter((url) => url.startsWith('http'))).toEqual([]);
  });

  await test.step('compares before and after with a slider', async () => {
    await timeline.getByRole('button', { name: 'Slider', exact: true }).click();
    const slider = timeline.getByRole('slider');
    await slider.fill('80');
    await expect(timeline.getByAltText(/after/i)).toBeVisible();
    await expectAccessible(studio);
    await expect(timeline.getByRole('button', { name: 'Film', exact: true })).toHaveCount(0);
  });

  await test.step('is reviewed by a person with a name', async () => {
    await panel.evaluate(() => chrome.storage.local.set({ personName: 'Ada' }));
    await open();
    await keys('c');
    await studio.getByRole('textbox', { name: 'Comment on the turn' }).fill('Is this needed?');
    await keys('Enter');
    await expect(timeline.getByText('Ada: Is this needed?')).toBeVisible();
    await expect(timeline.getByRole('listitem').first()).toBeFocused();
    await keys('y');
    const review = timeline.getByRole('group', { name: 'Review' });
    await expect(review).toContainText('Ready for review · Ada');
    await keys('r');
    await studio.getByRole('textbox', { name: 'Why is it rejected?' }).fill('It buys nothing.');
    await keys('Enter');
    await expect(review).toContainText('Rejected · Ada');
    await expect(timeline.getByText('It buys nothing.', { exact: true })).toBeVisible();
    await expect(timeline.getByRole('listitem').first()).toBeFocused();
    await back.click();
    await studio.getByRole('button', { name: 'Approved 0' }).click();
    await expect(studio.getByText('No demonstrations here.')).toBeVisible();
    await studio.getByRole('button', { name: 'Rejected 1' }).click();
    await expect(row).toHaveCount(1);
    await open();
    await keys('a');
    await expect(review).toContainText('Approved · Ada');
    await back.click();
    await studio.getByRole('button', { name: 'Approved 1' }).click();
    await expect(row).toContainText('Approved');
  });
  await studio.close();
});

test('deletes into a bin, which is emptied only when asked twice', async ({ app, panel }) => {
  const id = await storeCartVisit(panel);
  const studio = await app.context.newPage();
  await studio.goto(getPageUrl(app, 'studio'));
  const row = studio.getByRole('list', { name: 'Demonstrations' }).getByRole('listitem');
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(studio.getByText(`Moved to the bin: ${CART_REQUEST}`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await studio.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: CART_REQUEST, exact: true }).press('Delete');
  await expect(row).toHaveCount(0);
  // It is still there after a reload, for 30 days.
  await studio.reload();
  await studio.getByRole('button', { name: 'Bin 1' }).click();
  await row.getByRole('button', { name: 'Restore' }).click();
  await studio.getByRole('button', { name: 'All 1' }).click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await studio.getByRole('button', { name: 'Bin 1' }).click();
  await row.getByRole('button', { name: 'Delete forever' }).click();
  await expectAccessible(studio);
  await row.getByRole('button', { name: 'Keep' }).click();
  const remembered = { id, startedAt: 1, stamp: '', sites: [], requests: [] };
  await studio.evaluate((entry) => chrome.storage.local.set({ memoryIndex: [entry] }), remembered);
  await studio.getByRole('button', { name: 'Empty the bin' }).click();
  await studio
    .getByRole('group', { name: /Delete everything in the bin/ })
    .getByRole('button', { name: 'Empty the bin' })
    .click();
  await expect(studio.getByRole('heading', { name: 'No demonstrations yet' })).toBeVisible();
  await expect
    .poll(() => studio.evaluate(() => chrome.storage.local.get('memoryIndex')))
    .toEqual({ memoryIndex: [] });
  await studio.close();
});

test('does not delete or export what is being recorded', async ({ app, panel }) => {
  await startRecording(panel);
  const studio = await app.context.newPage();
  await studio.goto(getPageUrl(app, 'studio'));
  const row = studio.getByRole('list', { name: 'Demonstrations' }).getByRole('listitem');
  await expect(row).toContainText('recording');
  await expect(row.getByRole('button', { name: 'Export' })).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await studio.close();
});

test('merges a review from elsewhere, and lets a person decide where two disagree', async ({
  app,
  panel,
}) => {
  await storeCartVisit(panel);
  const studio = await openStudio(app);
  const row = findRows(studio);
  const timeline = studio.getByRole('complementary', { name: /Turns of/ });
  await row.getByRole('button', { name: CART_REQUEST, exact: true }).click();
  await expect(timeline.locator('[data-item]').first()).toBeVisible();
  await studio.keyboard.press('a');
  await expect(timeline.getByText('Approved', { exact: true })).toBeVisible();
  await studio.getByRole('button', { name: 'Back to the list' }).click();

  const { name, bytes } = await exportAs(app, row, 'Review');
  expect(name).toMatch(/-review.*\.json$/);
  const review = JSON.parse(bytes.toString('utf8')) as { edits: object[] };
  // Somebody else had the same recording, and did not see this judgement.
  const command = { kind: 'judge', status: 'rejected', comment: 'Ends too early' };
  const theirs = { ...review, edits: [{ id: 'theirs', at: 1, by: 'Ben', command }] };
  const file = { name: 'ben.json', bytes: Buffer.from(JSON.stringify(theirs)) };
  await chooseFiles(studio, [file]);
  await expect(
    studio.getByText(`One edit was added to “${CART_REQUEST}” from ben.json.`),
  ).toBeVisible();
  await expect(row).toContainText('1 conflict');

  await row.getByRole('button', { name: CART_REQUEST, exact: true }).click();
  const conflicts = timeline.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts).toContainText('Rejected: Ends too early');
  await expectAccessible(studio);
  await conflicts.getByRole('button', { name: 'Keep this by Ben' }).press('Enter');
  await expect(conflicts).toBeHidden();
  await expect(timeline.getByText('Rejected · Ben')).toBeVisible();
  await studio.reload();
  await expect(row).toContainText('Rejected');
  await expect(row).not.toContainText('conflict');

  const broken = { name: 'other.json', bytes: Buffer.from('{"format":"x"}') };
  await chooseFiles(studio, [broken]);
  await expect(studio.getByText(/other.json was not imported: .* is not a review/)).toBeVisible();
  await studio.close();
});

/** What was said in the newest demonstration, as scripts and exports get it. */
function readSaid(studio: Page): Promise<string[]> {
  return studio.evaluate(async () => {
    const { wayscribe } = globalThis;
    const [newest] = (await wayscribe?.demonstrations.list()) ?? [];
    const edited = await wayscribe?.demonstrations.get(newest?.demonstration.id ?? '');
    const turns = edited?.turns ?? [];
    return turns.flatMap(({ action }) => (action.intent === 'say' ? [action.utterance] : []));
  });
}

/** Finished downloads only. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.zip'));
  } catch {
    return [];
  }
}

/** The name of the first click's target in the newest demonstration. */
function readTarget(studio: Page): Promise<string | undefined> {
  return studio.evaluate(async () => {
    const { wayscribe } = globalThis;
    const [newest] = (await wayscribe?.demonstrations.list()) ?? [];
    const edited = await wayscribe?.demonstrations.get(newest?.demonstration.id ?? '');
    const click = edited?.turns.find(({ action }) => action.intent === 'click');
    return click?.kind === 'browser' ? click.element?.name : undefined;
  });
}
