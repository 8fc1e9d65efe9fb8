import type { Page } from '@playwright/test';
import type { BrowserTurn } from '../src/core/demonstration/demonstration.ts';
import { readPixel } from './fixtures/pixels.ts';
import type { Kept, Recording } from './fixtures/recorded.ts';
import {
  listActions,
  readTurns,
  startRecording,
  stopRecording,
  waitForLastEffect,
  waitForTurns,
} from './fixtures/recorded.ts';
import type { Shots } from './fixtures/shots.ts';
import { watchShots } from './fixtures/shots.ts';
import { expect, test } from './fixtures/wayscribe.ts';

type Intent = BrowserTurn['action']['intent'];

const GREEN = [0, 128, 0];
const RED = [200, 0, 0];
const BLUE = [0, 0, 200];
const GREY = [128, 128, 128];

let shots: Shots;
/** Just before a button was last let go, epoch ms. */
let actedAt: number;

test.beforeEach(async ({ app, page, panel, openTrial }) => {
  shots = await watchShots(app);
  await openTrial('effects.html');
  await startRecording(panel);
  await page.mouse.move(20, 20);
  await shots.waitSince();
  actedAt = 0;
});

/** As people do: the pointer rests until the page is pictured, then the button is pressed. */
async function press(page: Page, selector: string): Promise<void> {
  await page.hover(selector);
  await shots.waitSince(actedAt);
  await page.mouse.down();
  actedAt = Date.now();
  await page.mouse.up();
}

/** Types into what has the focus; what is pictured at rest from now on is what came of all of it. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text.slice(0, -1), { delay: 40 });
  actedAt = Date.now();
  await page.keyboard.type(text.slice(-1));
}

/** When the page last changed its colour, epoch ms. */
function readToggledAt(page: Page): Promise<number> {
  return page.evaluate<number>('toggledAt');
}

/** The last turn of an intent, once it is known what came of it. */
async function waitForEffect(panel: Page, intent: Intent, count = 1): Promise<void> {
  const read = async (): Promise<number> =>
    (await readTurns(panel)).filter(
      (turn) =>
        turn.kind === 'browser' &&
        turn.action.intent === intent &&
        turn.effect?.screenshot.status === 'kept',
    ).length;
  await expect.poll(read, { message: `${intent} with its effect` }).toBe(count);
}

function readEffect(
  { files, browser }: Recording,
  kept: Kept | undefined,
): Uint8Array<ArrayBuffer> | null {
  const n = kept ? browser.indexOf(kept) : -1;
  return files.get(`screenshots/screenshot-${String(n)}-1.png`) ?? null;
}

const nameEffect = ({ files }: Recording, n: number): unknown => {
  const replay = JSON.parse(Buffer.from(files.get('replay.json') ?? []).toString()) as {
    data: { action?: { event_id: number; screenshot_effect: string | null } }[];
  };
  return replay.data.find(({ action }) => action?.event_id === n)?.action?.screenshot_effect;
};

test('the effect of a click shows the page after, the screenshot the page before', async ({
  page,
  panel,
}) => {
  await press(page, '#toggle');
  await waitForEffect(panel, 'click');
  await press(page, '#toggle');
  await waitForEffect(panel, 'click', 2);
  const recording = await stopRecording(panel);
  const [first, second] = listActions(recording, 'click');
  expect(await readPixel(panel, first?.png ?? null)).toEqual(GREEN);
  expect(await readPixel(panel, readEffect(recording, first))).toEqual(RED);
  expect(await readPixel(panel, second?.png ?? null)).toEqual(RED);
  expect(await readPixel(panel, readEffect(recording, second))).toEqual(GREEN);
  const n = first ? recording.browser.indexOf(first) : -1;
  expect(nameEffect(recording, n)).toBe(`screenshot-${String(n)}-1.png`);
  // The same picture, kept once.
  const [after, before] = [first?.turn.effect?.screenshot, second?.turn.screenshot];
  expect(after?.status === 'kept' && after.image).toBe(before?.status === 'kept' && before.image);
});

test('an immediate second click leaves no effect of the first, or the right one', async ({
  page,
  panel,
}) => {
  await page.hover('#toggle');
  for (let click = 0; click < 5; click += 1) {
    await page.mouse.down();
    await page.mouse.up();
    // What is tried is how close the next click follows.
    await page.waitForTimeout(click % 2 === 0 ? 60 : 250);
  }
  await waitForTurns(panel, 'click', 5);
  await waitForLastEffect(panel);
  const recording = await stopRecording(panel);
  const clicks = listActions(recording, 'click');
  expect(clicks).toHaveLength(5);
  for (const [index, kept] of clicks.entries()) {
    const effect = readEffect(recording, kept);
    const pixel = await readPixel(panel, effect);
    if (pixel)
      expect(pixel, JSON.stringify(kept.turn.effect)).toEqual(index % 2 === 0 ? RED : GREEN);
    else expect(kept.turn.effect?.screenshot).toMatchObject({ status: 'missing' });
  }
  expect(await readPixel(panel, readEffect(recording, clicks[4]))).toEqual(RED);
});

