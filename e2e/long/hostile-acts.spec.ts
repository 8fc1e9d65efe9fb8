/** Pages that change while the user is asked, keep Stop from being heard, or end in the middle; and more than one panel. */
import type { Page } from '@playwright/test';
import { closePanel, findTabId, openPanel, openPanelTab } from '../../scripts/panel.mjs';
import { stopServiceWorker } from '../../scripts/service-worker.mjs';
import { expect, test } from '../fixtures/connected.ts';
import { openMadePage, send } from '../fixtures/conversation.ts';
import { expectStopped, findStop } from '../fixtures/stopping.ts';

const PAY = `<button onclick="document.title += ' paid'">Pay $10.00</button>`;

const button = (panel: Page, name: string) => panel.getByRole('button', { name, exact: true });

async function waitForEnd(panel: Page): Promise<void> {
  await expect(button(panel, 'Stop copilot')).toHaveCount(0);
}

test('performs an approved action only if it is unchanged since the question', async ({
  page,
  panel,
}) => {
  await openMadePage(page, PAY);
  await send(panel, 'click Pay');
  await expect(button(panel, 'Allow once')).toBeVisible();
  await page.locator('button').evaluate((pay) => (pay.textContent = 'Pay $1,000.00'));
  await button(panel, 'Allow once').click();
  const log = panel.getByRole('log');
  await expect(log.getByText(/now “Pay \$1,000\.00”, where it was “Pay \$10\.00”/)).toBeVisible();
  await waitForEnd(panel);
  await expect(page).toHaveTitle('Made page');
  // Said again, it is asked about as it is by now.
  await send(panel, 'click Pay');
  await expect(log.getByRole('group').filter({ hasText: 'Pay $1,000.00' })).toBeVisible();
  await button(panel, 'Allow once').click();
  await expect(page).toHaveTitle('Made page paid');
});

test('does not perform an approved action on another page', async ({ page, panel }) => {
  await openMadePage(page, PAY);
  await send(panel, 'click Pay');
  await expect(button(panel, 'Allow once')).toBeVisible();
  await page.reload();
  await button(panel, 'Allow once').click();
  await waitForEnd(panel);
  await expect(page).toHaveTitle('Made page');
});

