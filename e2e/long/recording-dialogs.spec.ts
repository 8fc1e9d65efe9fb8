import type { Page } from '@playwright/test';
import type { BrowserTurn } from '../../src/core/demonstration/demonstration.ts';
import { readTurns, stopRecording, waitForTurns } from '../fixtures/recorded.ts';
import { addStoredPages } from '../fixtures/stored-page.ts';
import { serveTrialPages } from '../fixtures/trial-pages.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

/** Answers the dialogs of a page as a person would, in order: `null` cancels. */
function answer(page: Page, ...answers: (string | null)[]): void {
  page.on('dialog', (dialog) => {
    const next = answers.shift();
    void (next === null ? dialog.dismiss() : dialog.accept(next)).catch(() => undefined);
  });
}

async function record(panel: Page, dialogs: boolean): Promise<void> {
  await panel.evaluate((options) => globalThis.wayscribe?.recording.start({ options }), {
    dialogs,
  });
}

function listDialogs(turns: readonly { action: BrowserTurn['action'] | { intent: 'say' } }[]) {
  return turns.flatMap(({ action }) =>
    action.intent === 'dialog' ? [[action.kind, action.message, action.answer]] : [],
  );
}

test.beforeEach(({ app, practice }) => serveTrialPages(app.context, practice));

test('records dialogs with their answers, the page behind them, and their cause', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}trial/dialogs.html`);
  await record(panel, true);
  answer(page, '', null, 'Ada', 'hunter2!x', '', '', '');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.locator('#state')).toHaveText('Ada 9');
  await page.frameLocator('[title=inner]').getByRole('button').click();
  await page.locator('#state').click();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Later' }).click();
  await waitForTurns(panel, 'dialog', 7);
  const recording = await addStoredPages(panel, await stopRecording(panel));
  const kept = recording.browser.filter(({ turn }) => turn.action.intent === 'dialog');
  expect(listDialogs(kept.map(({ turn }) => turn))).toEqual([
    ['confirm', 'Delete it?', 'true'],
    ['confirm', 'Delete it?', 'false'],
    ['prompt', 'Your name?', 'Ada'],
    ['prompt', 'Your password, please', '••••••'],
    ['alert', 'From the frame', null],
    ['confirm', 'By key?', 'true'],
    ['alert', 'Much later', null],
  ]);
  const causes = kept.map(
    ({ turn }) => recording.turns.find(({ id }) => id === turn.causedBy)?.action.intent,
  );
  expect(causes).toEqual(['click', 'click', 'click', 'click', 'click', 'press', undefined]);
  expect(kept[0]?.html).toContain('>asking</p>');
  const everything = Buffer.concat([...recording.files.values()]).toString('utf8');
  expect(everything).not.toContain('hunter2');
  expect(everything).not.toContain('Delete it?","');
});

test('records a dialog at load and one whose answer leaves the page, and nothing after the end', async ({
  page,
  panel,
  practice,
}) => {
  await record(panel, true);
  answer(page, '', '', '');
  await page.goto(`${practice.url}trial/dialogs.html?greets`);
  expect(await page.evaluate('nativeLooking')).toBe(true);
  expect(await page.evaluate('heard.filter((node) => node.data !== "").length')).toBe(0);
  expect(await page.evaluate('heard.length')).toBe(1);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\?left/);
  await waitForTurns(panel, 'dialog', 2);
  const { turns } = await stopRecording(panel);
  expect(listDialogs(turns)).toEqual([
    ['alert', 'Welcome', null],
    ['confirm', 'Leave?', 'true'],
  ]);
  expect(await page.evaluate('Object.getOwnPropertyDescriptor(window, "alert").value.name')).toBe(
    'alert',
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.goto(`${practice.url}trial/dialogs.html`);
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(listDialogs(await readTurns(panel))).toHaveLength(2);
});

test('without the option no script is in the page, and faked dialog reports are ignored', async ({
  page,
  panel,
  practice,
}) => {
  await record(panel, false);
  answer(page, '');
  await page.goto(`${practice.url}trial/dialogs.html`);
  // Only its own.
  expect(await page.evaluate('heard.length')).toBe(1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForTurns(panel, 'click', 1);
  const { turns } = await stopRecording(panel);
  expect(listDialogs(turns)).toEqual([]);
});
