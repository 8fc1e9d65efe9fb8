/** The report of two runs held side by side, as the command line writes it: opened from the disk, and used. */
import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { makeFolder, runHere } from '../../src/entrypoints/cli/run-cli.fixture.ts';

/** One picture alone is more than a report takes in, so that it lies beside. */
const TOO_MUCH = 24 * 1024 * 1024;
const SIZE = [1280, 720];

let browser: Browser;
let page: Page;
let address = '';
let drop = (): Promise<void> => Promise.resolve();
let asked: string[] = [];
let faults: string[] = [];

test.beforeAll(async ({ headless }) => {
  const found = await findChromium();
  if (!found.ok) throw new Error(found.reason);
  const options = { executablePath: found.path, chromiumSandbox: false, headless };
  browser = await chromium.launch(options);
  const made = await makeFolder('in/one');
  ({ drop } = made);
  const at = (name: string): string => path.join(made.folder, name);
  // What follows the end of a PNG is none of its picture.
  await appendFile(at('in/one/screenshots/screenshot-15-0.png'), new Uint8Array(TOO_MUCH));
  for (const kind of ['direct', 'gold']) {
    await runHere('evaluate', `--${kind}`, '--jobs', '1', '--out', at(kind), at('in'));
  }
  await runHere('evaluate', '--compare', '--out', at('side'), at('direct'), at('gold'));
  // The report needs nothing of the runs.
  for (const name of ['in', 'direct', 'gold']) await rm(at(name), { recursive: true });
  address = pathToFileURL(at('side/report.html')).href;
});

test.afterAll(async () => {
  await browser.close();
  await drop();
});

test.beforeEach(async () => {
  page = await browser.newPage();
  [asked, faults] = [[], []];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(address);
});

test.afterEach(async () => {
  expect(faults).toEqual([]);
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  await page.close();
});

const list = (): Locator => page.locator('#list details:visible');
const turn = (number: number): Locator => list().filter({ hasText: `turn ${String(number)}click` });

/** The picture stands there as it was recorded, and not only its address. */
async function expectPicture(opened: Locator): Promise<void> {
  const readSize = (image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight];
  await expect.poll(() => opened.locator('img').evaluate(readSize)).toEqual(SIZE);
}

test('a click opens a turn that differs: both answers and the screenshot', async () => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('direct and gold side by side');
  const shown = page.locator('#shown');
  await expect(shown).toHaveText('10 turns');
  await page.getByLabel('Only turns that differ').check();
  await expect(shown).toHaveText('9 turns');
  await expect(list()).toHaveCount(9);
  expect(asked).toEqual([address]);

  await turn(4).locator('summary').click();
  await expect(turn(4)).toContainText('A: direct');
  await expect(turn(4)).toContainText('B: gold');
  await expect(turn(4)).toContainText('I could not find');
  await expectPicture(turn(4));
  const picture = await turn(4).locator('img').boundingBox();
  const target = await turn(4).locator('i.target').boundingBox();
  if (!picture || !target) throw new Error('nothing is drawn');
  // The field at 320, 200 of the recording, 540 wide, in the picture's own scale.
  const scale = picture.width / 1280;
  expect((target.x - picture.x) / scale).toBeCloseTo(320, -1);
  expect((target.y - picture.y) / scale).toBeCloseTo(200, -1);
  expect(target.width / scale).toBeCloseTo(540, -1);
  // The others wait until they are opened.
  await expect(page.locator('#list img[src]')).toHaveCount(1);

  await turn(4).locator('summary').click();
  await expect(turn(4)).toHaveJSProperty('open', false);
});

test('shows a screenshot that lies beside the report', async () => {
  await expect(page.getByText('One picture was too large')).toBeVisible();
  await turn(20).locator('summary').click();
  await expectPicture(turn(20));
  expect(await turn(20).locator('img').getAttribute('src')).toMatch(/^pictures\/[0-9a-f]{64}$/);
});

test('the report works without a mouse', async () => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the figures' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to the figures' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#figures$/);
  const isAt = (name: string): Promise<boolean> =>
    page.evaluate((tag) => document.activeElement?.tagName === tag, name);
  for (let steps = 0; steps < 40 && !(await isAt('SELECT')); steps++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('click');
  await expect(page.locator('#shown')).toHaveText('3 turns');
  await page.keyboard.press('Tab');
  await page.keyboard.type('turn 17');
  await expect(page.locator('#shown')).toHaveText('1 turn');
  for (let steps = 0; steps < 3 && !(await isAt('SUMMARY')); steps++) {
    await page.keyboard.press('Tab');
  }
  const only = list();
  await expect(only.locator('summary')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(only).toHaveJSProperty('open', true);
  await expectPicture(only);
  await page.keyboard.press('Space');
  await expect(only).toHaveJSProperty('open', false);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the report is readable in ${colorScheme}, also on a narrow screen`, async () => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 800 });
    await turn(4).locator('summary').click();
    await expectPicture(turn(4));
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide).toBe(0);
    const brightness = await page.evaluate(() => {
      const read = (color: string) => (color.match(/\d+/g) ?? []).slice(0, 3).map(Number);
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor].map((each) => Math.max(...read(each)));
    });
    const [ink = 0, paper = 0] = brightness;
    expect(colorScheme === 'dark' ? ink - paper : paper - ink).toBeGreaterThan(150);
  });
}
