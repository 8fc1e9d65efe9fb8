/** The panel itself: its names, its keyboard, its narrowest sizes. */
import { askCopilot } from '../scripts/ask-copilot.mjs';
import type { Page } from '@playwright/test';
import { closePanel, openPanel, reloadPanel } from '../scripts/panel.mjs';
import { expectAccessible } from './fixtures/accessible.ts';
import { send } from './fixtures/conversation.ts';
import { startRecording } from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('keeps the documented accessible names', async ({ panel }) => {
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  await expect(button('Send')).toBeDisabled();
  await expect(panel.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await expect(button('Copilot acts')).toHaveAttribute('aria-pressed', 'true');
  await button('I act').click();
  await expect(button('I act')).toHaveAttribute('aria-pressed', 'true');
  await button('Record').click();
  await button('Pause').click();
  await button('Resume').click();
  await expect(button('Pause')).toBeVisible();
  await button('Stop').click();
  await expect(button('Export')).toBeVisible();
  await expect(button('Record')).toBeVisible();
  await expectAccessible(panel);
});

test('works by keyboard alone', async ({ page, panel }) => {
  await panel.locator('body').focus();
  await tabTo(panel, 'Record');
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await tabTo(panel, 'Message');
  await panel.keyboard.type('click Shop');
  await tabTo(panel, 'Send');
  await panel.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/shop\//);
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  // The focus is back where the next message is written, and Enter sends.
  await panel.keyboard.type('click Notes');
  await panel.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/notes\//);
  await expectAccessible(panel);
});

test('a message sent as soon as the panel shows reaches the tab', async ({ page, panel }) => {
  // A busy browser answers late.
  await panel.addInitScript(() => {
    const query = chrome.tabs.query.bind(chrome.tabs);
    chrome.tabs.query = async (info: chrome.tabs.QueryInfo) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return query(info);
    };
  });
  await reloadPanel(panel);
  await send(panel, 'click Shop');
  await expect(page).toHaveURL(/\/shop\//);
  await closePanel(panel);
});

test('an example is put into the message box to be edited or sent', async ({ panel }) => {
  const examples = panel.getByRole('list', { name: /Examples/ });
  const general = examples.getByText('type tea in the search box and press enter');
  // The pointer on the panel asks for examples from the page, which replace the general ones.
  await examples.hover();
  await expect(general).toBeHidden();
  const example = examples.getByRole('button').first();
  const text = await example.innerText();
  await example.click();
  const message = panel.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue(text);
  await expect(message).toBeFocused();
});

test('saves who said what while a person navigates', async ({ panel }) => {
  await panel.getByText('I act').click();
  await startRecording(panel);
  await send(panel, 'Find a red kettle');
  await panel.getByRole('button', { name: 'Speak as navigator' }).click();
  await send(panel, 'Which size?');
  await expect
    .poll(() =>
      panel.evaluate(async () => {
        const { wayscribe } = globalThis;
        const [newest] = (await wayscribe?.demonstrations.list()) ?? [];
        const read = await wayscribe?.demonstrations.get(newest?.demonstration.id ?? '');
        return read?.turns.flatMap(({ action }) =>
          action.intent === 'say' ? [`${action.speaker}: ${action.utterance}`] : [],
        );
      }),
    )
    .toEqual(['instructor: Find a red kettle', 'navigator: Which size?']);
});

test('a recording starts without the previous conversation', async ({ panel }) => {
  await panel.getByText('I act').click();
  await startRecording(panel);
  await send(panel, 'Find a red kettle');
  const log = panel.getByRole('log');
  await expect(log.getByText('Find a red kettle')).toBeVisible();
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();
  // It can still be read until the next begins.
  await expect(log.getByText('Find a red kettle')).toBeVisible();
  await startRecording(panel);
  await send(panel, 'Which size?');
  await expect(log.getByText('Which size?')).toBeVisible();
  await expect(log.getByText('Find a red kettle')).toBeHidden();
});

test('messages for the recording never reach the copilot, also after the panel was closed', async ({
  app,
  page,
  panel,
}) => {
  await panel.getByText('I act').click();
  await startRecording(panel);
  await panel.getByRole('button', { name: 'Speak as navigator' }).click();
  await closePanel(panel);
  const again = await openPanel(app, page);
  await send(again, 'click Shop');
  await expect(again.getByRole('log').getByText(/Navigator/)).toBeVisible();
  const pressed = { pressed: true, exact: true };
  await expect(again.getByRole('button', { name: 'I act', ...pressed })).toBeVisible();
  await expect(again.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  await closePanel(again);
});

test('shows who navigates in forced colours', async ({ panel }) => {
  await panel.emulateMedia({ forcedColors: 'active' });
  const colour = (name: string) =>
    panel.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
  expect(await colour('Copilot acts')).not.toBe(await colour('I act'));
  await panel.emulateMedia({ forcedColors: null });
});

test('shows no empty screenshot for an unrecorded action', async ({ panel }) => {
  await askCopilot(panel, 'click Shop');
  await expect(panel.getByRole('log').getByText('done', { exact: true })).toBeVisible();
  expect(await panel.locator('[data-status]').count()).toBe(0);
});

// 320 px, and the same at 200 % zoom, where there is room for half as many.
for (const width of [320, 160]) {
  test(`nothing overflows at ${String(width)} px`, async ({ page, panel, practice }) => {
    await page.goto(`${practice.url}shop/`);
    await panel.setViewportSize({ width, height: 640 });
    await expectNoOverflow(panel);
    await panel.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    await askCopilot(panel, 'click Add to cart');
    await expect(panel.getByRole('group', { name: /Which one/ })).toBeVisible();
    await askCopilot(panel, 'the first one');
    await askCopilot(panel, 'click Launch the rocket');
    await expectNoOverflow(panel);
    await panel.getByRole('log').getByRole('button', { expanded: false }).last().click();
    await expectNoOverflow(panel);
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.getByText('Checked: no findings')).toBeAttached();
    await expectNoOverflow(panel);
  });
}

async function expectNoOverflow(panel: Page): Promise<void> {
  const wide = await panel.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect();
        // Pictures are larger than the frame that shows a part of them.
        const cut = element.closest('.visually-hidden, [aria-hidden="true"], img');
        return !cut && width > 1 && height > 1 && right > innerWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(wide).toEqual([]);
  const { scrollWidth, clientWidth } = await panel.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
}

async function tabTo(panel: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await panel.keyboard.press('Tab');
    const focused = await panel.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent.trim();
    });
    if (focused === name) return;
  }
  throw new Error(`Tab does not reach ${name}.`);
}
