/** Demonstrations that run again: made, edited and proved in Studio, run in the panel on pages that have changed. */
import type { Page } from '@playwright/test';
import { askCopilot } from '../scripts/ask-copilot.mjs';
import type { Automation } from '../src/app/automation.ts';
import type { Skill } from '../src/core/navigator/skill/skill.ts';
import { expectAccessible } from './fixtures/accessible.ts';
import { drawBoard } from './fixtures/board.ts';
import { endRecording, startRecording, waitForTurns } from './fixtures/recorded.ts';
import { recordShopVisit, storeShopVisit } from './fixtures/stored-demonstration.ts';
import { download } from './fixtures/studio.ts';
import { expect, test } from './fixtures/wayscribe.ts';

function readSkills(panel: Page): Promise<readonly Skill[]> {
  return panel.evaluate(() =>
    (globalThis as unknown as { wayscribe: Automation }).wayscribe.skills.list(),
  );
}

/** Makes the skill without Studio. */
async function makeSkill(panel: Page): Promise<void> {
  await panel.evaluate(async () => {
    const { demonstrations, skills } = (globalThis as unknown as { wayscribe: Automation })
      .wayscribe;
    const [newest] = await demonstrations.list();
    await skills.make(newest?.demonstration.id ?? '');
  });
}

test('makes a skill from a demonstration, edits it, proves it and exports it', async ({
  app,
  page,
  panel,
  practice,
}) => {
  test.setTimeout(90_000);
  await recordShopVisit(page, panel, `${practice.url}shop/`);
  const opened = app.context.waitForEvent('page');
  await panel.getByRole('button', { name: 'Make a skill' }).click();
  const studio = await opened;
  await studio.getByRole('checkbox', { name: 'Click Add to cart' }).waitFor();
  await expectAccessible(studio);

  await test.step('edits it like a recipe', async () => {
    const name = studio.getByRole('textbox', { name: 'Name' });
    await name.fill('Order the usual');
    await name.press('Enter');
    await expect(studio.getByRole('heading', { name: 'Order the usual' })).toBeVisible();
    const condition = studio.getByText('The page should be at /shop/product.html.');
    await expect(condition).toBeVisible();
    await studio.getByRole('button', { name: 'Remove the condition: be at /shop/product' }).click();
    await expect(condition).toBeHidden();
    const step = studio.getByRole('checkbox', { name: /^Press Enter/ });
    await step.uncheck();
    await expect(studio.getByText('Skipped: You switched it off.')).toBeVisible();
    await step.check();
    await expect(studio.getByText('Skipped:')).toBeHidden();
  });

  await studio.getByRole('combobox', { name: 'Runs' }).selectOption('1');
  await studio.getByRole('button', { name: 'Prove it' }).click();
  await expect(studio.getByText(/^1\/1 proved on/)).toBeVisible({ timeout: 30_000 });

  const [file] = await download(app, 1, () =>
    studio.getByRole('button', { name: 'JSON', exact: true }).click(),
  );
  await studio.getByRole('button', { name: 'Delete' }).click();
  await studio.getByRole('group').getByRole('button', { name: 'Delete' }).click();
  await expect(studio.getByText(/A skill is a demonstration that runs again/)).toBeVisible();
  const chooser = studio.getByLabel('Skills to import');
  const broken = { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await chooser.setInputFiles([broken]);
  await expect(studio.getByRole('alert')).toContainText('broken.json was not imported.');
  const whole = { ...broken, name: 'whole.json', buffer: file?.bytes ?? Buffer.from('') };
  await chooser.setInputFiles([whole]);
  await expect(studio.getByRole('button', { name: /^Order the usual.*1\/1 proved/ })).toBeVisible();
  await studio.close();
});

test('runs a skill by its words, asks for values in a form, and mends what is called otherwise', async ({
  page,
  panel,
  practice,
}) => {
  test.setTimeout(90_000);
  await storeShopVisit(page, panel, `${practice.url}shop/`);
  await makeSkill(panel);
  await page.goto(practice.url);
  const report = await askCopilot(panel, 'put 3 walnut lamps into the cart');
  expect(report.join('\n')).toContain('Added to cart: 3 × Walnut lamp');
  await expect(page.getByRole('status')).toContainText('Added to cart: 3 × Walnut lamp');

  await test.step('on a page that has changed', async () => {
    await page.route('**/product.html*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('Add to cart', 'Add to basket');
      await route.fulfill({ response, body });
    });
    await page.goto(practice.url);
    const changed = await askCopilot(panel, 'Put two walnut lamps into the cart');
    const mended = 'The page has changed: “Add to cart” is now called “Add to basket”.';
    expect(changed.join('\n')).toContain(mended);
    await expect(page.getByRole('status')).toContainText('Added to cart: 2 × Walnut lamp');
  });
});

test('stops where the page is another one, and learns the step that a person shows', async ({
  page,
  panel,
  practice,
}) => {
  test.setTimeout(90_000);
  await storeShopVisit(page, panel, `${practice.url}shop/`);
  await makeSkill(panel);
  await page.route('**/product.html*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll('Add to cart', 'Reserve')
      .replace(/id="add"/g, 'id="reserve"');
    await route.fulfill({ response, body });
  });
  await page.goto(practice.url);
  await panel.reload();
  await panel.getByRole('button', { name: 'Put two walnut lamps into the cart' }).click();
  await panel.getByRole('spinbutton', { name: 'Quantity' }).fill('1');
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  const card = panel.getByRole('group', { name: 'Stopped at: Click Add to cart' });
  await expect(card).toBeVisible({ timeout: 30_000 });
  await expect(card.getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('status')).not.toContainText('Added to cart');
  await card.getByRole('button', { name: 'Show me' }).click();
  // Only what is done from then on is noticed.
  const handBack = panel.getByRole('button', { name: 'Hand back' });
  await expect(handBack).toBeVisible();
  await page.getByRole('button', { name: 'Reserve' }).click();
  await expect(panel.getByRole('log')).toContainText('You: clicked Reserve');
  await handBack.click();
  await expect(panel.getByText('I learned where “Click Add to cart” is now.')).toBeVisible();
  const [skill] = await readSkills(panel);
  expect(skill?.steps.at(-1)?.target?.name).toBe('Reserve');
});

test('repeats a drag that a person recorded, with cards in another order', async ({
  page,
  panel,
}) => {
  const done = page.locator('.list').last();
  await drawBoard(page, ['Rent', 'Milk']);
  await startRecording(panel);
  await page.getByText('Milk').dragTo(done);
  await expect(done).toHaveText('Milk');
  await waitForTurns(panel, 'drag', 1);
  await endRecording(panel);
  await makeSkill(panel);
  const [skill] = await readSkills(panel);
  const named = skill?.steps.map(({ target, drop }) => [target?.name, drop?.name]);
  expect(named).toEqual([['Milk', 'Done']]);
  await drawBoard(page, ['Milk', 'Bread', 'Rent']);
  await panel.reload();
  await panel.getByRole('button', { name: skill?.name ?? '' }).click();
  await expect(done).toHaveText('Milk');
});
