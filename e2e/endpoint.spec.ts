/** The copilot with a model endpoint, over real HTTP, and the page where one is set. */
import { askCopilot, listEntries } from '../scripts/ask-copilot.mjs';
import { closePanel, openPanel } from '../scripts/panel.mjs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { Script, ScriptedRequest } from './fixtures/scripted-endpoint.ts';
import { waitForLastKept } from './fixtures/journal.ts';
import { endRecording, startRecording } from './fixtures/recorded.ts';
import { startScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { findRows, openStudio } from './fixtures/studio.ts';
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
  const named = new RegExp(`\\[\\[(?:text|name)\\]\\] ${name}(?: \\[\\[|$)`);
  const line = prompt.split('\n').find((each) => named.test(each)) ?? '';
  return /uid = ([\w-]+)/.exec(line)?.[1] ?? 'not-in-the-prompt';
}

test('performs a streamed call, shows the text, and sends the key nowhere else', async ({
  connect,
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}shop/`);
  const { requests } = await connect([
    (request) => ({ text: `click(uid="${findUid(request, 'Notes')}")`, bytesPerWrite: 7 }),
    'say(speaker="navigator", utterance="Your notes are open, “New note” begins one. ☕ “Nowhere here”")',
  ]);
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  const reported = await askCopilot(panel, 'I want to see my Notes');
  await expect(page).toHaveURL(/\/notes\/$/);
  expect(reported.at(-1)).toContain('Your notes are open');
  // What the answer quotes is shown on the page; what does not stand there is only text.
  await expect(panel.getByRole('button', { name: 'Nowhere here' })).toHaveCount(0);
  const before = await page.screenshot();
  await panel.getByRole('button', { name: 'New note' }).click();
  await expect.poll(async () => before.equals(await page.screenshot())).toBe(false);
  expect(reported.join('\n')).toContain('The model wrote');
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

test('asks once more after an unreadable reply, then shows it and offers a retry', async ({
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
  const reported = await askCopilot(panel, 'go to the notes');
  expect(requests).toHaveLength(2);
  expect(requests[1]?.messages.at(-1)?.content).toContain('That reply could not be used');
  expect(reported.at(-1)).toContain('clique(sur="le bouton")');
  expect(reported.at(-1)).toContain('Nothing was done on the page.');
  await expect(page).toHaveURL(practice.url);
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(panel.getByRole('log').getByText('Here I am.', { exact: true })).toBeVisible();
});

test('says how it read a malformed reply', async ({ connect, panel }) => {
  await connect(["Well then: say(utterance='Here I am.')"]);
  await askCopilot(panel, 'hello');
  const log = panel.getByRole('log');
  await expect(log.getByText('Here I am.', { exact: true })).toBeVisible();
  await log.locator('summary').click();
  await expect(log.getByText(/^Mended in the reply: .*quotes/)).toBeVisible();
});

test('recovers from a 500 by itself, and says that it retries', async ({ connect, panel }) => {
  const { requests } = await connect([
    { status: 500, body: { error: { message: 'hiccup' } }, headers: { 'retry-after': '1' } },
    'say(speaker="navigator", utterance="Back again.")',
  ]);
  const asked = askCopilot(panel, 'hello');
  await panel.getByText('Retrying in 1.0 s (1 of 2)').first().waitFor();
  expect((await asked).at(-1)).toContain('Back again.');
  expect(requests).toHaveLength(2);
});

test('shows the cost, and pauses at the limit until the user continues', async ({
  connect,
  panel,
}) => {
  const say = 'say(speaker="navigator", utterance="Here I am.")';
  const { requests } = await connect([say, say]);
  // A question counts 7 tokens here; what the next one may take is estimated, and is far more.
  await panel.evaluate(async () => {
    const { endpoint } = await chrome.storage.local.get<{ endpoint: object }>('endpoint');
    const prices = { prompt: 10_000, completion: 0 };
    await chrome.storage.local.set({ endpoint: { ...endpoint, prices, ceiling: 0.05 } });
  });
  const asked = askCopilot(panel, 'hello');
  await expect(panel.getByText('Paused: the next question may take')).toBeVisible();
  expect(requests).toHaveLength(0);
  await panel.getByRole('button', { name: 'Continue' }).click();
  await asked;
  await expect(panel.getByTitle('Cost of this conversation')).toContainText('tokens · 0.07');

  await panel.evaluate(() => chrome.storage.local.remove('endpoint'));
  await connect([say]);
  await panel.evaluate(async () => {
    const { endpoint } = await chrome.storage.local.get<{ endpoint: object }>('endpoint');
    const prices = { prompt: 1_000_000, completion: 0 };
    await chrome.storage.local.set({ endpoint: { ...endpoint, prices, ceiling: 0.05 } });
  });
  const stopped = askCopilot(panel, 'hello again');
  await panel.getByRole('button', { name: 'Stop here' }).click();
  expect((await stopped).at(-1)).toContain('Stopped');
});

test('keeps counting a conversation’s cost when the panel is opened again', async ({
  app,
  connect,
  page,
  panel,
}) => {
  const say = 'say(speaker="navigator", utterance="Here I am.")';
  await connect([say, say]);
  const price = (of: Page, ceiling: number | null) =>
    of.evaluate(async (most) => {
      const { endpoint } = await chrome.storage.local.get<{ endpoint: object }>('endpoint');
      const prices = { prompt: 10_000, completion: 0 };
      await chrome.storage.local.set({ endpoint: { ...endpoint, prices, ceiling: most } });
    }, ceiling);
  await price(panel, null);
  await askCopilot(panel, 'hello');
  await waitForLastKept(panel, { type: 'ended' });
  await closePanel(panel);

  const again = await openPanel(app, page);
  await expect(again.getByTitle('Cost of this conversation')).toContainText('tokens · 0.07');
  await price(again, 0.05);
  const asked = askCopilot(again, 'hello again');
  await expect(again.getByText('It has cost 0.07')).toBeVisible();
  await again.getByRole('button', { name: 'Stop here' }).click();
  await asked;
  await closePanel(again);
});

test('a demonstration saves the models’ usage while it was recorded', async ({
  app,
  connect,
  panel,
}) => {
  const say = 'say(speaker="navigator", utterance="Here I am.")';
  await connect([say, say, say]);
  await panel.evaluate(async () => {
    const { endpoint } = await chrome.storage.local.get<{ endpoint: object }>('endpoint');
    const prices = { prompt: 10_000, completion: 0 };
    await chrome.storage.local.set({ endpoint: { ...endpoint, prices } });
  });
  await askCopilot(panel, 'hello before');
  await startRecording(panel);
  await askCopilot(panel, 'hello');
  await askCopilot(panel, 'hello again');
  await endRecording(panel);
  const studio = await openStudio(app);
  await findRows(studio).getByRole('button').first().click();
  await expect(studio.getByText('Models used')).toHaveText(
    /^Models used \S+ tokens · 0\.14 in 2 questions$/,
  );
  await studio.close();
});

test('the key is in no message to a page, in no page and in no archive', async ({
  connect,
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}shop/`);
  await connect([
    (request) => `click(uid="${findUid(request, 'Notes')}")`,
    'say(speaker="navigator", utterance="Done.")',
  ]);
  await panel.evaluate(() => {
    const sent: unknown[] = [];
    Reflect.set(globalThis, 'sentToTabs', sent);
    const send = chrome.tabs.sendMessage.bind(chrome.tabs);
    const spy = (...given: unknown[]): unknown => {
      sent.push(given);
      return Reflect.apply(send, null, given);
    };
    Reflect.set(chrome.tabs, 'sendMessage', spy);
  });
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await askCopilot(panel, 'open the Notes');
  await expect(page).toHaveURL(/\/notes\/$/);
  const kept = await panel.evaluate(async () => {
    const id = (await globalThis.wayscribe?.recording.stop()) ?? '';
    const zip = await globalThis.wayscribe?.demonstrations.export(id, 'archive');
    const bytes = new Uint8Array((await zip?.arrayBuffer()) ?? new ArrayBuffer());
    const sent: unknown = Reflect.get(globalThis, 'sentToTabs');
    return { sent: JSON.stringify(sent), zip: new TextDecoder('latin1').decode(bytes) };
  });
  expect(kept.sent).toContain('uid');
  expect(kept.zip.length).toBeGreaterThan(1000);
  for (const place of [kept.sent, kept.zip, await page.content()]) expect(place).not.toContain(KEY);
});

for (const [status, words] of [
  [401, 'does not accept the API key'],
  [404, 'There is no chat endpoint at'],
] as const) {
  test(`says what a ${status} means, and opens the settings`, async ({ app, connect, panel }) => {
    await connect([{ status, body: { error: { message: `refused, key ${KEY}` } } }]);
    const reported = await askCopilot(panel, 'hello');
    expect(reported.at(-1)).toContain(words);
    expect(reported.at(-1)).toContain('Your message is saved');
    expect(reported.at(-1)).not.toContain(KEY);
    await expect(panel.getByText('Not answering: ')).toBeAttached();
    const opened = app.context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Open settings' }).click();
    const settings = await opened;
    await expect(settings.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await settings.close();
  });
}

test('says that the connection was refused', async ({ panel }) => {
  await setEndpoint(panel, `http://127.0.0.1:${await findFreePort()}/v1`);
  const reported = await askCopilot(panel, 'hello');
  expect(reported.at(-1)).toContain('could not be reached');
  expect(reported.at(-1)).toContain('Open settings');
  expect(await listEntries(panel)).toHaveLength(2);
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
