/** An agent outside the browser works in the person's tab: paired, asked about, shown, stopped and recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import WebSocket from 'ws';
import { CLOSE_CODES, EXTENSION_ORIGIN, LINK_PATH } from '../src/core/agent/protocol.ts';
import { findTabId, getPageUrl } from '../scripts/panel.mjs';
import { expect, findName, pair, readText, test } from './fixtures/agent.ts';
import { openMadePage, send } from './fixtures/conversation.ts';

const SHOP = `<h1>Lamps</h1>
  <label>Search <input type="search"></label>
  <button onclick="document.title += ' added'">Add to cart</button>
  <button onclick="document.title += ' deleted'">Delete account</button>
  <button onclick="document.title += ' paid'">Pay now</button>
  <p>The walnut lamp costs 40 euros and ships in two days.</p>`;
/** Typed in two hundred pieces, each of which keeps the page busy: ten seconds unless stopped. */
const TEXT = 'all work and no play '.repeat(20).trim();
const SLOW_FIELD = `<label>Notes <textarea></textarea></label><script>
    document.querySelector('textarea').addEventListener('input', () => {
      for (const until = performance.now() + 50; performance.now() < until;);
    });
  </script>`;

test('pairs, asks before it works on a site, looks, acts, reads and reports receipts', async ({
  app,
  page,
  panel,
  startAgent,
}) => {
  await openMadePage(page, SHOP);
  const agent = await startAgent('Test agent');
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tabs', 'look', 'act', 'read', 'screenshot', 'export']),
  );
  await pair(app, panel, agent, 'Test agent');
  await page.bringToFront();

  // The host only, before the person has allowed the site.
  const { host } = new URL(page.url());
  const tabs = readText(await agent.call('tabs'));
  expect(tabs).toContain(`${host} [in front]`);
  expect(tabs).not.toContain('Made page');

  const looking = agent.call('look', { task: 'Find a lamp' });
  const entry = panel.getByRole('group', { name: 'Let Test agent work on' });
  await expect(entry).toContainText('would read and use');
  await expect(panel.getByText('Test agent has this tab')).toBeVisible();
  await entry.getByRole('button', { name: 'Allow once' }).click();
  const look = readText(await looking);
  expect(look).toContain('searchbox "Search"');
  await expect(panel.getByRole('log')).toContainText('Test agent: Find a lamp');

  await test.step('acts by name, with the receipt', async () => {
    const typed = await agent.call('act', {
      action: 'text_input',
      text: 'walnut',
      uid: findName(look, /searchbox/),
    });
    expect(typed.structuredContent).toMatchObject({
      outcome: 'done',
      receipt: { verdict: 'changed', asAsked: true },
    });
    await expect(page.getByLabel('Search')).toHaveValue('walnut');
    const unknown = await agent.call('act', { action: 'click', uid: 'e999' });
    expect(unknown.isError).toBe(true);
    expect(readText(unknown)).toContain('not in the list of elements');
  });

  await test.step('ranks by a query, and quotes the page', async () => {
    const found = readText(await agent.call('look', { query: 'put it into the cart', k: 1 }));
    expect(found).toContain('button "Add to cart"');
    expect(findName(found, /Add to cart/)).toBe(findName(look, /Add to cart/));
    const said = readText(await agent.call('read', { question: 'What does the lamp cost?' }));
    expect(said).toContain('The walnut lamp costs 40 euros and ships in two days.');
    const shot = await agent.call('screenshot');
    expect(shot.content).toContainEqual(expect.objectContaining({ mimeType: 'image/jpeg' }));
  });

  await test.step('asks before what can’t be taken back', async () => {
    const uid = findName(look, /Delete account/);
    const deleting = agent.call('act', { action: 'click', uid });
    const card = panel.getByRole('group', { name: 'Click' });
    await card.getByRole('button', { name: 'Don’t allow' }).click();
    expect(readText(await deleting)).toContain('did not allow it');
    await expect(page).toHaveTitle('Made page');
  });

  await test.step('Stop ends the run, and holds until the person allows the agent again', async () => {
    await panel.getByRole('button', { name: 'Stop copilot' }).click();
    await expect(panel.getByText('Test agent is stopped')).toBeVisible();
    expect(readText(await agent.call('look'))).toContain('The person stopped you');
    await panel.getByRole('button', { name: 'Let it go on' }).click();
    expect((await agent.call('look')).isError).toBeUndefined();
  });

  await test.step('what the person did after taking over is reported', async () => {
    await panel.getByRole('button', { name: 'Take over' }).click();
    const waiting = agent.call('look');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(panel.getByRole('log')).toContainText('You: clicked Add to cart');
    await panel.getByRole('button', { name: 'Hand back' }).click();
    expect(readText(await waiting)).toMatch(/took over and handed back.*clicked/i);
  });
});

