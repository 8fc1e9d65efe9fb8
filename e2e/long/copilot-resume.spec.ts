/** Whatever ends in the middle of a round, nothing is done twice, and it can be gone on with. */
import type { Page } from '@playwright/test';
import { closePanel, openPanel } from '../../scripts/panel.mjs';
import { stopServiceWorker, waitUntilActivated } from '../../scripts/service-worker.mjs';
import { expect, findUid, test } from '../fixtures/connected.ts';
import { openMadePage, send } from '../fixtures/conversation.ts';
import { waitForLastKept } from '../fixtures/journal.ts';

const REQUEST = 'click Open cart, then click Pack it, then click Print';

/** Buttons that count; Pack it drifts, so that a click waits until the test stops it. */
const SHOP = `<style>@keyframes drift { to { translate: 80px; } }
    .drifting { animation: drift 1s infinite alternate; }</style>
  ${['Open cart', 'Pack it', 'Print']
    .map((name) => `<p><button onclick="note(this)">${name}</button><output></output></p>`)
    .join('')}
  <script>
    const note = (button) => {
      const shown = button.nextElementSibling;
      shown.textContent = Number(shown.textContent) + 1;
    };
    const order = document.querySelectorAll('button')[1];
    order.className = 'drifting';
  </script>`;

/** How often each button was clicked. */
function countClicks(page: Page): Promise<number[]> {
  return page.locator('output').evaluateAll((all) => all.map((each) => Number(each.textContent)));
}

async function rest(page: Page): Promise<void> {
  await page.locator('.drifting').evaluate((button) => button.classList.remove('drifting'));
}

/** In the conversation; what is read out says it once more. */
function findText(panel: Page, text: string | RegExp) {
  return panel.getByRole('log').getByText(text);
}

function findCard(panel: Page) {
  return findText(panel, /I was interrupted while I worked on/);
}

function findButton(panel: Page, name: string) {
  return panel.getByRole('button', { name, exact: true });
}

/** The first action is done, and the second has begun and cannot go on for a while. */
async function waitForSecond(panel: Page): Promise<void> {
  await waitForLastKept(panel, { type: 'acting', description: 'Click Pack it' });
  await expect(panel.getByText('1 step done')).toBeVisible();
}

async function waitForEnd(panel: Page): Promise<void> {
  await expect(findButton(panel, 'Stop copilot')).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await openMadePage(page, SHOP);
});

test('a panel closed during an action asks before repeating it', async ({ app, page, panel }) => {
  await send(panel, REQUEST);
  await waitForSecond(panel);
  await closePanel(panel);

  const again = await openPanel(app, page);
  await expect(findCard(again)).toBeVisible();
  await expect(findText(again, /not certain whether I did “Click Pack it”/)).toBeVisible();
  // The conversation is there as well.
  await expect(findText(again, new RegExp(`^${REQUEST}$`))).toBeVisible();
  await rest(page);
  expect(await countClicks(page)).toEqual([1, 0, 0]);
  await findButton(again, 'Go on').click();
  await expect(findText(again, /do again what may have been done already/)).toBeVisible();
  expect(await countClicks(page)).toEqual([1, 0, 0]);
  await findButton(again, 'Allow once').click();
  await waitForEnd(again);
  expect(await countClicks(page)).toEqual([1, 1, 1]);
  await expect(findCard(again)).toHaveCount(0);
  await closePanel(again);
});

test('“No” is an answer, and a discarded run does not come back', async ({ app, page, panel }) => {
  await send(panel, REQUEST);
  await waitForSecond(panel);
  await closePanel(panel);

  const second = await openPanel(app, page);
  await rest(page);
  await findButton(second, 'Go on').click();
  await findButton(second, 'Don’t allow').click();
  await waitForEnd(second);
  expect(await countClicks(page)).toEqual([1, 0, 0]);
  await page.getByRole('button', { name: 'Pack it' }).evaluate((button) => {
    button.classList.add('drifting');
  });
  await send(second, 'click Pack it');
  await waitForLastKept(second, { type: 'acting', description: 'Click Pack it' });
  await closePanel(second);

  const third = await openPanel(app, page);
  await findButton(third, 'Discard').click();
  await expect(findCard(third)).toHaveCount(0);
  await waitForLastKept(third, { type: 'discarded' });
  await closePanel(third);

  const fourth = await openPanel(app, page);
  await expect(findText(fourth, /^click Pack it$/)).toBeVisible();
  await expect(findCard(fourth)).toHaveCount(0);
  await findButton(fourth, 'Clear conversation').click();
  await expect(findText(fourth, /^click Pack it$/)).toHaveCount(0);
  await closePanel(fourth);
});

