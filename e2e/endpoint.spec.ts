/** The copilot with a model endpoint, over real HTTP, and the page where one is set. */
import { askCopilot, listEntries } from '../scripts/ask-copilot.mjs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { getPageUrl } from '../scripts/panel.mjs';
import type { Script, ScriptedRequest } from './fixtures/scripted-endpoint.ts';
import { startScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { expect, test as base } from './fixtures/wayscribe.ts';

const KEY = 'sk-secret-of-the-test';

interface EndpointFixtures {
  /** Starts an endpoint with these replies and sets it, as the settings page would. */
  connect: (script: Script) => Promise<{ requests: ScriptedRequest[]; baseUrl: string }>;
}

const test = base.extend<EndpointFixtures>({
  connect: async ({ panel }, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (script) => {
      const endpoint = await startScriptedEndpoint(script);
      closing.push(endpoint.close);
      await setEndpoint(panel, endpoint.baseUrl);
      return endpoint;
    });
    for (const close of closing) await close();
  },
});

async function setEndpoint(panel: Page, baseUrl: string): Promise<void> {
  await panel.evaluate((endpoint) => chrome.storage.local.set({ endpoint }), {
    baseUrl,
    apiKey: KEY,
    model: 'scripted',
  });
  await expect(panel.getByText('Connected: ')).toBeAttached();
}

/** The uid of the candidate with this name, as the prompt lists it. */
function findUid({ messages }: ScriptedRequest, name: string): string {
  const prompt = messages.map(({ content }) => content).join('\n');
  const line = prompt.split('\n').find((each) => each.includes(`[[name]] ${name} `)) ?? '';
  return /uid = ([\w-]+)/.exec(line)?.[1] ?? 'not-in-the-prompt';
}

test('performs the call it streams, shows what it says, and sends the key nowhere else', async ({
  connect,
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}shop/`);
  const { requests } = await connect([
    (request) => ({ text: `click(uid="${findUid(request, 'Notes')}")`, bytesPerWrite: 7 }),
    'say(speaker="navigator", utterance="Your notes are open. ☕")',
  ]);
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  const told = await askCopilot(panel, 'I want to see my Notes');
  await expect(page).toHaveURL(/\/notes\/$/);
  expect(told.at(-1)).toContain('Your notes are open. ☕');
  expect(told.join('\n')).toContain('The model wrote');
  expect(requests.map(({ stream }) => stream)).toEqual([true, true]);
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(requests[1]?.messages.at(-1)?.content).toContain('the page became “Notes”');

  const kept = await panel.evaluate(async () => {
    const { wayscribe } = globalThis;
    const id = (await wayscribe?.recording.stop()) ?? '';
    const zip = await wayscribe?.demonstrations.export(id, 'weblinx');
    const turns = JSON.stringify(await wayscribe?.demonstrations.get(id));
    const bytes = new Uint8Array((await zip?.arrayBuffer()) ?? new ArrayBuffer());
    return { turns, zip: new TextDecoder('latin1').decode(bytes) };
  });
  expect(kept.turns).toContain('I want to see my Notes');
  expect(kept.turns).not.toContain(KEY);
  expect(kept.zip.length).toBeGreaterThan(1000);
  expect(kept.zip).not.toContain(KEY);
  const stored = await panel.evaluate(async () => ({
    local: JSON.stringify(await chrome.storage.local.get()),
    session: JSON.stringify(await chrome.storage.session.get()),
    sync: JSON.stringify(await chrome.storage.sync.get()),
  }));
  expect(stored.local).toContain(KEY);
  expect(stored.session + stored.sync).not.toContain(KEY);
});

test('asks once more after garbage, then shows it and offers to try again', async ({
  connect,
  page,
  panel,
  practice,
}) => {
  const { requests } = await connect([
    'I would click the thing!',
    'clique(sur="le bouton")',
    'say(speaker="navigator", utterance="Here I am.")',
  ]);
  const told = await askCopilot(panel, 'go to the notes');
  expect(requests).toHaveLength(2);
  expect(requests[1]?.messages.at(-1)?.content).toContain('That reply could not be used');
  expect(told.at(-1)).toContain('clique(sur="le bouton")');
  expect(told.at(-1)).toContain('Nothing was done on the page.');
  await expect(page).toHaveURL(practice.url);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('log').getByText('Here I am.', { exact: true })).toBeVisible();
});

test('recovers from a 500 by itself', async ({ connect, panel }) => {
  const { requests } = await connect([
    { status: 500, body: { error: { message: 'hiccup' } } },
    'say(speaker="navigator", utterance="Back again.")',
  ]);
  const told = await askCopilot(panel, 'hello');
  expect(requests).toHaveLength(2);
  expect(told.at(-1)).toContain('Back again.');
});

for (const [status, words] of [
  [401, 'does not accept the API key'],
  [404, 'There is no chat endpoint at'],
] as const) {
  test(`says what a ${status} means, and opens the settings`, async ({ app, connect, panel }) => {
    await connect([{ status, body: { error: { message: `refused, key ${KEY}` } } }]);
    const told = await askCopilot(panel, 'hello');
    expect(told.at(-1)).toContain(words);
    expect(told.at(-1)).toContain('Your message is kept');
    expect(told.at(-1)).not.toContain(KEY);
    await expect(panel.getByText('Not answering: ')).toBeAttached();
    const opened = app.context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Open settings' }).click();
    const settings = await opened;
    await expect(settings.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await settings.close();
  });
}

test('says that a refused connection could not be made', async ({ panel }) => {
  await setEndpoint(panel, `http://127.0.0.1:${await findFreePort()}/v1`);
  const told = await askCopilot(panel, 'hello');
  expect(told.at(-1)).toContain('could not be reached');
  expect(told.at(-1)).toContain('Open settings');
  expect(await listEntries(panel)).toHaveLength(2);
});

test('settings: test the connection, save, forget', async ({ app, panel, page }) => {
  const endpoint = await startScriptedEndpoint(['ready', { status: 401, body: {} }]);
  await page.goto(getPageUrl(app, 'settings'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name the model to ask.')).toBeVisible();

  await page.getByLabel('Endpoint', { exact: true }).selectOption('OpenAI');
  await expect(page.getByLabel('Base URL')).toHaveValue('https://api.openai.com/v1');
  await page.getByLabel('Base URL').fill(`${endpoint.baseUrl}/chat/completions`);
  await expect(page.getByLabel('Endpoint', { exact: true })).toHaveValue('custom');
  await page.getByLabel('Key').fill(KEY);
  await page.getByLabel('Model', { exact: true }).fill('scripted');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('scripted answered “ready”.')).toBeVisible();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('does not accept the API key')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  expect(await page.evaluate(() => chrome.storage.local.get('endpoint'))).toEqual({
    endpoint: { baseUrl: endpoint.baseUrl, apiKey: KEY, model: 'scripted' },
  });
  await expect(panel.getByText('Connected: ')).toBeAttached();

  await page.reload();
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('scripted');
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByLabel('Key')).toHaveValue('');
  expect(await page.evaluate(() => chrome.storage.local.get('endpoint'))).toEqual({});
  await expect(panel.getByText('Built-in navigator')).toBeVisible();
  await endpoint.close();
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
