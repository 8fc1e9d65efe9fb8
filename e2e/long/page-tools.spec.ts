/** A page's own tools for agents (WebMCP), with the browser's real API, which is behind a flag. */
import { mergeTests } from '@playwright/test';
import type { Automation } from '../../src/app/automation.ts';
import { writeWebmcp } from '../../src/core/formats/skill/export-webmcp.ts';
import { pair, readText, test as withAgents } from '../fixtures/agent.ts';
import { expect, test as connected } from '../fixtures/connected.ts';
import { openMadePage, send } from '../fixtures/conversation.ts';
import { endRecording, listActions, startRecording, stopRecording } from '../fixtures/recorded.ts';

const test = mergeTests(connected, withAgents);
test.use({ features: 'WebMCP' });

const SHOP = `<h1>Lamps</h1><p id="cart">The cart is empty</p><script>
  document.modelContext.registerTool({
    name: 'add_to_cart',
    description: 'Adds a product to the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, amount: { type: 'integer' } },
      required: ['product'],
    },
    execute({ product, amount = 1 }) {
      document.querySelector('#cart').textContent = amount + ' ' + product + ' in the cart';
      return { content: [{ type: 'text', text: 'Added' }] };
    },
  });
</script>`;

test('calls tools of a page after approval, records them, and makes tools of skills', async ({
  app,
  page,
  panel,
  practice,
  connect,
  startAgent,
}) => {
  await openMadePage(page, SHOP);
  const endpoint = await connect([
    `call_tool(tool="add_to_cart", input='{"product": "walnut lamp", "amount": 2}')`,
    'done(utterance="Two walnut lamps are in the cart.")',
  ]);
  await startRecording(panel);
  await send(panel, 'put two walnut lamps into the cart');
  const card = panel.getByRole('log').getByRole('group', { name: 'Use' });
  await expect(card).toContainText('use a tool that may change something');
  await expect(card).toContainText('product: walnut lamp, amount: 2');
  await expect(card.getByRole('button', { name: 'Always' })).toHaveCount(0);
  await expect(page.locator('#cart')).toHaveText('The cart is empty');
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.locator('#cart')).toHaveText('2 walnut lamp in the cart');
  await expect(panel.getByRole('log')).toContainText('the tool answered “Added”');
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();

  const [first, second] = endpoint.requests;
  const asked = JSON.stringify(first?.body);
  expect(asked).toContain('add_to_cart(product: string, amount?: integer): Adds a product');
  expect(JSON.stringify(second?.messages)).toContain('“2 walnut lamp in the cart” appeared');

  const recording = await stopRecording(panel);
  const [called] = listActions(recording);
  expect(called?.turn).toMatchObject({
    by: 'copilot',
    action: {
      intent: 'callTool',
      tool: 'add_to_cart',
      input: '{"product":"walnut lamp","amount":2}',
    },
    receipt: { verdict: 'changed', tool: { state: 'answered', text: 'Added' } },
  });
  expect(called?.turn).toHaveProperty('snapshot.frames.0.url', page.url());

  await test.step('without a model only by its exact name, and not without what it needs', async () => {
    await panel.evaluate(() => chrome.storage.local.remove('endpoint'));
    await expect(panel.getByText('Connected: ')).toHaveCount(0);
    await send(panel, 'use the tool add to cart');
    await expect(panel.getByRole('log')).toContainText('also needs: product');
    await send(panel, 'use the tool add to cart with product: oak lamp');
    await expect(page.locator('#cart')).toHaveText('1 oak lamp in the cart');
  });

  await test.step('an agent outside the browser calls one after approval', async () => {
    const agent = await startAgent('Tool user');
    await pair(app, panel, agent, 'Tool user');
    await page.bringToFront();
    const looking = agent.call('look');
    await panel
      .getByRole('group', { name: 'Let Tool user work on' })
      .getByRole('button', { name: 'Allow once' })
      .click();
    expect(readText(await looking)).toContain('add_to_cart(product: string, amount?: integer)');
    const calling = agent.call('act', {
      action: 'call_tool',
      tool: 'add_to_cart',
      input: '{"product": "ash lamp", "amount": 3}',
    });
    const last = panel.getByRole('log').getByRole('group', { name: 'Use' }).last();
    await expect(last).toContainText('product: ash lamp, amount: 3');
    await expect(page.locator('#cart')).toHaveText('1 oak lamp in the cart');
    await last.getByRole('button', { name: 'Allow once' }).click();
    expect((await calling).structuredContent).toMatchObject({
      outcome: 'done',
      receipt: { verdict: 'changed', tool: { state: 'answered', text: 'Added' } },
    });
    await expect(page.locator('#cart')).toHaveText('3 ash lamp in the cart');
    await agent.client.close();
    await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  });

  await test.step('a skill’s webmcp.js registers a tool that does what was recorded', async () => {
    await page.goto(`${practice.url}todo/`);
    await panel.getByRole('button', { name: 'Close; it stays in Demonstrations' }).click();
    await startRecording(panel);
    await panel.getByRole('button', { name: 'I act' }).click();
    await page.getByLabel('New task').click();
    await page.keyboard.type('buy milk');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 task left')).toBeVisible();
    await endRecording(panel);
    const skill = await panel.evaluate(async () => {
      const { demonstrations, skills } = (globalThis as unknown as { wayscribe: Automation })
        .wayscribe;
      const [newest] = await demonstrations.list();
      return (await skills.make(newest?.demonstration.id ?? '')).skill;
    });
    const { code = '' } = writeWebmcp({ ...skill, name: 'Add a task' }) ?? {};
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.addScriptTag({ content: code, type: 'module' });
    await panel.getByRole('button', { name: 'Close; it stays in Demonstrations' }).click();
    await panel.getByRole('button', { name: 'Copilot acts' }).click();
    await send(panel, 'use the tool add a task');
    await expect(page.getByRole('listitem')).toHaveText(['buy milk×']);
    await expect(panel.getByRole('log')).toContainText('the tool answered “Done: ');
  });
});
