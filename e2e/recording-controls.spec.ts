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

test('records boxes, lists, sliders and dates as changes with their last values', async ({
  page,
  panel,
}) => {
  const label = await page.getByText('I agree').boundingBox();
  if (!label) throw new Error('The label has no box.');
  await page.mouse.click(label.x + label.width - 5, label.y + label.height / 2);
  await page.getByLabel('I agree').click();
  await page.getByLabel('I agree').press('Space');
  await page.getByLabel('Fast').click();
  await page.keyboard.press('ArrowUp');
  const size = await page.getByLabel('Size').boundingBox();
  await page.getByLabel('Size').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await slideToEnd(page);
  await page.getByLabel('Day').focus();
  await page.keyboard.type('02/01/2026');
  const day = await page.getByLabel('Day').inputValue();
  expect(day).toMatch(/^2026-/);
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
    'change Size=Large',
    'click Before',
    'click Volume',
    'change Volume=100',
    `change Day=${day}`,
  ]);
  const [click, change] = listActions(recording);
  expect(click?.turn.element?.tagName).toBe('LABEL');
  expect(change?.turn.causedBy).toBe(click?.turn.id);
  expectTarget(change);
  // The state before: not yet ticked.
  expect(change.html).toMatch(/<input[^>]*id="agree"/);
  expect(change.html).not.toMatch(/<input[^>]*id="agree"[^>]*checked/);
  const sized = listActions(recording, 'change')[5];
  expectTarget(sized, size);
  expect(sized.html).not.toMatch(/<option[^>]*selected[^>]*>Large/);
});

async function slideToEnd(page: Page): Promise<void> {
  const box = await page.getByLabel('Volume').boundingBox();
  if (!box) throw new Error('The slider has no box.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** Not one step after the other: each would be waited for, and a pause ends a scroll. */
async function turnWheel(page: Page, steps: number, by: number): Promise<void> {
  await Promise.all(Array.from({ length: steps }, () => page.mouse.wheel(0, by)));
}

function listScrolls(recording: Recording) {
  return listActions(recording).map(({ turn }) =>
    turn.action.intent === 'scroll' ? turn.action : null,
  );
}

// Apart from the next test: the browser gives a wheel's first steps to what it scrolled last.
test('records the wheel over a scrolling part as one scroll of that part', async ({
  page,
  panel,
}) => {
  await page.locator('#scroller').hover();
  await turnWheel(page, 3, 30);
  await waitForTurns(panel, 'scroll', 1);
  const scrolls = listScrolls(await stopRecording(panel));
  expect(scrolls).toEqual([expect.objectContaining({ x: 0, y: 90 })]);
  expect(scrolls[0]?.uid).not.toBeNull();
});

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

test('saves 25 clicks at machine speed in order, and nothing that scripts do or fill in', async ({
  page,
  panel,
}) => {
  await page.getByLabel('Tag').click();
  await page.evaluate(actByScript);
  const box = await page.getByRole('button', { name: 'Tick by script' }).boundingBox();
  const other = await page.locator('#source').boundingBox();
  if (!box || !other) throw new Error('The targets have no boxes.');
  for (let click = 0; click < 25; click += 1) {
    const at = click % 2 === 0 ? box : other;
    await page.mouse.move(at.x + 5, at.y + 5);
    await page.mouse.down();
    await page.mouse.up();
  }
  // Ticked by the page at every second click, 13 times in all.
  await expect(page.getByLabel('I agree')).toBeChecked();
  // Turns are stored in order: once the last click is stored, no earlier turn is missing.
  await waitForTurns(panel, 'click', 26);
  const recording = await stopRecording(panel);
  const [first, ...clicks] = listActions(recording);
  expect(first?.turn.element?.name).toBe('Tag');
  expect(clicks.map(({ turn }) => `${turn.action.intent} ${turn.element?.tagName ?? ''}`)).toEqual(
    Array.from({ length: 25 }, (_, click) => (click % 2 === 0 ? 'click BUTTON' : 'click P')),
  );
  for (const click of clicks) expectTarget(click);
});

/** As a page's script or a password manager does, in the field that a person is in and in others. */
function actByScript(): void {
  const fill = (selector: string, value: string, event: Event): void => {
    const field = document.querySelector(selector);
    if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) return;
    field.value = value;
    field.dispatchEvent(event);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  fill(
    '#tag',
    'filled',
    new InputEvent('input', {
      bubbles: true,
      composed: true,
      data: 'x',
      inputType: 'insertText',
    }),
  );
  fill('#day', '2026-01-02', new Event('input', { bubbles: true }));
  fill('#size', 'Large', new Event('input', { bubbles: true }));
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  const query = document.querySelector<HTMLInputElement>('[name=q]');
  query?.focus();
  if (query) query.value = 'by script';
  query?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  document.querySelector('a')?.dispatchEvent(new MouseEvent('click', { cancelable: false }));
}
