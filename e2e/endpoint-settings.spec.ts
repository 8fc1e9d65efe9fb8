/** The page where a model endpoint is set: diagnosing broken ones over real HTTP, and sealing its key. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { getPageUrl } from '../scripts/panel.mjs';
import type { Manner, Script, ScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { callTool, startScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { expect, test as base } from './fixtures/wayscribe.ts';

const KEY = 'sk-secret-of-the-test';
const PASSPHRASE = 'three blue kettles';

interface SettingsFixtures {
  serve: (script: Script, manner?: Manner) => Promise<ScriptedEndpoint>;
  /** The settings page. */
  settings: Page;
}

const test = base.extend<SettingsFixtures>({
  serve: async ({ app }, use) => {
    const endpoints: ScriptedEndpoint[] = [];
    await use(async (script, manner) => {
      const endpoint = await startScriptedEndpoint(script, manner);
      endpoints.push(endpoint);
      return endpoint;
    });
    for (const { close } of endpoints) await close();
    expect(app.errors).toEqual([]);
  },
  settings: async ({ app, page }, use) => {
    await page.goto(getPageUrl(app, 'settings'));
    await use(page);
  },
});

async function fill(settings: Page, baseUrl: string, model = 'scripted', key = KEY) {
  const address = settings.getByLabel('Base URL');
  if (!(await address.isVisible())) {
    await settings.getByLabel('Endpoint', { exact: true }).selectOption('vLLM');
  }
  await address.fill(baseUrl);
  await settings.getByLabel('Key', { exact: true }).fill(key);
  await settings.getByLabel('Model', { exact: true }).fill(model);
}

async function diagnose(settings: Page): Promise<void> {
  await settings.getByRole('button', { name: 'Diagnose' }).click();
}

function line(settings: Page, title: string): Locator {
  return settings.getByRole('listitem').filter({ has: settings.getByText(title, { exact: true }) });
}

test('saves an endpoint, and forgets it', async ({ serve, settings, panel }) => {
  const { baseUrl } = await serve([]);
  await settings.getByLabel('Endpoint', { exact: true }).selectOption('OpenAI');
  await settings
    .getByRole('region', { name: 'Model endpoint' })
    .getByRole('button', { name: 'Save' })
    .click();
  await expect(settings.getByText('Name the model to ask.')).toBeVisible();
  await expect(settings.getByLabel('Base URL')).toHaveValue('https://api.openai.com/v1');
  await fill(settings, `${baseUrl}/chat/completions`);
  await expect(settings.getByLabel('Endpoint', { exact: true })).toHaveValue('custom');
  await settings.getByText('Advanced').click();
  await settings.getByLabel('What the model is shown').selectOption('multimodal');
  await settings.getByLabel('Context size, in tokens').fill('many');
  await settings.getByLabel('Price of a million tokens sent').fill('0,4');
  await settings.getByLabel('Price of a million tokens received').fill('1.6');
  await settings.getByLabel('Ceiling for one conversation').fill('2');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByText('must be a whole number of tokens')).toBeVisible();
  await settings.getByLabel('Context size, in tokens').fill('32000');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByRole('status').filter({ hasText: /^\s*Saved$/ })).toBeVisible();
  expect(await settings.evaluate(() => chrome.storage.local.get('endpoint'))).toEqual({
    endpoint: {
      ...{ baseUrl, apiKey: KEY, model: 'scripted', strategy: 'multimodal', images: true },
      ...{ tools: true, contextTokens: 32_000, prices: { prompt: 0.4, completion: 1.6 } },
      ceiling: 2,
    },
  });
  await expect(panel.getByText('Connected: ')).toBeAttached();

  await settings.reload();
  await expect(settings.getByLabel('Model', { exact: true })).toHaveValue('scripted');
  await settings.getByRole('button', { name: 'Forget' }).click();
  await settings.getByRole('button', { name: 'Forget' }).click();
  await expect(settings.getByLabel('Endpoint', { exact: true })).toHaveValue('none');
  await expect(settings.getByLabel('Key', { exact: true })).toHaveCount(0);
  expect(await settings.evaluate(() => chrome.storage.local.get('endpoint'))).toEqual({});
  await expect(panel.getByText('Built-in navigator')).toBeVisible();
});

test('Diagnose corrects a wrong path and a wrong model', async ({ serve, settings }) => {
  const models = { status: 200, body: { data: [{ id: 'kettle-7b' }, { id: 'scripted' }] } };
  const unknown = { status: 404, body: { error: { message: 'model "scripte" not found' } } };
  const { baseUrl } = await serve([unknown, 'ready', callTool('report', {})], { models });
  await fill(settings, baseUrl.replace(/\/v1$/, ''), 'scripte');
  await diagnose(settings);
  await expect(settings.getByText('Something is wrong: Path.')).toBeVisible();
  await settings.getByRole('button', { name: `Use ${baseUrl}` }).click();
  await expect(settings.getByText('Something is wrong: Model.')).toBeVisible();
  await settings.getByRole('button', { name: 'scripted', exact: true }).click();
  await expect(line(settings, 'Answer')).toContainText('The first word came after');
  await expect(settings.getByText('Everything works.')).toBeVisible();
  await expect(settings.getByLabel('Base URL')).toHaveValue(baseUrl);
  await expect(settings.getByLabel('Model', { exact: true })).toHaveValue('scripted');
});