test('records what the agent does under its name, and exports only that', async ({
  app,
  page,
  panel,
  startAgent,
}) => {
  await openMadePage(page, SHOP);
  const agent = await startAgent('Recorder');
  await pair(app, panel, agent, 'Recorder');
  await page.bringToFront();
  expect(readText(await agent.call('export'))).toContain('You recorded no such demonstration');
  const starting = agent.call('record_start', { task: 'Put the lamp into the cart' });
  await panel.getByRole('button', { name: 'For this task' }).click();
  expect(readText(await starting)).toBe('Recording.');
  const look = readText(await agent.call('look'));
  const added = await agent.call('act', { action: 'click', uid: findName(look, /Add to cart/) });
  expect(added.isError).toBeUndefined();
  await expect(page).toHaveTitle('Made page added');
  const stopped = await agent.call('record_stop');
  const { demonstration } = stopped.structuredContent as { demonstration: string };

  const stored = await panel.evaluate(async (id) => {
    if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
    const { form, turns } = await globalThis.wayscribe.demonstrations.get(id);
    return { name: form.navigatorName, turns: turns.map((turn) => [turn.kind, turn.by]) };
  }, demonstration);
  expect(stored.name).toBe('Recorder');
  expect(stored.turns).toContainEqual(['say', 'person']);
  expect(stored.turns).toContainEqual(['browser', 'copilot']);

  const exported = await agent.call('export', { format: 'archive' });
  const { path } = exported.structuredContent as { path: string };
  expect(path.startsWith(join(agent.folder, 'out'))).toBe(true);
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');

  await test.step('runs a skill that was made of it', async () => {
    await panel.evaluate((id) => globalThis.wayscribe?.skills.make(id), demonstration);
    await openMadePage(page, SHOP);
    expect(readText(await agent.call('skills'))).toContain('“Put the lamp into the cart”');
    expect((await agent.call('run_skill', { skill: 'Sweep the floor' })).isError).toBe(true);
    const ran = await agent.call('run_skill', { skill: 'put the lamp into the cart' });
    expect(readText(ran)).toMatch(/^Done\./);
    await expect(page).toHaveTitle('Made page added');
  });
});

