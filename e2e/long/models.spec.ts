/**
 * A model is fetched, imported, used and removed through Settings. The model is the seeded one of
 * scripts/model: it knows nothing, but is of the real kind. It is served by this machine, which counts as
 * a safe address.
 */
import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import type { App } from '../../scripts/launch.mjs';
import { launchWayscribe } from '../../scripts/launch.mjs';
import { makeTinyModel } from '../../scripts/model/tiny-model.ts';
import { closePanel, getPageUrl, openPanel } from '../../scripts/panel.mjs';
import { makeTemporaryProfile } from '../../scripts/profile.mjs';
import type { ServedFile } from '../../scripts/model/serve-files.ts';
import { serveFiles } from '../../scripts/model/serve-files.ts';
import { built, expect, test } from '../fixtures/wayscribe.ts';

const tiny = makeTinyModel();
const weights = tiny.get('model.onnx') ?? new Uint8Array();
const vocabulary = tiny.get('vocab.txt') ?? new Uint8Array();

const files = new Map<string, ServedFile>();
let server: Awaited<ReturnType<typeof serveFiles>>;

test.beforeEach(async () => {
  files.clear();
  files.set('/minilm.onnx', { bytes: weights, etag: '"w"' });
  files.set('/vocab.txt', { bytes: vocabulary, etag: '"v"', type: 'text/plain' });
  server = await serveFiles(files);
});
test.afterEach(() => server.close());

async function openSettings(app: App): Promise<Page> {
  const page = await app.context.newPage();
  await page.goto(getPageUrl(app, 'settings'));
  return page;
}

async function fetchModel(settings: Page, path = '/minilm.onnx'): Promise<void> {
  const form = settings.locator('details', { hasText: 'From an address' });
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click();
  await settings.getByLabel('Address of the .onnx file').fill(server.url(path));
  await settings.getByLabel('Address of vocab.txt').fill(server.url('/vocab.txt'));
  const asked = server.asked.length;
  await settings.getByRole('button', { name: 'Fetch…' }).click();
  expect(server.asked).toHaveLength(asked);
  await settings.getByRole('button', { name: `Fetch from 127.0.0.1:${server.port}` }).click();
}

const readRanker = async (panel: Page): Promise<string | undefined> => {
  await askCopilot(panel, 'click Shop');
  return panel.evaluate(() => document.body.innerText);
};

test('downloads a model that ranks, survives a restart, and can be removed', async ({
  practice,
  headless,
}) => {
  const profile = makeTemporaryProfile();
  const start = () => launchWayscribe({ ...built, headless, hermetic: true, profile });
  const first = await start();
  const settings = await openSettings(first);
  await fetchModel(settings);
  await expect(settings.getByText('minilm is installed.')).toBeVisible();
  await expect(settings.getByText(/tokens per second/)).toBeVisible();
  await expect(settings.getByText('the first copy is trusted')).toBeVisible();
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
  await first.close();

  files.clear();
  const second = await start();
  const page = await second.context.newPage();
  await page.goto(practice.url);
  const panel = await openPanel(second, page);
  // The first answer does not wait for a model that is still loading.
  await expect.poll(() => readRanker(panel)).toContain('minilm');

  const again = await openSettings(second);
  await expect(again.getByText(/\d+ texts, stored as numbers/)).toBeVisible();
  await again.getByRole('button', { name: 'Clear cache' }).click();
  await expect(again.getByText('0 texts, stored as numbers')).toBeVisible();
  await again.getByRole('button', { name: 'Remove model' }).click();
  await again.getByRole('button', { name: 'Remove model' }).click();
  await expect(again.getByText('Add a model that understands meaning')).toBeVisible();
  await page.bringToFront();
  await page.goto(practice.url);
  await expect.poll(() => readRanker(panel)).not.toContain('minilm');
  const left = await again.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
  expect(left).toEqual([]);
  await closePanel(panel);
  expect([...first.errors, ...second.errors]).toEqual([]);
  await second.close();
  await rm(profile, { recursive: true, force: true });
});