test('a panel closed while the model is asked continues after what was done', async ({
  app,
  page,
  panel,
  connect,
}) => {
  const cart = await findUid(app, panel, page, 'Open cart');
  // Each panel reads the page again and gives its elements new uids.
  let print = '';
  const endpoint = await connect([
    `click(uid="${cart}")`,
    { silence: true },
    () => `click(uid="${print}")`,
    'say(speaker="navigator", utterance="Printed.")',
  ]);
  await send(panel, 'open the cart and print it');
  await expect.poll(() => endpoint.requests.length).toBe(2);
  await closePanel(panel);

  const again = await openPanel(app, page);
  await expect(findText(again, /Done: Click Open cart/)).toBeVisible();
  print = await findUid(app, again, page, 'Print');
  await findButton(again, 'Go on').click();
  await expect(findText(again, /^Printed\.$/)).toBeVisible();
  await waitForEnd(again);
  expect(await countClicks(page)).toEqual([1, 0, 1]);
  expect(JSON.stringify(endpoint.requests[2]?.messages)).toContain('Click Open cart → ');
  await closePanel(again);
});

test('a stopped service worker does not end the run', async ({ app, page, panel }) => {
  await send(panel, REQUEST);
  await expect.poll(() => countClicks(page)).toEqual([1, 0, 0]);
  await stopServiceWorker(app);
  await rest(page);
  await waitForEnd(panel);
  expect(await countClicks(page)).toEqual([1, 1, 1]);
});

test('a run can continue elsewhere after its page crashed during an action', async ({
  app,
  page,
  panel,
  practice,
}) => {
  await send(panel, REQUEST);
  await waitForSecond(panel);
  const devtools = await app.context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await expect(findText(panel, /not certain whether I did “Click Pack it”/)).toBeVisible();
  // A browser that is driven does not let a crashed tab come back: the page is opened in another one.
  const other = await app.context.newPage();
  await other.goto(practice.url);
  await openMadePage(other, SHOP);
  await page.close();
  await other.bringToFront();
  await findButton(panel, 'Go on').click();
  await expect(findText(panel, /do again what may have been done already/)).toBeVisible();
  expect(await countClicks(other)).toEqual([0, 0, 0]);
  await findButton(panel, 'Don’t allow').click();
  await waitForEnd(panel);
  await other.close();
});

test('an extension reloaded during an action asks before repeating it', async ({
  freshApp,
  practice,
}) => {
  const page = await freshApp.context.newPage();
  await page.goto(practice.url);
  await openMadePage(page, SHOP);
  const panel = await openPanel(freshApp, page);
  await send(panel, REQUEST);
  await waitForSecond(panel);
  const closed = panel.waitForEvent('close');
  const restarted = freshApp.context.waitForEvent('serviceworker');
  // The page that asks for it goes away with the answer.
  await panel.evaluate(() => setTimeout(() => chrome.runtime.reload()));
  await closed;
  await restarted;
  await waitUntilActivated(freshApp);

  await page.bringToFront();
  const again = await openPanel(freshApp, page);
  await expect(findCard(again)).toBeVisible();
  await expect(findText(again, /not certain whether I did “Click Pack it”/)).toBeVisible();
  // It may have been done before the extension was reloaded; the script from before does nothing any more.
  const [, done = 0] = await countClicks(page);
  await findButton(again, 'Go on').click();
  await expect(findText(again, /do again what may have been done already/)).toBeVisible();
  expect(await countClicks(page)).toEqual([1, done, 0]);
  await findButton(again, 'Allow once').click();
  await waitForEnd(again);
  expect(await countClicks(page)).toEqual([1, done + 1, 1]);
  await closePanel(again);
});
