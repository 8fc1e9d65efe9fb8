/** Frames of the filmed tab as pictures of actions, where there was no shot. */
import type { Page } from '@playwright/test';
import type { Turn } from '../../src/core/demonstration/demonstration.ts';
import type { Picture } from '../../src/core/demonstration/edits/edit.ts';
import type { App } from '../../scripts/launch.mjs';
import { findTabId } from '../../scripts/panel.mjs';
import { getServiceWorker } from '../../scripts/service-worker.mjs';
import { isNear, recordWith } from '../fixtures/films.ts';
import {
  isClaimed,
  exportNewest,
  listActions,
  readTurns,
  stopRecording,
  unzip,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test.use({ clicksIcon: true });

const GREEN = [0, 128, 0];
const GREY = [128, 128, 128];
const CORNER = { x: 10, y: 10 };
const COLOURS = [GREEN, [0, 0, 200], [200, 200, 0], [200, 0, 200]];

/** Rounds of two presses: as many as are tried at least, and until there are frames enough. */
const ROUNDS = 3;
const MOST_ROUNDS = 12;
/** How long after the first press of a round comes the second one. */
const PAUSES = [60, 250, 420];
/** A page that did not change for somewhat longer is at rest. */
const REST_MS = 150;

/** Until a frame is remembered of the page as it is when it rests. */
async function waitForFrame(page: Page, panel: Page, tabId: number): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  const restsSince = Date.now();
  const readNewest = (): Promise<number> =>
    panel.evaluate(async (tab) => {
      const data = { tabId: tab, until: Date.now() };
      const answer: unknown = await chrome.runtime
        .sendMessage({ to: 'offscreen', type: 'ring.list', data })
        .catch(() => null);
      const { value } = (answer ?? {}) as { value?: { requestedAt: number }[] };
      return value?.[0]?.requestedAt ?? 0;
    }, tabId);
  await expect
    .poll(readNewest, { message: 'a frame of the page at rest' })
    .toBeGreaterThan(restsSince + REST_MS);
}

/**
 * Presses a button that turns the page to the next colour, until the recording has what is wanted; as
 * people do, some of whom wait for a moment before and hold the button. Their rhythm is what is tried.
 */
async function pressUntilFramed(
  app: App,
  page: Page,
  panel: Page,
  isEnough: (turns: Turn[]) => boolean,
): Promise<void> {
  const tabId = await findTabId(app, page);
  await page.mouse.move(200, 480);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round >= ROUNDS && isEnough(await readTurns(panel))) break;
    await waitForFrame(page, panel, tabId);
    for (const hold of [30, 120]) {
      await page.mouse.down();
      await page.waitForTimeout(hold);
      await page.mouse.up();
      await page.waitForTimeout(PAUSES[round % PAUSES.length] ?? 0);
    }
    await waitForTurns(panel, 'click', 2 * (round + 1));
  }
  expect(isEnough(await readTurns(panel))).toBe(true);
  for (const [press, kept] of listActions(await stopRecording(panel), 'click').entries()) {
    if (!isClaimed(kept, CORNER)) continue;
    const [corner, secret] = await readPixels(panel, kept.png, [CORNER, { x: 250, y: 140 }]);
    const before = COLOURS[press % COLOURS.length] ?? [];
    expect(isNear(corner, before), `press ${press}: ${String(corner)}`).toBe(true);
    expect(secret).toEqual(GREY);
  }
}

function countFrames(turns: Turn[]): number {
  return turns.filter(
    (turn) =>
      turn.kind === 'browser' &&
      turn.screenshot.status === 'kept' &&
      turn.screenshot.proof.kind === 'ring',
  ).length;
}

test('uses a video frame where no screenshot was possible', async ({
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
    await pressUntilFramed(app, page, panel, (turns) => countFrames(turns) >= 3);
  } finally {
    await worker.evaluate(() => {
      const { captureVisibleTab } = globalThis as unknown as typeof chrome.tabs;
      Object.assign(chrome.tabs, { captureVisibleTab });
    });
  }
});

test('uses a video frame from just before the action on an animated page', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('film.html?live');
  await recordWith(app, page, panel, {});
  await pressUntilFramed(
    app,
    page,
    panel,
    (turns) => countFrames(turns) >= 2 && turns.some((turn) => listAlternatives(turn).length > 0),
  );
  await expectCovered(panel);
});

/** Expects that the ring's frames beside screenshots that may be late are stored with their secret painted over. */
async function expectCovered(panel: Page): Promise<void> {
  const alternatives = (await readTurns(panel)).flatMap(listAlternatives);
  expect(alternatives.length).toBeGreaterThan(0);
  const files = await unzip((await exportNewest(panel, 'archive')).zip);
  for (const { image } of alternatives) {
    const png = files.get(`contents/${image}.png`) ?? null;
    const [secret] = await readPixels(panel, png, [{ x: 250, y: 140 }]);
    expect(secret).toEqual(GREY);
  }
}

function listAlternatives(turn: Turn): readonly Picture[] {
  if (turn.kind !== 'browser' || turn.screenshot.status !== 'kept') return [];
  return turn.screenshot.alternatives ?? [];
}

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
