import type { Page } from '@playwright/test';
import type { Recording } from './fixtures/recorded.ts';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ panel, openTrial }) => {
  await openTrial('actions.html');
  await startRecording(panel);
});

test('records a box or its label as one click and the change it makes', async ({ page, panel }) => {
  const label = await page.getByText('I agree').boundingBox();
  if (!label) throw new Error('The label has no box.');
  await page.mouse.click(label.x + label.width - 5, label.y + label.height / 2);
  await page.getByLabel('I agree').click();
  await page.getByLabel('I agree').press('Space');
  await page.getByLabel('Fast').click();
  await page.keyboard.press('ArrowUp');
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click I agree',
    'change I agree=true',
    'click I agree',
    'change I agree=false',
    'click I agree',
    'change I agree=true',
    'click Fast',
    'change Fast=true',
    'change Slow=true',
  ]);
  const [click, change] = listActions(recording);
  expect(click?.turn.element?.tagName).toBe('LABEL');
  expect(change?.turn.causedBy).toBe(click?.turn.id);
  expectTarget(change);
  // The state before: not yet ticked.
  expect(change.html).toMatch(/<input[^>]*id="agree"/);
  expect(change.html).not.toMatch(/<input[^>]*id="agree"[^>]*checked/);
});

test('records a list set by keys as one change with the last value', async ({ page, panel }) => {
  await page.getByLabel('Size').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await waitForTurns(panel, 'click', 1);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['change Size=Large', 'click Before']);
  const [kept] = listActions(recording);
  expectTarget(kept, await page.getByLabel('Size').boundingBox());
  expect(kept.html).not.toMatch(/<option[^>]*selected[^>]*>Large/);
});

test('records a slider and a date', async ({ page, panel }) => {
  const volume = page.getByLabel('Volume');
  const box = await volume.boundingBox();
  if (!box) throw new Error('The slider has no box.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.getByLabel('Day').focus();
  await page.keyboard.type('02/01/2026');
  const day = await page.getByLabel('Day').inputValue();
  expect(day).toMatch(/^2026-/);
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'change')).toEqual(['change Volume=100', `change Day=${day}`]);
});

test('ignores what scripts do', async ({ page, panel }) => {
  await page.getByRole('button', { name: 'Tick by script' }).click();
  await expect(page.getByLabel('I agree')).toBeChecked();
  const query = page.getByLabel('Query');
  await query.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.value = 'by script';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    document.querySelector('a')?.dispatchEvent(new MouseEvent('click', { cancelable: false }));
  });
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['click Tick by script']);
});

test('records copying and pasting', async ({ app, page, panel, practice }) => {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: practice.url,
  });
  await page.locator('#source').selectText();
  await page.keyboard.press('Control+c');
  await page.getByLabel('Tag').click();
  await page.keyboard.press('Control+v');
  await expect(page.getByLabel('Tag')).toHaveValue('walnut lamp');
  await page.keyboard.type('s');
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'copy=walnut lamp',
    'click Tag',
    'paste Tag=walnut lamp',
    'textInput Tag=walnut lamps',
  ]);
  const [paste] = listActions(recording, 'paste');
  expectTarget(paste, await page.getByLabel('Tag').boundingBox());
  expect(paste.html).not.toMatch(/<input[^>]*id="tag"[^>]*value=/);
});

/** Not one step after the other: each would be waited for, and a pause ends a scroll. */
async function turnWheel(page: Page, steps: number, by: number): Promise<void> {
  await Promise.all(Array.from({ length: steps }, () => page.mouse.wheel(0, by)));
}

function listScrolls(recording: Recording) {
  return listActions(recording).map(({ turn }) =>
    turn.action.intent === 'scroll' ? turn.action : null,
  );
}

test('records one wheel gesture as one scroll of the page, and scrolling by keys', async ({
  page,
  panel,
}) => {
  await page.mouse.move(600, 300);
  await turnWheel(page, 5, 40);
  await waitForTurns(panel, 'scroll', 1);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
  await page.keyboard.press('PageDown');
  await waitForTurns(panel, 'scroll', 2);
  // The turn is there when the smooth scroll begins; stopping now would save how far it has come.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  const [wheel, key, ...others] = listScrolls(await stopRecording(panel));
  expect(wheel).toMatchObject({ x: 0, y: 200, uid: null });
  expect(key).toMatchObject({ x: 0, uid: null });
  expect(key?.y).toBeGreaterThan(300);
  expect(others).toEqual([]);
});

test('records the wheel over a scrolling part as one scroll of that part', async ({
  page,
  panel,
}) => {
  await page.locator('#scroller').hover();
  await turnWheel(page, 3, 30);
  await waitForTurns(panel, 'scroll', 1);
  const recording = await stopRecording(panel);
  const scrolls = listScrolls(recording);
  expect(scrolls).toEqual([expect.objectContaining({ x: 0, y: 90 })]);
  expect(scrolls[0]?.uid).not.toBeNull();
});

test('saves 25 clicks at machine speed in order', async ({ page, panel }) => {
  const box = await page.getByRole('button', { name: 'Tick by script' }).boundingBox();
  const other = await page.locator('#source').boundingBox();
  if (!box || !other) throw new Error('The targets have no boxes.');
  for (let click = 0; click < 25; click += 1) {
    const at = click % 2 === 0 ? box : other;
    await page.mouse.move(at.x + 5, at.y + 5);
    await page.mouse.down();
    await page.mouse.up();
  }
  await waitForTurns(panel, 'click', 25);
  const recording = await stopRecording(panel);
  const clicks = listActions(recording, 'click');
  expect(clicks.map(({ turn }) => turn.element?.tagName)).toEqual(
    Array.from({ length: 25 }, (_, click) => (click % 2 === 0 ? 'BUTTON' : 'P')),
  );
  for (const click of clicks) expectTarget(click);
});

test('records a double click together with its two clicks', async ({ page, panel }) => {
  await page.locator('#source').dblclick();
  const recording = await stopRecording(panel);
  const clicks = listActions(recording, 'click');
  expect(clicks.map(({ turn }) => turn.action.intent)).toEqual(['click', 'click']);
  expect(clicks.map(({ turn }) => turn.properties['detail'])).toEqual([1, 2]);
});
