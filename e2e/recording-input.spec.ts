import type { Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import { addStoredPages } from './fixtures/stored-page.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ panel, openTrial }) => {
  await openTrial('actions.html');
  await startRecording(panel);
});

test('records text dragged into a field as a drag and the field’s new value', async ({
  page,
  panel,
}) => {
  const source = page.locator('#source');
  const field = page.getByLabel('Comment');
  const box = await source.boundingBox();
  await source.selectText();
  await source.dragTo(field, { sourcePosition: { x: 20, y: 8 } });
  await expect(field).toHaveValue(/walnut lamp/);
  await waitForTurns(panel, 'textInput', 1);
  const recording = await addStoredPages(panel, await stopRecording(panel));
  expect(describeActions(recording)).toEqual([
    'drag',
    expect.stringMatching(/^textInput Comment=walnut lamp\s*$/),
  ]);
  const [drag, typed] = listActions(recording);
  expectTarget(drag, box);
  expectTarget(typed);
  expect(drag.turn.action).toMatchObject({ toUid: typed.turn.element?.uid });
  expect(drag.html).toContain('walnut lamp');
});

test('records taps as clicks', async ({ page, panel }) => {
  const eager = page.getByRole('button', { name: 'Before', exact: true });
  const box = await eager.boundingBox();
  await tap(page, '#eager');
  await expect(page.getByRole('button', { name: 'After' })).toBeVisible();
  await tap(page, '#agree');
  await expect(page.getByLabel('I agree')).toBeChecked();
  await tap(page, '#gone');
  await waitForTurns(panel, 'click', 3);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Before',
    'click I agree',
    'change I agree=true',
    'click Vanishing',
  ]);
  const [first, second] = listActions(recording);
  expectTarget(first, box);
  expect(first.html).not.toContain('class="pressed"');
  expectTarget(second);
});

test('ignores what a script or a password manager fills in', async ({ page, panel }) => {
  await page.getByLabel('Tag').click();
  await page.evaluate(() => {
    const fill = (selector: string, value: string, event: Event): void => {
      const field = document.querySelector(selector);
      if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) return;
      field.value = value;
      field.dispatchEvent(event);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const typed = () =>
      new InputEvent('input', {
        bubbles: true,
        composed: true,
        data: 'x',
        inputType: 'insertText',
      });
    // The field that a person is in, and others.
    fill('#tag', 'filled', typed());
    fill('#day', '2026-01-02', new Event('input', { bubbles: true }));
    fill('#size', 'Large', new Event('input', { bubbles: true }));
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  });
  await page.getByRole('button', { name: 'Tick by script' }).click();
  await expect(page.getByLabel('I agree')).toBeChecked();
  // What comes last is kept last: nothing is on its way behind it.
  await waitForTurns(panel, 'click', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['click Tag', 'click Tick by script']);
});

async function tap(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} has no box.`);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  // One right behind the other: a finger that stays longer asks for the menu.
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  await session.detach();
}