test('refuses strangers and replayed tokens, rotates tokens, and gives the tab back', async ({
  app,
  page,
  panel,
  startAgent,
}) => {
  await openMadePage(page, SHOP);
  const agent = await startAgent('Strict');
  const { port } = agent;
  await test.step('a page of another origin can’t dial', async () => {
    const refusal = await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const socket = new WebSocket(address);
          socket.onopen = () => resolve('open');
          socket.onclose = () => resolve('closed');
        }),
      `ws://127.0.0.1:${port}${LINK_PATH}`,
    );
    expect(refusal).toBe('closed');
  });
  await pair(app, panel, agent, 'Strict');
  const first = await readTokens(agent.folder);

  await test.step('the token changes at every connection, and an old one is refused', async () => {
    await panel.reload();
    await expect(panel.getByText('Strict is connected')).toBeVisible();
    const second = await readTokens(agent.folder);
    expect(second).not.toEqual(first);
    const { id } = readRecord(agent.folder);
    expect(await dialWith(port, { pairing: id, key: 'of an old token' })).toBe(CLOSE_CODES.refused);
    expect(await dialWith(port, { pairing: null, key: '' }, 'wrong')).toBe(CLOSE_CODES.refused);
    expect(await dialWith(port, null)).toBe(CLOSE_CODES.refused);
  });

  await test.step('an agent that vanishes while it is asked about leaves the person’s next run', async () => {
    await page.bringToFront();
    for (const tool of ['look', 'tabs', 'look']) void agent.call(tool).catch(() => undefined);
    await expect(panel.getByRole('group', { name: 'Let Strict work on' })).toBeVisible();
    process.kill(agent.transport.pid ?? 0, 'SIGKILL');
    await send(panel, 'click Pay now');
    await allowPayment(page, panel);
    await expect(panel.getByRole('log')).toContainText('I did nothing on the page');
  });

  await test.step('an agent that vanishes while it acts leaves the run that replaced its own', async () => {
    await openMadePage(page, SHOP + SLOW_FIELD);
    const again = await startAgent('Strict', agent.folder);
    await expect(panel.getByText('Strict is connected')).toBeVisible();
    const looking = again.call('look');
    await panel.getByRole('button', { name: 'For this task' }).click();
    const uid = findName(readText(await looking), /Notes/);
    void again.call('act', { action: 'text_input', text: TEXT, uid }).catch(() => undefined);
    const notes = page.getByLabel('Notes');
    await expect.poll(async () => (await notes.inputValue()).length).toBeGreaterThan(4);
    // A script can begin a run at once; the message box waits until the agent's run has ended.
    const tabId = await findTabId(app, page);
    await panel.evaluate(
      (id) => void globalThis.wayscribe?.copilot.send('click Pay now', { tabId: id }),
      tabId,
    );
    process.kill(again.transport.pid ?? 0, 'SIGKILL');
    await allowPayment(page, panel);
    expect((await notes.inputValue()).length).toBeLessThan(TEXT.length);
  });

  await test.step('it connects again by itself, until it is revoked in Settings', async () => {
    const again = await startAgent('Strict', agent.folder);
    await expect(panel.getByText('Strict is connected')).toBeVisible();
    const settings = await app.context.newPage();
    await settings.goto(`${getPageUrl(app, 'settings')}#agents`);
    await expect(settings.getByRole('heading', { name: 'Agents', exact: true })).toBeInViewport();
    await settings.getByRole('button', { name: 'Revoke Strict' }).click();
    await expect(panel.getByText('Strict is connected')).toBeHidden();
    await settings.close();
    expect(readText(await again.call('look'))).toContain('Wayscribe is not connected');
    await expect.poll(() => readRecord(agent.folder).tokens).toEqual([]);
  });
});

/** The run waits for an answer until the agent has vanished, and then does what it was asked. */
async function allowPayment(page: Page, panel: Page): Promise<void> {
  await expect(panel.getByText(/^Strict (?:has|is)/)).toHaveCount(0);
  const card = panel.getByRole('group', { name: 'Click' });
  await card.last().getByRole('button', { name: 'Allow once' }).click();
  await expect(page).toHaveTitle('Made page paid');
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
}

interface AgentRecord {
  id: string;
  tokens: string[];
}

function readRecord(folder: string): AgentRecord {
  const path = join(folder, 'agents.json');
  const all = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, AgentRecord>)
    : {};
  return Object.values(all)[0] ?? { id: '', tokens: [] };
}

/** Waits until the browser has confirmed its token. */
async function readTokens(folder: string): Promise<string[]> {
  await expect.poll(() => readRecord(folder).tokens.length).toBe(1);
  return readRecord(folder).tokens;
}

/** Dials as the extension would; `proof` is what follows the server's challenge. Returns how the server closed it. */
function dialWith(
  port: number,
  hello: { pairing: string | null; key: string } | null,
  proof = '',
): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${LINK_PATH}`, {
      origin: EXTENSION_ORIGIN,
    });
    const first = hello ? { type: 'hello', version: 1, nonce: 'n', ...hello } : 'no message';
    socket.on('open', () => socket.send(JSON.stringify(first)));
    socket.on('message', () => socket.send(JSON.stringify({ type: 'proof', proof })));
    socket.on('close', (code) => resolve(code));
  });
}