test('Diagnose reports a wrong key, and never shows it', async ({ serve, settings }) => {
  const { baseUrl } = await serve([], { key: 'sk-another' });
  await fill(settings, baseUrl);
  await diagnose(settings);
  await expect(line(settings, 'Access')).toContainText('does not accept the API key (401)');
  expect(await settings.getByRole('main').innerText()).not.toContain(KEY);
});

test('Diagnose shows the setting that lets Ollama accept this extension', async ({
  serve,
  settings,
}) => {
  const { baseUrl } = await serve(['ready'], { path: '/ollama/v1', refusesOrigins: true });
  await fill(settings, baseUrl.replace('/v1', '/ollama/v1'), 'scripted', '');
  await diagnose(settings);
  const origin = await settings.evaluate(() => location.origin);
  await expect(line(settings, 'Access')).toContainText(`OLLAMA_ORIGINS=${origin}`);
});

test('Diagnose explains why nothing answers', async ({ settings }) => {
  await fill(settings, `http://127.0.0.1:${await findFreePort()}/v1`);
  await diagnose(settings);
  await expect(line(settings, 'Address')).toContainText('Nothing listens at 127.0.0.1');
  await fill(settings, 'http://no-such-host.invalid/v1');
  await diagnose(settings);
  await expect(line(settings, 'Address')).toContainText('no server called no-such-host.invalid');
});

test('Diagnose can be cancelled', async ({ serve, settings }) => {
  const { baseUrl } = await serve([{ silence: true }]);
  await fill(settings, baseUrl);
  await diagnose(settings);
  await expect(line(settings, 'Answer')).toContainText('Asking it for one word');
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(line(settings, 'Answer')).toContainText('Cancelled.');
});

test('seals the key, and unlocks it only with its passphrase, in the panel too', async ({
  serve,
  settings,
  panel,
}) => {
  const { baseUrl } = await serve(['say(speaker="navigator", utterance="Open.")'], { key: KEY });
  await fill(settings, baseUrl);
  await settings.getByLabel('Encrypt the key with a passphrase').check();
  await settings.getByRole('textbox', { name: 'Passphrase' }).fill('short');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByText('at least 8 characters')).toBeVisible();
  await settings.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByRole('status').filter({ hasText: /^\s*Saved$/ })).toBeVisible();
  const stored = await settings.evaluate(async () =>
    JSON.stringify(await chrome.storage.local.get()),
  );
  expect(stored).toContain('endpointSeal');
  for (const secret of [KEY, PASSPHRASE]) expect(stored).not.toContain(secret);

  await settings.getByRole('button', { name: 'Lock now' }).click();
  await expect(settings.getByText('The key is encrypted and locked.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Diagnose' })).toBeDisabled();

  const passphrase = panel.getByLabel('The model’s key is locked. Passphrase:');
  await passphrase.fill('another one');
  await panel.getByRole('button', { name: 'Unlock' }).click();
  await expect(panel.getByText('Wrong passphrase.')).toBeVisible();
  await passphrase.fill(PASSPHRASE);
  await panel.getByRole('button', { name: 'Unlock' }).click();
  await expect(passphrase).toBeHidden();
  await expect(panel.getByText('Connected: ')).toBeAttached();
  await expect(settings.getByLabel('Key', { exact: true })).toHaveValue(KEY);

  await settings.getByRole('button', { name: 'Lock now' }).click();
  await settings.getByRole('button', { name: 'Forget the key' }).click();
  await expect(settings.getByLabel('Key', { exact: true })).toHaveValue('');
  const left = await settings.evaluate(async () =>
    JSON.stringify([await chrome.storage.local.get(), await chrome.storage.session.get()]),
  );
  expect(left).toContain(baseUrl);
  expect(left).not.toContain('endpointSeal');
  expect(left).not.toContain(KEY);
});

test('offers Chrome’s built-in model only where it exists, and downloads it', async ({
  app,
  page,
}) => {
  await page.addInitScript(() => {
    let here = false;
    const monitorOf = (options: { monitor?: (target: EventTarget) => void }) => {
      const target = new EventTarget();
      options.monitor?.(target);
      return target;
    };
    Reflect.set(globalThis, 'LanguageModel', {
      availability: () => Promise.resolve(here ? 'available' : 'downloadable'),
      create: (options: { monitor?: (target: EventTarget) => void }) => {
        const event = Object.assign(new Event('downloadprogress'), { loaded: 0.4 });
        monitorOf(options).dispatchEvent(event);
        here = true;
        const stream = () =>
          new ReadableStream({
            start(controller) {
              controller.enqueue('ready');
              controller.close();
            },
          });
        return Promise.resolve({ promptStreaming: stream, destroy: () => 0, contextWindow: 9216 });
      },
    });
  });
  await page.goto(getPageUrl(app, 'settings'));
  await page.getByLabel('Endpoint', { exact: true }).selectOption('Chrome’s built-in model');
  await expect(page.getByLabel('Key', { exact: true })).toBeHidden();
  await diagnose(page);
  await page.getByRole('button', { name: 'Get the model' }).click();
  await expect(line(page, 'Model')).toContainText('is on this computer');
  await diagnose(page);
  await expect(page.getByText('Everything works.')).toBeVisible();
  await expect(line(page, 'Context size')).toContainText('9216');
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
