// @ts-check
/**
 * Makes the pictures in docs/pictures from the built extension: the real side panel, light and dark,
 * and Studio. Run it after a build: `npm run make:pictures`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPractice } from '../practice/server.mjs';
import { askCopilot } from './ask-copilot.mjs';
import { launchWayscribe } from './launch.mjs';
import { getPageUrl, openPanel } from './panel.mjs';
import { root } from './run-command.mjs';

/** @typedef {import('playwright').Page} Page */

const folder = join(root, 'docs', 'pictures');
const REQUESTS = [
  'type lamp in the search box and press enter',
  'click Add to cart',
  'Walnut lamp',
];

await mkdir(folder, { recursive: true });
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) await makePictures(colorScheme);

/** @param {'light' | 'dark'} colorScheme */
async function makePictures(colorScheme) {
  const practice = await startPractice();
  const dist = process.env['WAYSCRIBE_DIST'];
  const app = await launchWayscribe({
    hermetic: true,
    colorScheme,
    size: { width: 1640, height: 960 },
    ...(dist && { dist }),
  });
  try {
    const page = await app.context.newPage();
    await page.goto(practice.url);
    const panel = await openPanel(app, page);
    await panel.getByRole('button', { name: 'Record', exact: true }).click();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    for (const request of REQUESTS) await askCopilot(panel, request);
    await whenPicturesAreShown(panel);
    await panel.screenshot({ path: join(folder, `panel-${colorScheme}.png`) });
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await panel.getByText('Checked').waitFor();
    if (colorScheme === 'light') await pictureStudio(await app.context.newPage());
  } finally {
    await app.close();
    await practice.close();
  }

  /** @param {Page} studio */
  async function pictureStudio(studio) {
    await studio.goto(getPageUrl(app, 'studio'));
    const list = studio.getByRole('list', { name: 'Demonstrations' });
    await list.getByRole('listitem').getByRole('button').first().click();
    await studio
      .getByRole('complementary', { name: /Turns of/ })
      .getByText('saved')
      .first()
      .waitFor();
    await whenPicturesAreShown(studio);
    await studio.screenshot({ path: join(folder, 'studio.png') });
  }
}

/** @param {Page} page */
async function whenPicturesAreShown(page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-status="pending"]') &&
      [...document.images].every(({ complete }) => complete),
  );
}