test('a download can be stopped, and continues after a browser restart', async ({ headless }) => {
  const profile = makeTemporaryProfile();
  const start = () => launchWayscribe({ ...built, headless, hermetic: true, profile });
  files.set('/minilm.onnx', { bytes: weights, etag: '"w"', slowMs: 150 });
  const first = await start();
  const settings = await openSettings(first);
  await fetchModel(settings);
  await expect(settings.getByText(/Fetching the model · .* per second · .* left/)).toBeVisible();
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.getByText('minilm was not installed.')).toBeVisible();
  await expect(settings.getByText('The download of minilm is not finished.')).toBeVisible();
  await first.close();

  files.set('/minilm.onnx', { bytes: weights, etag: '"w"' });
  const second = await start();
  const again = await openSettings(second);
  await expect(again.getByText('The download of minilm is not finished.')).toBeVisible();
  await again.getByRole('button', { name: 'Resume' }).click();
  await expect(again.getByText('minilm is installed.')).toBeVisible();
  const resumed = server.asked.findLast(({ path }) => path === '/minilm.onnx');
  expect(resumed).toMatchObject({
    range: expect.stringMatching(/^bytes=[1-9]\d*-$/),
    ifRange: '"w"',
  });
  await second.close();
  await rm(profile, { recursive: true, force: true });
});

test('imports model files; refuses other files and keeps the old model', async ({ freshApp }) => {
  const settings = await openSettings(freshApp);
  const form = settings.locator('details', { hasText: 'From files' });
  await form.locator('summary').click();
  const toFile = (name: string, bytes: Uint8Array) => ({
    ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) },
  });
  const choose = async (...chosen: [string, Uint8Array][]): Promise<void> => {
    const payload = chosen.map(([name, bytes]) => toFile(name, bytes));
    await settings.getByLabel('Files of the model').setInputFiles(payload);
    await form.getByRole('button', { name: 'Import' }).click();
  };
  const config = tiny.get('config.json') ?? new Uint8Array();
  await choose(['good.onnx', weights], ['vocab.txt', vocabulary], ['config.json', config]);
  await expect(settings.getByText('tiny (untrained) is installed.')).toBeVisible();

  await choose(['half.onnx', weights.slice(0, 90_000)], ['vocab.txt', vocabulary]);
  await expect(settings.getByText('half was not installed.')).toBeVisible();
  await expect(settings.getByText('cut off or damaged')).toBeVisible();
  await choose(['lonely.onnx', weights]);
  await expect(settings.getByText('The vocabulary is missing')).toBeVisible();
  // A whole file whose numbers make no sense is found out by running it.
  const hurt = Uint8Array.from(weights);
  for (let at = 4000; at < hurt.length - 4000; at += 4) {
    if (hurt[at + 3] === 0x3f || hurt[at + 3] === 0xbf) hurt.set([0, 0, 0xc0, 0x7f], at);
  }
  await choose(['hurt.onnx', hurt], ['vocab.txt', vocabulary]);
  await expect(settings.getByText('hurt was not installed.')).toBeVisible();
  await expect(settings.getByRole('heading', { name: 'tiny (untrained)' })).toBeVisible();
});

test('refuses an unsafe address and an error page', async ({ freshApp }) => {
  const settings = await openSettings(freshApp);
  files.set('/page.onnx', {
    bytes: new TextEncoder().encode('<!doctype html><title>Sign in</title>'),
    type: 'text/html',
  });
  await fetchModel(settings, '/page.onnx');
  await expect(settings.getByText('answered with a web page')).toBeVisible();
  await settings.getByLabel('Address of the .onnx file').fill('http://models.test/m.onnx');
  await settings.getByRole('button', { name: 'Fetch…' }).click();
  await settings.getByRole('button', { name: /^Fetch from models\.test/ }).click();
  await expect(settings.getByText('must begin with https://')).toBeVisible();
});
