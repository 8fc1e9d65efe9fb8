/** Pages whose parts live in documents and trees of their own, and inputs that a framework controls. */
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { expect, test } from './fixtures/wayscribe.ts';

test('works in frames: same-origin, cross-origin, nested, srcdoc', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}frames/`);
  const booking = page.frameLocator('iframe[title="Booking form"]');
  const partner = page.frameLocator('iframe[title="Partner"]');
  await askCopilot(panel, 'choose 4 guests under Guests');
  await expect(booking.getByLabel('Guests')).toHaveValue('4');
  await askCopilot(panel, 'click Show a sample');
  await expect(partner.getByRole('status')).toContainText('Why water temperature matters');
  await askCopilot(panel, 'type ada@example.com in Your email');
  const newsletter = partner.frameLocator('iframe[title="Newsletter form"]');
  await expect(newsletter.getByLabel('Your email')).toHaveValue('ada@example.com');
  await askCopilot(panel, 'choose Mint tea, then click Vote');
  await expect(page.frameLocator('iframe[title="Poll"]').getByRole('status')).toHaveText(
    'You voted for Mint tea',
  );
});

test('works in open, closed and nested shadow roots', async ({ page, panel, practice }) => {
  await page.goto(`${practice.url}frames/`);
  await askCopilot(panel, 'click 4 stars');
  await expect(page.locator('#status')).toHaveText('You gave 4 of 5 stars');
  const reported = await askCopilot(
    panel,
    'click Sage, then click More mugs, then click Order mugs',
  );
  await expect(page.locator('#status')).toHaveText('Ordered: 2 sage mugs');
  expect(reported[0]).toMatch(/^Click Sage.*done/);
});

test('fills controlled React inputs so that React notices', async ({ page, panel, practice }) => {
  await page.goto(`${practice.url}react/`);
  await askCopilot(
    panel,
    'type Ada Lovelace in Name, then type ada@example.com in Email, then choose Team under Plan, then turn on Newsletter',
  );
  await expect(page.getByTestId('name')).toHaveText('Ada Lovelace');
  await expect(page.getByTestId('email')).toHaveText('ada@example.com');
  await expect(page.getByTestId('plan')).toHaveText('Team');
  await expect(page.getByTestId('newsletter')).toHaveText('On');
  await askCopilot(panel, 'click the Sign up button');
  await expect(page.locator('#status')).toHaveText(
    'Signed up: Ada Lovelace, ada@example.com, Team plan, with the newsletter',
  );
});

test('writes in a rich editor and uses a menu that opens on press', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}notes/`);
  await askCopilot(panel, 'click New note, then type Buy green tea in Note text');
  await expect(page.getByRole('textbox', { name: 'Note text' })).toHaveText('Buy green tea');
  await expect(page.locator('#status')).toHaveText('Saved: Untitled, 3 words');
  await page.goto(`${practice.url}lists/`);
  await askCopilot(panel, 'click Actions, then click Mark all as shipped');
  await expect(page.locator('#status')).toHaveText('5 orders are marked as shipped');
});
