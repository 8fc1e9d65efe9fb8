/** What the replay exports are worth: each is run, as its user would, on the site it was recorded on. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { exportNewest, startRecording, waitForTurns } from '../fixtures/recorded.ts';
import { findLamp } from '../fixtures/shop-visit.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const SECRET = 'correct horse battery';

/** A visit with a search, a page that is filled in, a frame, a shadow root and a secret. */
async function visitShop(page: Page, panel: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shop', exact: true }).click();
  await page.waitForURL('**/shop/');
  await findLamp(page);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.goto(new URL('/shop/checkout.html', page.url()).href);
  await page.getByLabel('Full name').click();
  await page.keyboard.type('Ada Lovelace');
  await page.getByLabel('Create a password').click();
  await page.keyboard.type(SECRET);
  await page.getByLabel('Country').click();
  await page.keyboard.type('Ger');
  await page.keyboard.press('Enter');
  await page.getByText('Express').click();
  await page.getByLabel('I agree to the terms').click();
  await page.mouse.wheel(0, 300);
  await waitForTurns(panel, 'scroll', 1);
  await page.getByRole('link', { name: 'Frames', exact: true }).click();
  await page.waitForURL('**/frames/');
  await page.frameLocator('[title="Booking form"]').getByLabel('Name').click();
  await page.keyboard.type('Ada');
  await page.getByRole('button', { name: '4 stars' }).click();
  await expect(page.getByText('Rating: 4 of 5')).toBeVisible();
  await waitForTurns(panel, 'textInput', 4);
}

/** A note, whose address the site makes for each visit; widgets drawn by scripts; a form of React's. */
async function visitRest(page: Page, panel: Page): Promise<void> {
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByRole('button', { name: 'New note' }).click();
  await page.waitForURL(/\/notes\/./);
  await page.getByRole('textbox', { name: 'Title' }).click();
  await page.keyboard.type('Kettles');
  await page.getByRole('textbox', { name: 'Note text' }).click();
  await page.keyboard.type('Two, by Friday');
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  await page.waitForURL('**/lists/');
  await page.getByRole('tab').nth(1).click();
  await page.getByLabel('City').click();
  await page.keyboard.type('Lis');
  await page.getByRole('option').first().click();
  await page.getByRole('link', { name: 'Sign-up', exact: true }).click();
  await page.waitForURL('**/react/');
  await page.getByLabel('Name').click();
  await page.keyboard.type('Ada');
  await page.getByLabel('Email').click();
  await page.keyboard.type('ada@example.org');
  await page.getByLabel('Plan').click();
  await page.keyboard.type('Tea');
  await page.keyboard.press('Enter');
  await page.getByRole('switch').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await waitForTurns(panel, 'textInput', 4);
}

interface Ran {
  code: number | string;
  output: string;
}

function run(command: string, args: readonly string[], cwd: string, env = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env: { ...process.env, ...env } }, (error, out, err) => {
      resolve({ code: error?.code ?? (error ? -1 : 0), output: out + err });
    });
  });
}

/** A project of the user's, with the packages that the exports need. */
async function makeProject(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-replay-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

async function convert(folder: string, zip: string): Promise<void> {
  const cli = ['--import', 'tsx', path.join(ROOT, 'src/entrypoints/cli/wayscribe.ts'), 'convert'];
  for (const format of ['playwright', 'puppeteer']) {
    const args = [...cli, '--to', format, '--out', folder, path.join(folder, zip)];
    expect(await run(process.execPath, args, ROOT)).toMatchObject({ code: 0 });
  }
}

async function expectReplays(folder: string, name: string): Promise<void> {
  const chromium = await findChromium();
  if (!chromium.ok) throw new Error(chromium.reason);
  const env = { WAYSCRIBE_SECRET_PASSWORD: SECRET };
  const launch = { executablePath: chromium.path, chromiumSandbox: false };
  const config = path.join(folder, `${name}.playwright/playwright.config.mjs`);
  await writeFile(config, `export default ${JSON.stringify({ use: { launchOptions: launch } })};`);
  const runner = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const playwright = await run(process.execPath, [runner, 'test', '--config', config], folder, env);
  expect(playwright.output).toContain('1 passed');
  expect(playwright.code).toBe(0);

  const puppeteer = await run(process.execPath, [`${name}.puppeteer/replay.mjs`], folder, {
    ...env,
    PUPPETEER_EXECUTABLE_PATH: chromium.path,
    PUPPETEER_ARGS: '--no-sandbox',
  });
  expect(puppeteer.output).toMatch(/Repeated \d+ steps\./);
  expect(puppeteer.code).toBe(0);
}

for (const visit of [visitShop, visitRest]) {
  test(`a demonstration replays from both of its exports: ${visit.name}`, async ({
    page,
    panel,
  }) => {
    // Four more browsers and test runs are started in it.
    test.setTimeout(180_000);
    await startRecording(panel);
    await visit(page, panel);
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();
    const folder = await makeProject();
    for (const format of ['archive', 'weblinx'] as const) {
      const { zip } = await exportNewest(panel, format);
      await writeFile(path.join(folder, `${format}.zip`), zip);
      await convert(folder, `${format}.zip`);
      await expectReplays(folder, format);
    }
    await rm(folder, { recursive: true });
  });
}

test('a replay without its secret says which one it needs', async ({ page, panel }) => {
  await page.goto(new URL('/shop/checkout.html', page.url()).href);
  await startRecording(panel);
  await page.getByLabel('Create a password').click();
  await page.keyboard.type(SECRET);
  await page.getByLabel('Full name').click();
  await waitForTurns(panel, 'textInput', 1);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();
  const folder = await makeProject();
  await writeFile(path.join(folder, 'demo.zip'), (await exportNewest(panel, 'archive')).zip);
  await convert(folder, 'demo.zip');
  const ran = await run(process.execPath, ['demo.puppeteer/replay.mjs'], folder);
  expect(ran.code).toBe(1);
  expect(ran.output).toContain('Set WAYSCRIBE_SECRET_PASSWORD');
  await rm(folder, { recursive: true });
});
