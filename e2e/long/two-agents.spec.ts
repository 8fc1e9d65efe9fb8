/** Two agents outside the browser at one side panel: one has the tab, and each has its own pairing and permissions. */
import { getPageUrl } from '../../scripts/panel.mjs';
import { expect, findName, pair, readText, test } from '../fixtures/agent.ts';
import { openMadePage } from '../fixtures/conversation.ts';

const SHOP = '<h1>Lamps</h1><button onclick="document.title += \' added\'">Add to cart</button>';

test('of two agents one has the tab, and each is asked about, stopped and revoked by itself', async ({
  app,
  page,
  panel,
  startAgent,
}) => {
  await openMadePage(page, SHOP);
  const first = await startAgent('First');
  await pair(app, panel, first, 'First');
  const second = await startAgent('Second', first.folder);
  await pair(app, panel, second, 'Second');
  await page.bringToFront();
  const entry = (name: string) => panel.getByRole('group', { name: `Let ${name} work on` });

  await test.step('the second is refused while the first has the tab', async () => {
    const looking = first.call('look');
    await entry('First').getByRole('button', { name: 'For this task' }).click();
    expect(readText(await looking)).toContain('button "Add to cart"');
    await expect(panel.getByText('First has this tab')).toBeVisible();
    await expect(panel.getByText('Second is connected')).toBeVisible();
    for (const [tool, input] of [
      ['look', {}],
      ['act', { action: 'click', uid: 'e1' }],
      ['record_start', { task: 'Mine' }],
    ] as const) {
      const refused = await second.call(tool, input);
      expect(refused.isError).toBe(true);
      expect(readText(refused)).toContain('Another run works in this browser window');
    }
    await expect(page).toHaveTitle('Made page');
    expect((await first.call('look')).isError).toBeUndefined();
  });

  await test.step('Stop holds for the one that had the tab; the other is asked about by itself', async () => {
    await panel.getByRole('button', { name: 'Stop copilot' }).click();
    await expect(panel.getByText('First is stopped')).toBeVisible();
    const looking = second.call('look');
    // What the first was allowed doesn't hold for the second.
    await entry('Second').getByRole('button', { name: 'For this task' }).click();
    const look = readText(await looking);
    await expect(panel.getByText('Second has this tab')).toBeVisible();
    const added = await second.call('act', { action: 'click', uid: findName(look, /Add/) });
    expect(added.isError).toBeUndefined();
    await expect(page).toHaveTitle('Made page added');
    expect(readText(await first.call('look'))).toContain('The person stopped you');
  });

  await test.step('an agent that goes away leaves the other at work', async () => {
    await first.client.close();
    await expect(panel.getByText('First is')).toBeHidden();
    expect((await second.call('look')).isError).toBeUndefined();
    await expect(panel.getByText('Second has this tab')).toBeVisible();
  });

  await test.step('revoking the one that has the tab gives the tab to the other', async () => {
    const again = await startAgent('First', first.folder);
    await expect(panel.getByText('First is connected')).toBeVisible();
    const settings = await app.context.newPage();
    await settings.goto(`${getPageUrl(app, 'settings')}#agents`);
    await settings.getByRole('button', { name: 'Revoke Second' }).click();
    await settings.close();
    await expect(panel.getByText(/^Second (?:has|is)/)).toHaveCount(0);
    await page.bringToFront();
    await expect.poll(async () => readText(await again.call('tabs'))).toContain('[in front]');
    expect((await again.call('look')).isError).toBeUndefined();
    await expect(panel.getByText('First has this tab')).toBeVisible();
    expect(readText(await second.call('look'))).toContain('Wayscribe is not connected');
  });
});

test('asks separately about two agents of one name', async ({ app, page, panel, startAgent }) => {
  await openMadePage(page, SHOP);
  for (const _ of ['first', 'second']) {
    const twin = await startAgent('Twin');
    await pair(app, panel, twin, 'Twin');
    await page.bringToFront();
    const looking = twin.call('look');
    const entry = panel.getByRole('group', { name: 'Let Twin work on' }).last();
    await entry.getByRole('button', { name: 'For this task' }).click();
    expect((await looking).isError).toBeUndefined();
    await twin.client.close();
    await expect(panel.getByText('Twin is connected')).toBeHidden();
  }
});
