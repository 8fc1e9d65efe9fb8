import type { CDPSession, Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { serveTrialPages } from '../fixtures/trial-pages.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test.beforeEach(async ({ app, page, practice, panel }) => {
  await serveTrialPages(app.context, practice);
  await startRecording(panel);
  await page.goto(`${practice.url}trial/editors.html`);
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'yes');
});

test('records a code editor that listens through a hidden field', async ({ page, panel }) => {
  await page.locator('#code').click();
  await page.keyboard.type('let a');
  await expect(page.locator('#code pre')).toHaveText('let a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('b;', { delay: 60 });
  await page.keyboard.press('Enter');
  await page.keyboard.type('b = 1', { delay: 60 });
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Code=let b;\nb = 1']);
  expect(describeActions(recording, 'press')).toEqual([]);
});

test('records an editor that handles every input itself', async ({ page, panel }) => {
  await page.locator('#model').click();
  await page.keyboard.type('walnut lamp');
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Model=walnut lamp']);
  const [typed] = listActions(recording, 'textInput');
  expectTarget(typed);
  expect(typed.html).not.toContain('walnut');
});

test('keeps the typed text when an editor undoes by itself', async ({ page, panel }) => {
  await page.locator('#undo').click();
  await page.keyboard.type('oak');
  await page.keyboard.press('Control+z');
  await expect(page.locator('#undo')).toHaveText('');
  await page.keyboard.type('ash');
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput', 'press')).toEqual([
    'textInput Undoing=oak',
    'press Control+z',
    'textInput Undoing=ash',
  ]);
});

test('records a field that the page empties during typing', async ({ page, panel }) => {
  await page.getByLabel('Tags').click();
  await page.keyboard.type('red,blue,gr');
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Tags=red,blue,gr']);
});

test('records a frame whose document is reopened', async ({ page, panel }) => {
  await page.frameLocator('iframe').locator('body').click();
  await page.keyboard.type('Dear Ada');
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Letter=Dear Ada']);
  expectTarget(listActions(recording, 'textInput')[0]);
});

test('splits typing in a frame at a press outside of it', async ({ page, panel }) => {
  await page.frameLocator('iframe').locator('body').click();
  await page.keyboard.type('Dear');
  await page.getByRole('button', { name: 'Bold' }).click();
  await waitForTurns(panel, 'click', 2);
  await page.keyboard.type('est');
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording).slice(1)).toEqual([
    'textInput Letter=Dear',
    'click Bold',
    'textInput Letter=Dearest',
    'click Editors',
  ]);
});

test('records composed characters as typing', async ({ app, page, panel }) => {
  const devtools = await app.context.newCDPSession(page);
  await page.getByLabel('Name').click();
  await compose(devtools, ['n', 'ni', 'に'], '日');
  await page.keyboard.type('!');
  await page.locator('#undo').click();
  await compose(devtools, ['h', 'ho', 'ほ'], '本');
  await page.getByRole('heading').click();
  await devtools.detach();
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual([
    'textInput Name=日!',
    'textInput Undoing=本',
  ]);
});

test('ignores text that scripts put into fields', async ({ page, panel }) => {
  await page.getByLabel('Name').click();
  await fillByScript(page);
  await page.locator('#undo').click();
  await fillByScript(page);
  await page.getByRole('heading').click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['click Name', 'click Undoing', 'click Editors']);
});

/** As an input method does: the text so far, again and again, and then what is meant. */
async function compose(devtools: CDPSession, steps: string[], text: string): Promise<void> {
  for (const step of steps) {
    const { length } = step;
    await devtools.send('Input.imeSetComposition', {
      text: step,
      selectionStart: length,
      selectionEnd: length,
    });
  }
  await devtools.send('Input.insertText', { text });
}

/** Both ways: with an event of its own, and with a command, whose events the browser calls trusted. */
async function fillByScript(page: Page): Promise<void> {
  await page.evaluate(() => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement) field.value = 'filled';
    field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const command: unknown = Reflect.get(document, 'execCommand');
    if (typeof command === 'function') {
      Reflect.apply(command, document, ['insertText', false, 'by script']);
    }
  });
}