test('a late change or the page of a link is the effect of the last action', async ({
  page,
  panel,
}) => {
  await press(page, '#late');
  await expect(page.locator('body.red')).toBeVisible();
  await waitForLastEffect(panel, await readToggledAt(page));
  await press(page, '#next');
  // As long as that has not come, the page at rest is the one with the link.
  await waitForTurns(panel, 'load', 2);
  await waitForLastEffect(panel);
  await waitForReceipts(panel, 'click', 2);
  const recording = await stopRecording(panel);
  const [late, link] = listActions(recording, 'click');
  expect(await readPixel(panel, late?.png ?? null)).toEqual(GREEN);
  expect(await readPixel(panel, readEffect(recording, late))).toEqual(RED);
  expect(await readPixel(panel, link?.png ?? null)).toEqual(RED);
  expect(await readPixel(panel, readEffect(recording, link))).toEqual(BLUE);
  expect(link?.turn.receipt?.verdict).toBe('changed');
  expect(link?.turn.receipt?.changes).toEqual([
    expect.objectContaining({ kind: 'url', to: page.url() }),
    { kind: 'title', to: 'Next' },
  ]);
});

/** Waits until all actions of an intent have a receipt, and so many are there. */
async function waitForReceipts(panel: Page, intent: Intent, count: number): Promise<void> {
  const read = async (): Promise<number> =>
    (await readTurns(panel)).filter(
      (turn) => turn.kind === 'browser' && turn.action.intent === intent && turn.receipt !== null,
    ).length;
  await expect.poll(read, { message: `${intent} with its receipt` }).toBe(count);
}

test("writes receipts for a person's actions, and paints over secret fields in effects", async ({
  page,
  panel,
}) => {
  await press(page, '#secret');
  await type(page, 'k9-Quince!');
  await waitForLastEffect(panel, await readToggledAt(page));
  const secret = await page.locator('#secret').boundingBox();
  await press(page, '#news');
  await waitForTurns(panel, 'change', 1);
  await waitForLastEffect(panel);
  await press(page, '#name');
  await type(page, 'Ada');
  await waitForTurns(panel, 'textInput', 2);
  await waitForLastEffect(panel, actedAt);
  await press(page, '#menu');
  await waitForTurns(panel, 'click', 4);
  await waitForLastEffect(panel);
  await press(page, '#dead');
  await waitForTurns(panel, 'click', 5);
  await waitForReceipts(panel, 'textInput', 2);
  await expect
    .poll(async () => (await readTurns(panel)).at(-1))
    .toMatchObject({ receipt: { verdict: 'unchanged' } });
  const recording = await stopRecording(panel);
  const receipts = listActions(recording).map(({ turn }) => ({
    on: `${turn.action.intent} ${turn.element?.name ?? ''}`,
    changes: turn.receipt?.changes,
  }));
  expect(receipts).toContainEqual({
    on: 'textInput Name',
    changes: [expect.objectContaining({ kind: 'value', from: '', to: 'Ada' })],
  });
  expect(receipts.find(({ on }) => on.endsWith('Newsletter'))?.changes).toEqual([
    expect.objectContaining({ kind: 'checked', to: true }),
  ]);
  expect(receipts).toContainEqual({
    on: 'click Menu',
    changes: [
      expect.objectContaining({ kind: 'state', name: 'expanded', to: 'true' }),
      { kind: 'appeared', text: 'Rename it' },
    ],
  });
  await expectSecretHidden(panel, recording, secret);
});

/** The effect of typing the secret shows the page after it, with the field painted over. */
async function expectSecretHidden(
  panel: Page,
  recording: Recording,
  box: { x: number; y: number } | null,
): Promise<void> {
  const [typed] = listActions(recording, 'textInput');
  const effect = readEffect(recording, typed);
  expect(await readPixel(panel, effect)).toEqual(GREEN);
  const inside = { x: Math.round((box?.x ?? 0) + 15), y: Math.round((box?.y ?? 0) + 10) };
  expect(await readPixel(panel, effect, inside)).toEqual(GREY);
  expect(JSON.stringify(recording.turns)).not.toContain('k9-Quince!');
}
