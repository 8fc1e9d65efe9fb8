/** Frames of the filmed tab as pictures of actions, where there was no shot. */
import type { Page } from '@playwright/test';
import { getServiceWorker } from '../scripts/service-worker.mjs';
import { isNear, recordWith } from './fixtures/films.ts';
import { listActions, stopRecording, waitForTurns } from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

const GREEN = [0, 128, 0];
const GREY = [128, 128, 128];
const CORNER = { x: 10, y: 10 };
const COLOURS = [GREEN, [0, 0, 200], [200, 200, 0], [200, 0, 200]];

/** Presses a button that turns the page to the next colour; how many pictures were frames of the ring. */
async function pressOften(page: Page, panel: Page, pauses: number[]): Promise<number> {
  await page.mouse.move(200, 480);
  await page.waitForTimeout(600);
  for (const [press, pause] of pauses.entries()) {
    await page.mouse.down();
    await page.waitForTimeout(press % 2 === 0 ? 30 : 120);
    await page.mouse.up();
    await page.waitForTimeout(pause);
  }
  await waitForTurns(panel, 'click', pauses.length);
  let framed = 0;
  for (const [press, { turn, png }] of listActions(await stopRecording(panel), 'click').entries()) {
    const { screenshot } = turn;
    if (screenshot.status !== 'kept' || screenshot.proof.kind === 'stale') continue;
    if (screenshot.proof.kind === 'ring') framed += 1;
    const [corner, secret] = await readPixels(panel, png, [CORNER, { x: 250, y: 140 }]);
    const before = COLOURS[press % COLOURS.length] ?? [];
    expect(isNear(corner, before), `press ${press}: ${String(corner)}`).toBe(true);
    expect(secret).toEqual(GREY);
  }
  return framed;
}

test('where no shot was possible, a frame shows the state before', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('film.html');
  const worker = await getServiceWorker(app);
  await worker.evaluate(() => {
    const refuse = () => Promise.reject(new Error('This request exceeds the quota.'));
    Object.assign(globalThis, { captureVisibleTab: chrome.tabs.captureVisibleTab });
    Object.assign(chrome.tabs, { captureVisibleTab: refuse });
  });
  try {
    await recordWith(app, page, panel, {});
    const framed = await pressOften(page, panel, [60, 900, 250, 900, 420, 900]);
    expect(framed).toBeGreaterThan(2);
  } finally {
    await worker.evaluate(() => {
      const { captureVisibleTab } = globalThis as unknown as typeof chrome.tabs;
      Object.assign(chrome.tabs, { captureVisibleTab });
    });
  }
});

test('on a page that moves by itself, a frame from just before shows the state before', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('film.html?live');
  await recordWith(app, page, panel, {});
  const pauses = [60, 900, 250, 900, 420, 900, 60, 900];
  expect(await pressOften(page, panel, pauses)).toBeGreaterThan(1);
});

function readPixels(
  panel: Page,
  png: Uint8Array | null,
  points: { x: number; y: number }[],
): Promise<number[][]> {
  return panel.evaluate(
    async ({ text, places }) => {
      const blob = await (await fetch(`data:image/png;base64,${text}`)).blob();
      const image = await createImageBitmap(blob);
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      return places.map(({ x, y }) =>
        Array.from(context.getImageData(x, y, 1, 1).data.slice(0, 3)),
      );
    },
    { text: Buffer.from(png ?? []).toString('base64'), places: points },
  );
}
