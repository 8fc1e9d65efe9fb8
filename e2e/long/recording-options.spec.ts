/** What is chosen for one recording, and taking turns back. */
import type { Page } from '@playwright/test';
import type { Automation } from '../../src/app/automation.ts';
import type { Turn } from '../../src/core/demonstration/demonstration.ts';
import {
  listActions,
  readTurns,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { watchShots } from '../fixtures/shots.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const FILL = [128, 128, 128, 255];

test.beforeEach(async ({ openTrial }) => {
  await openTrial('actions.html');
});

test('options are chosen beside Record, remembered, and read-only while recording', async ({
  panel,
}) => {
  await panel.getByRole('button', { name: 'Options' }).click();
  await panel.getByRole('checkbox', { name: 'Dialogs' }).check();
  const masks = panel.getByRole('textbox', { name: 'Masks' });
  await masks.fill('#source\nhtml');
  await expect(panel.getByText('“html” would mask every whole page')).toBeVisible();
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByText('Nothing was started')).toBeVisible();
  expect(await readTurns(panel)).toEqual([]);

  await masks.fill('#source');
  await startRecording(panel);
  await panel.getByRole('button', { name: 'Options' }).click();
  const shown = panel.getByRole('region', { name: 'Recording options' });
  await expect(shown.getByText('#source')).toBeVisible();
  await expect(shown.getByRole('checkbox')).toHaveCount(0);
  const chosen = await panel.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    return (await demonstrations.list())[0]?.demonstration.options;
  });
  expect(chosen).toMatchObject({ dialogs: true, masks: ['#source'] });
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();
  await panel.reload();
  await panel.getByRole('button', { name: 'Options' }).click();
  await expect(panel.getByRole('checkbox', { name: 'Dialogs' })).toBeChecked();
  await expect(panel.getByRole('textbox', { name: 'Masks' })).toHaveValue('#source');
});

test('masked parts are in no file and no pixel, also after a navigation', async ({
  app,
  page,
  panel,
}) => {
  const shots = await watchShots(app);
  await panel.getByRole('button', { name: 'Options' }).click();
  await panel.getByRole('textbox', { name: 'Masks' }).fill('#source');
  await startRecording(panel);
  await page.bringToFront();
  await shots.waitSince();
  const place = await page.locator('#source').boundingBox();
  if (!place) throw new Error('What is masked is not shown.');
  const text = (await page.locator('#source').innerText()).trim();
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await waitForTurns(panel, 'click', 1);
  const leftAt = Date.now();
  await page.reload();
  // At once: what is masked may not be known yet in the new document.
  await page.mouse.click(place.x + 5, place.y + 5);
  await waitForTurns(panel, 'click', 2);
  await shots.waitSince(leftAt);
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await waitForTurns(panel, 'click', 3);
  const recording = await stopRecording(panel);
  const found = [...recording.files].filter(([, bytes]) =>
    Buffer.from(bytes).toString('utf8').includes(text),
  );
  expect(found.map(([path]) => path)).toEqual([]);
  const clicks = listActions(recording, 'click');
  expect(clicks).toHaveLength(3);
  const pictures = clicks.flatMap(({ png }) => (png ? [png] : []));
  expect(pictures.length).toBeGreaterThan(0);
  for (const png of pictures) {
    const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
    expect(await readPixel(panel, png, middle)).toEqual(FILL);
  }
});

/** The page after an action may be pictured once more while the test goes on. */
function ignorePictureTime(turn: Turn): object {
  const effect = turn.kind === 'browser' ? turn.effect?.screenshot.status : undefined;
  return { ...turn, effect, checksum: null };
}

test('undoes and redoes turns with everything that belongs to them, until the next action', async ({
  page,
  panel,
}) => {
  await startRecording(panel);
  await page.bringToFront();
  for (const click of [1, 2, 3]) {
    await page.locator('#source').click();
    await waitForTurns(panel, 'click', click);
  }
  await waitForOutcomes(panel, 3);
  const before = await readTurns(panel);
  const undo = panel.getByRole('button', { name: 'Undo last turn' });
  const redo = panel.getByRole('button', { name: 'Redo turn' });
  const count = async (): Promise<number> => (await readTurns(panel)).length;
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
  await undo.click();
  await expect.poll(count).toBe(before.length - 1);
  await undo.click();
  await expect.poll(count).toBe(before.length - 2);
  await expect(panel.getByRole('log').getByRole('article')).toHaveCount(before.length - 2);
  // The panel may be closed in between.
  await panel.reload();
  await redo.click();
  await expect.poll(count).toBe(before.length - 1);
  await redo.click();
  await expect.poll(count).toBe(before.length);
  expect((await readTurns(panel)).map(ignorePictureTime)).toEqual(before.map(ignorePictureTime));

  await undo.click();
  await expect.poll(count).toBe(before.length - 1);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await waitForTurns(panel, 'click', 3);
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
  const recording = await stopRecording(panel);
  expect(recording.turns.filter(({ undoneAt }) => undoneAt !== undefined)).toEqual([]);
  const clicks = listActions(recording, 'click');
  expect(clicks.map(({ turn }) => turn.element?.tagName)).toEqual(['P', 'P', 'BUTTON']);
  for (const { html } of clicks) expect(html).not.toBe('');
});

/** Until what came of so many clicks is known; it is written behind them, what changed last of all. */
async function waitForOutcomes(panel: Page, count: number): Promise<void> {
  const isKnown = (turn: Turn): boolean =>
    turn.kind === 'browser' &&
    turn.action.intent === 'click' &&
    turn.effect !== undefined &&
    turn.receipt !== null;
  await expect
    .poll(async () => (await readTurns(panel)).filter(isKnown).length, { message: 'outcomes' })
    .toBe(count);
}

/** The colour of one point; the window's scale is 1. */
function readPixel(
  panel: Page,
  png: Uint8Array,
  point: { x: number; y: number },
): Promise<number[]> {
  const args = { image: Buffer.from(png).toString('base64'), ...point };
  return panel.evaluate(async ({ image, x, y }) => {
    const blob = await (await fetch(`data:image/png;base64,${image}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(x, y, 1, 1).data ?? [])];
  }, args);
}
