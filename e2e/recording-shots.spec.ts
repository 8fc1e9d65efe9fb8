import type { Page } from '@playwright/test';
import { isNear } from './fixtures/films.ts';
import type { Kept } from './fixtures/recorded.ts';
import {
  isClaimed,
  listActions,
  readRecording,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import type { HeldShots, Shots } from './fixtures/shots.ts';
import { holdShots, watchShots } from './fixtures/shots.ts';
import { expect, test as base } from './fixtures/wayscribe.ts';

const test = base.extend<{ heldShots: HeldShots }>({
  heldShots: async ({ app }, use) => {
    const shots = await holdShots(app);
    await use(shots);
    await shots.end();
  },
});

const PRESSES = 5;

/**
 * Presses like people do: some wait until the page is pictured, some do not; some hold the button. Their rhythm
 * is what is tried, so that the pauses are of fixed length.
 */
async function pressOften(page: Page, shots: Shots): Promise<void> {
  for (let press = 0; press < PRESSES; press += 1) {
    await page.mouse.move(20 + press, 20);
    // The browser draws the button differently under the pointer.
    const before = Date.now();
    await page.mouse.move(150, 250);
    if (press % 2 === 0) await shots.waitSince(before);
    else await page.waitForTimeout(60);
    await page.mouse.down();
    await page.waitForTimeout(press % 3 === 0 ? 150 : 30);
    await page.mouse.up();
    await page.waitForTimeout(400);
    // On a busy machine it may look as it was only later.
    await page.waitForFunction(
      (green) => getComputedStyle(document.body).backgroundColor === green,
      `rgb(${GREEN.join(', ')})`,
    );
  }
}

/** Where there is nothing but the page's background. */
const CORNER = { x: 10, y: 10 };

/** The colour of the picture in a corner where there is nothing but the page's background. */
async function readColour(panel: Page, { png }: Kept): Promise<number[] | null> {
  if (!png) return null;
  const text = Buffer.from(png).toString('base64');
  return panel.evaluate(
    async ([encoded, { x, y }]) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      return Array.from(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? []);
    },
    [text, CORNER] as const,
  );
}

const GREEN = [0, 128, 0];
const RED = [200, 0, 0];

/** What is called good shows the page in this colour. Returns how it is called. */
async function expectHonest(panel: Page, kept: Kept, shown: number[]): Promise<string> {
  const { screenshot } = kept.turn;
  if (screenshot.status !== 'kept') return screenshot.status;
  const { kind } = screenshot.proof;
  if (!isClaimed(kept, CORNER)) return kind;
  const colour = (await readColour(panel, kept)) ?? [];
  // Frames keep colours nearly.
  if (kind === 'ring') expect(isNear(colour, shown)).toBe(true);
  else expect(colour).toEqual(shown);
  return kind;
}

/** Until what was done last is painted. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

test('never accepts a screenshot from after the page reacted', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  const shots = await watchShots(app);
  for (const reaction of ['pointerdown', 'mousedown', 'click', 'style']) {
    await test.step(`on ${reaction}`, async () => {
      await openTrial(`reacts.html?${reaction}`);
      await startRecording(panel);
      await pressOften(page, shots);
      await waitForTurns(panel, 'click', PRESSES);
      const clicks = listActions(await stopRecording(panel), 'click');
      let good = 0;
      for (const kept of clicks) {
        const kind = await expectHonest(panel, kept, GREEN);
        if (kind !== 'stale' && kind !== 'missing') good += 1;
      }
      // Those who wait get their picture; a slow paint may cost some of them theirs.
      expect(good).toBeGreaterThanOrEqual(PRESSES / 4);
    });
  }
});

test('never accepts a screenshot of a pressed button for the next press', async ({
  page,
  panel,
  openTrial,
  heldShots,
}) => {
  await openTrial('reacts.html?style');
  await startRecording(panel);
  await page.mouse.move(150, 250);
  await heldShots.waitForOne();
  await page.mouse.down();
  await waitForPaint(page);
  await heldShots.takeIt();
  await page.mouse.up();
  await waitForTurns(panel, 'click', 1);
  await waitForPaint(page);
  await page.mouse.down();
  await page.mouse.up();
  await waitForTurns(panel, 'click', 2);
  for (const kept of listActions(await stopRecording(panel), 'click')) {
    expect(await expectHonest(panel, kept, GREEN)).not.toBe('unchanged');
  }
});

test('never accepts a screenshot from before a visible focus', async ({
  page,
  panel,
  openTrial,
  heldShots,
}) => {
  await openTrial('reacts.html?focus');
  await page.mouse.move(150, 250);
  await startRecording(panel);
  await heldShots.waitForOne();
  await heldShots.takeIt();
  for (const count of [1, 2]) {
    await page.mouse.down();
    await page.mouse.up();
    await waitForTurns(panel, 'click', count);
  }
  const [first, second] = listActions(await stopRecording(panel), 'click');
  if (!first || !second) throw new Error('Not both presses were kept.');
  expect(await expectHonest(panel, first, GREEN)).toBe('unchanged');
  expect(await expectHonest(panel, second, RED)).not.toBe('unchanged');
});

test('on an animated page no screenshot is accepted, and no frame shows the reaction', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('reacts.html?animation');
  const shots = await watchShots(app);
  await startRecording(panel);
  await page.mouse.move(150, 250);
  await shots.waitSince();
  await page.mouse.down();
  await page.mouse.up();
  await waitForTurns(panel, 'click', 1);
  const [click] = listActions(await readRecording(panel), 'click');
  expect(click?.turn.screenshot.status).toBe('kept');
  if (click?.turn.screenshot.status !== 'kept') return;
  const { proof } = click.turn.screenshot;
  expect(proof.kind).not.toBe('unchanged');
  if (proof.kind === 'ring')
    expect(isNear((await readColour(panel, click)) ?? [], GREEN)).toBe(true);
});