for (const recording of [false, true]) {
  const when = recording ? 'while recording' : 'without recording';
  test(`Stop works on a page that swallows every press and key, ${when}`, async ({
    page,
    panel,
    connect,
  }) => {
    const endpoint = await connect([{ silence: true }, { silence: true }]);
    const keep = (types: string): string => `<script>
      for (const type of '${types}'.split(' '))
        addEventListener(type, (event) => {
          if (!event.isTrusted) return;
          event.stopImmediatePropagation();
          event.preventDefault();
        }, true);
      </script><button>Start</button>`;
    await openMadePage(
      page,
      keep('keydown keypress pointerdown pointerup mousedown mouseup click'),
    );
    if (recording) {
      await button(panel, 'Record').click();
      await expect(button(panel, 'Pause')).toBeVisible();
    }
    await send(panel, 'begin');
    await expect.poll(() => endpoint.requests.length).toBe(1);
    await page.keyboard.press('Escape');
    await expectStopped(panel);
    await send(panel, 'begin');
    await expect.poll(() => endpoint.requests.length).toBe(2);
    // As long as a person holds it, and again as a person would where the page took longer to paint than that.
    // The chip is in a closed root, in the corner at the bottom right.
    const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    await expect(async () => {
      await page.mouse.click(size.width - 45, size.height - 40, { delay: 120 });
      await expect(findStop(panel)).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await expectStopped(panel, 2);
  });
}

test('restores the Stop button on a page that removes it', async ({ page, panel, connect }) => {
  const endpoint = await connect([{ silence: true }]);
  await openMadePage(page, '<button>Start</button>');
  await send(panel, 'begin');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  const ours = page.locator('html > div');
  await expect(ours).toHaveCount(1);
  await ours.evaluate((host) => {
    document.title = 'taken';
    host.remove();
  });
  await expect(page).toHaveTitle('taken');
  await expect(ours).toHaveCount(1);
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.mouse.click(size.width - 45, size.height - 40);
  await expectStopped(panel);
  await expect(ours).toHaveCount(0);
});

test('does not follow a redirect to an excluded site', async ({
  page,
  panel,
  practice,
  connect,
}) => {
  const { host } = new URL(practice.otherUrl);
  const endpoint = await connect([`load(url="${practice.url}go")`, 'say(utterance="I read it.")']);
  await panel.evaluate((ruleBook) => chrome.storage.local.set({ ruleBook }), {
    effects: {},
    grants: [],
    sites: { allow: [], deny: [host] },
  });
  await page.route(`${practice.url}go`, (route) =>
    route.fulfill({ status: 302, headers: { location: `${practice.otherUrl}notes/` } }),
  );
  await send(panel, 'go on there');
  const log = panel.getByRole('log');
  await expect(log.getByText(/on your list of blocked sites/).first()).toBeVisible();
  await waitForEnd(panel);
  expect(page.url()).toContain(host);
  // The model was not shown the page.
  expect(endpoint.requests).toHaveLength(1);
});

test('survives a closed panel and a stopped service worker during an approval', async ({
  app,
  page,
  panel,
}) => {
  await openMadePage(page, PAY);
  await send(panel, 'click Pay');
  await expect(button(panel, 'Allow once')).toBeVisible();
  await closePanel(panel);
  const again = await openPanel(app, page);
  const log = again.getByRole('log');
  await expect(log.getByText(/No action was completed/)).toBeVisible();
  // The question that waited waits no more.
  await expect(button(again, 'Allow once')).toHaveCount(0);
  await expect(page).toHaveTitle('Made page');
  await button(again, 'Go on').click();
  await expect(button(again, 'Allow once')).toBeVisible();
  await stopServiceWorker(app);
  await button(again, 'Allow once').click();
  await expect(page).toHaveTitle('Made page paid');
  await waitForEnd(again);
  await closePanel(again);
});

test('explains the end of a run when its tab is closed during an approval', async ({
  app,
  page,
  panel,
  practice,
}) => {
  const other = await app.context.newPage();
  await other.goto(practice.url);
  await openMadePage(other, PAY);
  const tab = await openPanelTab(app, await findTabId(app, other));
  await send(tab, 'click Pay');
  await expect(button(tab, 'Allow once')).toBeVisible();
  await other.close();
  await button(tab, 'Allow once').click();
  await waitForEnd(tab);
  await expect(
    tab
      .getByRole('log')
      .getByText(/could not be reached|closed/i)
      .first(),
  ).toBeVisible();
  await tab.close();
  await expect(panel.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page).toHaveTitle(/./);
});

test('closing a panel does not disturb another panel’s run', async ({
  app,
  page,
  panel,
  practice,
  connect,
}) => {
  await openMadePage(page, '<button onclick="document.title += \' started\'">Start</button>');
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  const endpoint = await connect([
    async ({ messages }) => {
      await free;
      const prompt = messages.map(({ content }) => content).join('\n');
      return `click(uid="${/\(uid = ([\w-]+)\)[^\n]*Start/.exec(prompt)?.[1] ?? 'none'}")`;
    },
    'say(utterance="Started.")',
  ]);
  const other = await app.context.newPage();
  await other.goto(practice.url);
  const second = await openPanelTab(app, await findTabId(app, other));
  await page.bringToFront();
  await send(panel, 'start it');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  const ours = page.locator('html > div');
  await expect(ours).toHaveCount(1);
  await second.close();
  // The service worker has heard of it once it has answered something later.
  await panel.evaluate(() => globalThis.wayscribe?.demonstrations.list());
  letGo();
  await expect(panel.getByRole('log').getByText('Started.', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Made page started');
  await waitForEnd(panel);
  await other.close();
});

test('looking at another run’s tab during a take-over does not disturb that run', async ({
  app,
  page,
  panel,
  practice,
  connect,
}) => {
  const endpoint = await connect([{ silence: true }, { silence: true }]);
  await openMadePage(page, '<button>Start</button>');
  const other = await app.context.newPage();
  await other.goto(practice.url);
  const second = await openPanelTab(app, await findTabId(app, other));
  await send(second, 'look around');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await page.bringToFront();
  await send(panel, 'start it');
  await expect.poll(() => endpoint.requests.length).toBe(2);
  await button(panel, 'Take over').click();
  await expect(panel.getByText('Yours after this step')).toBeVisible();
  await other.bringToFront();
  await other.getByRole('heading').first().click();
  await page.bringToFront();
  await findStop(panel).click();
  await expectStopped(panel);
  // The other round still shows its own, and nothing of the first one’s stop came to it.
  await expect(other.locator('html > div')).toHaveCount(1);
  await expect(findStop(second)).toHaveCount(1);
  await findStop(second).click();
  await expectStopped(second);
  await second.close();
  await other.close();
});
