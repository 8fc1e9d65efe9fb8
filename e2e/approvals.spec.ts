/** Nothing that cannot be taken back is done unasked, and the user's answer is what counts. */
import type { Page } from '@playwright/test';
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { getPageUrl } from '../scripts/panel.mjs';
import {
  expect,
  findUid,
  sendAndDecide,
  sendAs,
  describeApprovals,
  test,
} from './fixtures/connected.ts';
import { openMadePage, send } from './fixtures/conversation.ts';

const BUTTONS = `<h1>Order 1042</h1>
  <button onclick="document.title += ' paid'">Pay now</button>
  <button onclick="document.title += ' deleted'">Delete</button>
  <a href="http://other.test/">Partner</a>`;

test.beforeEach(async ({ page }) => {
  await page.route('http://*.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Other</title><button>More</button>' }),
  );
  await openMadePage(page, BUTTONS);
});

function findCard(panel: Page) {
  return panel.getByRole('log').getByRole('group', { name: 'Click' });
}

/** What a model replies that presses an element in each of three rounds. */
function deleteThrice(uid: string): string[] {
  const round = [`click(uid="${uid}")`, 'say(speaker="navigator", utterance="Tidied.")'];
  return [...round, ...round, ...round];
}

test('asks before spending money even on a direct command, and respects the answer', async ({
  page,
  panel,
}) => {
  await send(panel, 'click Pay now');
  const card = findCard(panel);
  await expect(card).toContainText('It would buy or pay on');
  await expect(card.getByRole('button', { name: 'Always' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Don’t allow' }).click();
  await expect(card).toContainText('Not allowed, not done');
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  await expect(page).toHaveTitle('Made page');

  await send(panel, 'click Pay now');
  await card.last().getByRole('button', { name: 'Allow once' }).click();
  await expect(page).toHaveTitle('Made page paid');
});

test('Esc stops a run that waits for approval, and nothing is done', async ({ page, panel }) => {
  await send(panel, 'click Pay now');
  await expect(findCard(panel).getByRole('button', { name: 'Allow once' })).toBeVisible();
  await panel.keyboard.press('Escape');
  await expect(findCard(panel)).toContainText('Stopped, not done');
  await expect(findCard(panel).getByRole('button')).toHaveCount(0);
  await expect(panel.getByRole('log').getByText('I did nothing on the page')).toBeVisible();
  await expect(page).toHaveTitle('Made page');
});

test('counts a named button as approval, but not a model’s choice', async ({
  app,
  connect,
  page,
  panel,
}) => {
  const reported = await askCopilot(panel, 'click Delete');
  expect(reported.join()).not.toContain('It would');
  await expect(page).toHaveTitle('Made page deleted');

  const uid = await findUid(app, panel, page, 'Delete');
  await connect([`click(uid="${uid}")`, 'say(speaker="navigator", utterance="Never mind.")']);
  const events = await sendAs(app, panel, page, 'tidy up', 'deny');
  expect(describeApprovals(events)).toEqual(['asked: delete']);
  await expect(page).toHaveTitle('Made page deleted');
});

test('does not press an element whose text changed after the page was read', async ({
  connect,
  page,
  panel,
}) => {
  await openMadePage(
    page,
    `<div style="cursor: pointer">Save the draft</div>
     <script>document.querySelector('div').addEventListener('click', () => (document.title = 'done'));</script>`,
  );
  await connect([
    async (request) => {
      await page.locator('body > div').evaluate((div) => (div.textContent = 'Delete the account'));
      const prompt = request.messages.map(({ content }) => content).join('\n');
      const uid = /\(uid = ([\w-]+)\)[^\n]*Save the draft/.exec(prompt)?.[1] ?? 'none';
      return `click(uid="${uid}")`;
    },
    'say(speaker="navigator", utterance="Left alone.")',
  ]);
  const reported = await askCopilot(panel, 'save my draft');
  expect(reported.join()).toContain('“Delete the account”, where it was “Save the draft”');
  expect(reported.at(-1)).toContain('Left alone.');
  await expect(page).not.toHaveTitle('done');
});

test('“Always” holds on this site until it is revoked in Settings', async ({
  app,
  connect,
  page,
  panel,
}) => {
  await connect(deleteThrice(await findUid(app, panel, page, 'Delete')));
  expect(describeApprovals(await sendAndDecide(app, panel, page, 'tidy up', 'always'))).toEqual([
    'asked: delete',
    'acted',
  ]);
  expect(describeApprovals(await sendAs(app, panel, page, 'tidy up', 'deny'))).toEqual(['acted']);

  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const allowed = settings.getByRole('region', { name: 'Always allowed' });
  await expect(allowed).toContainText(
    `Delete or cancel by clicking, on ${new URL(page.url()).host}`,
  );
  await allowed.getByRole('button', { name: 'Revoke' }).click();
  await expect(allowed).toContainText('Nothing.');
  await settings.close();
  expect(describeApprovals(await sendAs(app, panel, page, 'tidy up', 'deny'))).toEqual([
    'asked: delete',
  ]);
});

test('“For this task” holds until it is taken back on its card', async ({
  app,
  connect,
  page,
  panel,
}) => {
  await connect(deleteThrice(await findUid(app, panel, page, 'Delete')));
  await send(panel, 'tidy up');
  const card = findCard(panel).filter({ hasText: /It would delete|Allowed for this task/ });
  await card.getByRole('button', { name: 'For this task' }).click();
  await expect(page).toHaveTitle('Made page deleted');
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();

  await send(panel, 'tidy up');
  await expect(page).toHaveTitle('Made page deleted deleted');
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  await expect(card).toHaveCount(1);

  await card.getByRole('button', { name: 'Revoke' }).click();
  await expect(card).toContainText('then revoked');
  await send(panel, 'tidy up');
  await expect(card).toHaveCount(2);
  await card.last().getByRole('button', { name: 'Don’t allow' }).click();
  await expect(card.last()).toContainText('Not allowed, not done');
  await expect(page).toHaveTitle('Made page deleted deleted');
});

test('follows rules set to “Never” or “Allow” in Settings', async ({
  app,
  connect,
  page,
  panel,
}) => {
  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const rule = settings.getByLabel('Delete or cancel');
  const uid = await findUid(app, panel, page, 'Delete');
  const end = 'say(speaker="navigator", utterance="So be it.")';
  await connect([`click(uid="${uid}")`, end, `click(uid="${uid}")`, end]);
  await rule.selectOption('deny');
  await expect(rule).toHaveValue('deny');
  expect(describeApprovals(await sendAs(app, panel, page, 'tidy up', 'once'))).toEqual([
    'forbidden',
  ]);
  await expect(page).toHaveTitle('Made page');
  await rule.selectOption('allow');
  await expect(rule).toHaveValue('allow');
  expect(describeApprovals(await sendAs(app, panel, page, 'tidy up', 'deny'))).toEqual(['acted']);
  await settings.close();
});

test('checks excluded sites in Settings, and blocks links, addresses and redirects to them', async ({
  app,
  page,
  panel,
}) => {
  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const never = settings.getByLabel('Never work on');
  await never.fill('not a site');
  await settings.getByRole('button', { name: 'Save: sites' }).click();
  await expect(settings.getByText('“not a site” is no site')).toBeVisible();
  await never.fill('*.other.test');
  await settings.getByRole('button', { name: 'Save: sites' }).click();
  await expect(settings.getByText('Saved.')).toBeVisible();
  await settings.close();

  const here = page.url();
  const link = await sendAs(app, panel, page, 'click Partner', 'once');
  expect(describeApprovals(link)).toEqual(['forbidden']);
  const address = await sendAs(app, panel, page, 'open http://www.other.test/x', 'once');
  expect(describeApprovals(address)).toEqual(['forbidden']);
  expect(page.url()).toBe(here);

  await openMadePage(page, '<button onclick="location = \'http://other.test/\'">Go on</button>');
  const led = await sendAs(app, panel, page, 'click Go on, then click More', 'once');
  expect(describeApprovals(led)).toEqual(['acted']);
  expect(JSON.stringify(led)).toContain('on your list of blocked sites');
  const there = await sendAs(app, panel, page, 'click More', 'once');
  expect(describeApprovals(there)).toEqual([]);
});

test('another element can be picked instead, and the recording saves what was refused', async ({
  page,
  panel,
}) => {
  await openMadePage(
    page,
    `<button onclick="document.title = 'draft'">Save draft</button>
     <button onclick="document.title = 'copy'">Save copy</button>`,
  );
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await askCopilot(panel, 'click Save draft');
  await expect(page).toHaveTitle('draft');
  const log = panel.getByRole('log');
  await log.getByRole('article').last().getByRole('button', { name: 'Details' }).click();
  const other = log.locator('li').filter({ hasText: 'Save copy' });
  await other.getByRole('button', { name: 'Use this instead' }).click();
  await expect(page).toHaveTitle('copy');
  await expect(log.getByText('Use “Save copy” instead')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  const readRefused = (): Promise<(string | undefined)[]> =>
    panel.evaluate(async () => {
      const { wayscribe } = globalThis;
      const [demonstration] = (await wayscribe?.demonstrations.list()) ?? [];
      const kept = await wayscribe?.demonstrations.get(demonstration?.demonstration.id ?? '');
      const clicks = kept?.turns.filter(({ action }) => action.intent === 'click') ?? [];
      return clicks.map((turn) =>
        turn.kind === 'browser' ? turn.refused?.map(({ intent }) => intent).join() : undefined,
      );
    });
  await expect.poll(readRefused).toEqual([undefined, 'click']);
});
