/** When two things fit equally well the navigator asks, and the answer continues the request. */
import { askCopilot, listEntries, readOutcome } from '../scripts/ask-copilot.mjs';
import { send } from './fixtures/conversation.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ page, practice }) => {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${practice.url}shop/`);
});

test('asks which of several elements is meant, and continues with a clicked answer', async ({
  page,
  panel,
}) => {
  await askCopilot(panel, 'click Add to cart, then click Notes');
  const card = panel.getByRole('group', { name: /fit “Add to cart”. Which one\?/ });
  await expect(card.getByRole('button').first()).toBeVisible();
  await expect(page.locator('#cart-count')).toHaveText('0');
  const known = (await listEntries(panel)).length;
  await card.getByRole('button', { name: 'Add to cart (Walnut lamp)' }).click();
  const reported = await readOutcome(panel, known);
  await expect(page).toHaveURL(/\/notes\/$/);
  await expect(page.locator('#cart-count')).toHaveText('1');
  expect(reported).toEqual([
    expect.stringMatching(/^Click Add to cart \(Walnut lamp\).*done/),
    expect.stringMatching(/^Click Notes.*done/),
  ]);
  await expect(card.getByRole('button', { name: 'Add to cart (Walnut lamp)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('takes a typed answer', async ({ page, panel }) => {
  await askCopilot(panel, 'click Add to cart');
  await askCopilot(panel, 'the second one');
  await expect(page.getByText('Added to cart: Walnut lamp (1 in the cart)')).toBeVisible();
  await expect(panel.getByText('You answered: the second one')).toBeVisible();
  await askCopilot(panel, 'click Add to cart');
  // None of the answers shown.
  await askCopilot(panel, 'Travel mug');
  await expect(page.getByText('Added to cart: Travel mug (2 in the cart)')).toBeVisible();
  // What has to be saved is offered.
  await page.evaluate(() =>
    document.body.insertAdjacentHTML(
      'beforeend',
      '<section><h2>Mail</h2><label><input type="checkbox">Offers by mail</label><button onclick="this.textContent = \'Saved\'">Save</button></section>',
    ),
  );
  const offered = await askCopilot(panel, 'tick Offers by mail');
  expect(offered.at(-1)).toContain('Shall I press “Save”?');
  await askCopilot(panel, 'yes');
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
});

test('highlights an option’s element, asks again on an unclear answer, and cancels on request', async ({
  page,
  panel,
}) => {
  await askCopilot(panel, 'click Add to cart');
  const answer = panel.getByRole('button', { name: 'Add to cart (Walnut lamp)' });
  const before = await page.screenshot();
  await answer.hover();
  await expect.poll(async () => before.equals(await page.screenshot())).toBe(false);
  const reported = await askCopilot(panel, 'the purple one with wings');
  expect(reported.join('\n')).toContain('is none of these');
  expect(reported.at(-1)).toContain('Which one?');
  await expect(page.locator('#cart-count')).toHaveText('0');
  await send(panel, 'never mind');
  await expect(panel.getByRole('log').getByText('OK, cancelled.')).toBeVisible();
  await expect(page.locator('#cart-count')).toHaveText('0');
  await expect(answer.last()).toBeDisabled();
});

test('prefers a new or pressable element to another of the same name', async ({ page, panel }) => {
  const body = `<output></output>
    <button onclick="say('old edit')">Edit</button>
    <button onclick="document.querySelector('#menu').hidden = false">More</button>
    <div id="menu" role="menu" hidden><button role="menuitem" onclick="say('edit of the menu')">Edit</button></div>
    <p><button onclick="say('covered')">Send</button></p>
    <div style="position: fixed; inset: auto 0 0 0; height: 70%; background: Canvas">
      <button onclick="say('on top')">Send</button></div>
    <script>function say(text) { document.querySelector('output').textContent = text }</script>`;
  await page.route('**/namesakes', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Twins</title>${body}` }),
  );
  await page.goto('http://namesakes.example/namesakes');
  await page.locator('p').evaluate((paragraph) => (paragraph.style.marginTop = '60vh'));
  await askCopilot(panel, 'click More, then click Edit');
  await expect(page.locator('output')).toHaveText('edit of the menu');
  await askCopilot(panel, 'click Send');
  await expect(page.locator('output')).toHaveText('on top');
});
