/** The user pauses a run or takes over its tab, over real HTTP, with a scripted model. */
import type { Page } from '@playwright/test';
import { closePanel, openPanel } from '../scripts/panel.mjs';
import { openMadePage, send } from './fixtures/conversation.ts';
import { expect, test } from './fixtures/connected.ts';
import { waitForLastKept } from './fixtures/journal.ts';
import { readTurns, startRecording, waitForTurns } from './fixtures/recorded.ts';
import type { Script, ScriptedEndpoint, ScriptedRequest } from './fixtures/scripted-endpoint.ts';
import { expectStopped, findStop } from './fixtures/stopping.ts';

const SECRET = 'hunter2-very-secret';
const PAGE = `<h1>Order</h1>
  <button onclick="document.title += ' started'">Start</button>
  <label>City <input name="city"></label>
  <label>Password <input type="password" name="password"></label>
  <button onclick="document.title += ' sent'">Deliver</button>`;

test.beforeEach(({ page }) => openMadePage(page, PAGE, 'Order'));

/** A click on what the prompt names so; uids are only known from there. */
function clickOn(name: string) {
  return ({ messages }: ScriptedRequest): string => {
    const line = new RegExp(`\\(uid = ([\\w-]+)\\)[^\\n]*\\[\\[text\\]\\] ${name}`);
    const prompt = messages.map(({ content }) => content).join('\n');
    return `click(uid="${line.exec(prompt)?.[1] ?? 'none'}")`;
  };
}

const button = (panel: Page, name: string) => panel.getByRole('button', { name, exact: true });

/** Presses a button of the panel's in the moment in which it says that an action begins. */
async function pressAsItActs(panel: Page, name: string): Promise<void> {
  await panel.evaluate((label) => {
    const look = () => {
      const buttons = [...document.querySelectorAll<HTMLElement>('button')];
      const found = buttons.find((each) => [each.ariaLabel, each.textContent].includes(label));
      if (!found || !document.body.textContent.includes('acting…')) return;
      observer.disconnect();
      found.click();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, name);
}

/** Presses what stands this many places before Stop, which is always last: the chip's root is closed. */
async function pressChip(page: Page, fromRight: number): Promise<void> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const at = [width - 45, width - 110][fromRight - 1] ?? 0;
  await page.mouse.click(at, height - 40);
}

/** A reply that comes only when it is let. */
function holdBack(reply: (request: ScriptedRequest) => string) {
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  return {
    letGo: () => letGo(),
    reply: (request: ScriptedRequest) => free.then(() => reply(request)),
  };
}

/** The user takes over while the model is still asked to press Start: what it replies then comes too late. */
async function takeOverMidRequest(
  panel: Page,
  connect: (script: Script) => Promise<ScriptedEndpoint>,
  next: Script = [],
  { words = 'start it', take = () => button(panel, 'Take over').click() } = {},
) {
  const start = holdBack(clickOn('Start'));
  const endpoint = await connect([start.reply, ...next]);
  await send(panel, words);
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await take();
  start.letGo();
  await expect(panel.getByText('You have the page')).toBeVisible();
  return endpoint;
}

test('a paused run does nothing until it is resumed', async ({ page, panel, connect }) => {
  const start = holdBack(clickOn('Start'));
  const endpoint = await connect([start.reply, 'say(utterance="Started.")']);
  await send(panel, 'start it');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await button(panel, 'Pause copilot').click();
  await expect(panel.getByText('Pausing after this step')).toBeVisible();
  start.letGo();
  await expect(panel.getByText('Paused', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Order');
  expect(endpoint.requests).toHaveLength(1);
  await button(panel, 'Continue').click();
  await expect(panel.getByRole('log').getByText('Started.', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Order started');
});

test('reports the user’s actions during a take-over to the model, without secrets', async ({
  page,
  panel,
  connect,
}) => {
  const next = [clickOn('Deliver'), 'say(utterance="All done.")'];
  const words = 'start, fill in the city and deliver';
  const endpoint = await takeOverMidRequest(panel, connect, next, { words });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('City').pressSequentially('Oslo');
  await page.getByLabel('Password').pressSequentially(SECRET);
  const log = panel.getByRole('log');
  await expect(log.getByText('You: clicked Start')).toBeVisible();
  await expect(log.getByText('You: typed “Oslo” in City')).toBeVisible();
  await button(panel, 'Hand back').click();
  await expect(log.getByText('All done.', { exact: true })).toBeVisible();
  // Not started twice: the model's first wish came before the user had the page.
  await expect(page).toHaveTitle('Order started sent');
  const reported = JSON.stringify(endpoint.requests.slice(1).map(({ messages }) => messages));
  expect(reported).toContain('Click Start (done by the instructor)');
  expect(reported).toContain('Type “Oslo” in City (done by the instructor)');
  expect(reported).toContain('in Password (done by the instructor)');
  expect(reported).not.toContain(SECRET);
  await expect(log).not.toContainText(SECRET);
});

test('a recording saves the user’s actions during a take-over once', async ({
  page,
  panel,
  connect,
}) => {
  await startRecording(panel);
  await takeOverMidRequest(panel, connect, ['say(utterance="All done.")']);
  await page.getByRole('button', { name: 'Start' }).click();
  const log = panel.getByRole('log');
  await expect(log.getByText('You: clicked Start')).toHaveCount(1);
  await waitForTurns(panel, 'click', 1);
  await button(panel, 'Hand back').click();
  await expect(log.getByText('All done.', { exact: true })).toBeVisible();
  await expect(log.getByRole('article').filter({ hasText: 'Start' })).toHaveCount(1);
  const turns = await readTurns(panel);
  expect(turns.filter(({ action }) => action.intent === 'click')).toMatchObject([{ by: 'person' }]);
});

test('does not start an action that is only marked when the user takes over or pauses', async ({
  page,
  panel,
  connect,
}) => {
  const endpoint = await connect([clickOn('Start'), clickOn('Deliver'), 'say(utterance="Ready.")']);
  await pressAsItActs(panel, 'Take over');
  await send(panel, 'start and deliver');
  await expect(panel.getByText('You have the page')).toBeVisible();
  await expect(panel.getByRole('log').getByText(/took over before I did it/)).toBeVisible();
  await expect(page).toHaveTitle('Order');
  await pressAsItActs(panel, 'Pause copilot');
  await button(panel, 'Hand back').click();
  await expect(panel.getByText('Paused', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Order');
  await button(panel, 'Continue').click();
  await expect(panel.getByRole('log').getByText('Ready.', { exact: true })).toBeVisible();
  // The take-over made the run decide again; the paused action was done once.
  await expect(page).toHaveTitle('Order sent');
  expect(endpoint.requests).toHaveLength(3);
});

test('withdraws an open question when the user takes over', async ({ page, panel, connect }) => {
  await openMadePage(page, `<button onclick="document.title = 'deleted'">Delete all</button>`);
  await connect([clickOn('Delete all'), 'say(utterance="As you like.")']);
  await send(panel, 'tidy up');
  const log = panel.getByRole('log');
  await expect(button(panel, 'Allow once')).toBeVisible();
  await button(panel, 'Take over').click();
  await expect(log.getByText('You took over before answering, so it was not done')).toBeVisible();
  await expect(button(panel, 'Allow once')).toHaveCount(0);
  await expect(panel.getByText('You have the page')).toBeVisible();
  await button(panel, 'Hand back').click();
  await expect(log.getByText('As you like.', { exact: true })).toBeVisible();
  await expect(page).not.toHaveTitle('deleted');
});

test('the user can take over, navigate and hand back on the page', async ({
  page,
  panel,
  connect,
  practice,
}) => {
  const take = () => pressChip(page, 2);
  const next = ['say(utterance="I see the notes.")'];
  const endpoint = await takeOverMidRequest(panel, connect, next, { take });
  await page.goto(`${practice.url}notes/`);
  const log = panel.getByRole('log');
  // From when on the new page tells what is done there cannot be seen on it.
  await expect(async () => {
    await page.getByRole('button', { name: 'New note' }).click();
    await expect(log.getByText('You: clicked New note').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByLabel('Title').pressSequentially('Milk');
  await pressChip(page, 2);
  await expect(log.getByText('You: typed “Milk” in Title')).toBeVisible();
  await expect(log.getByText('I see the notes.', { exact: true })).toBeVisible();
  const reported = JSON.stringify(endpoint.requests[1]?.messages);
  expect(reported).toContain('Type “Milk” in Title (done by the instructor)');
  expect(reported).toContain('/notes/');
});

test('a panel closed during a take-over offers to continue, and knows the user’s actions', async ({
  app,
  page,
  panel,
  connect,
}) => {
  const endpoint = await takeOverMidRequest(panel, connect, ['say(utterance="Already done.")']);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(panel.getByRole('log').getByText('You: clicked Start')).toBeVisible();
  await waitForLastKept(panel, { type: 'userAction' });
  await closePanel(panel);
  const again = await openPanel(app, page);
  await button(again, 'Go on').click();
  await expect(again.getByRole('log').getByText('Already done.', { exact: true })).toBeVisible();
  expect(JSON.stringify(endpoint.requests[1]?.messages)).toContain(
    'Click Start (done by the instructor)',
  );
  await expect(page).toHaveTitle('Order started');
  await closePanel(again);
});

test('reports the user’s actions in another tab, and can be handed back from there', async ({
  app,
  page,
  panel,
  connect,
  practice,
}) => {
  const other = await app.context.newPage();
  await other.goto(`${practice.otherUrl}notes/`);
  await page.bringToFront();
  const endpoint = await takeOverMidRequest(panel, connect, ['say(utterance="I see.")']);
  await other.bringToFront();
  const log = panel.getByRole('log');
  await expect(async () => {
    await other.getByRole('button', { name: 'New note' }).click();
    await expect(log.getByText(/^You: clicked New note \(in another tab, on/).first()).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await other.getByLabel('Title').pressSequentially('Milk');
  await pressChip(other, 2);
  await expect(log.getByText(/^You: typed “Milk” in Title \(in another tab/)).toBeVisible();
  await expect(log.getByText('I see.', { exact: true })).toBeVisible();
  const reported = JSON.stringify(endpoint.requests[1]?.messages);
  const { host } = new URL(practice.otherUrl);
  expect(reported).toContain(
    `Type “Milk” in Title (in another tab, on ${host}) (done by the instructor)`,
  );
  // Then nothing looks there any more, and nothing of ours is left on it.
  await expect.poll(() => other.locator('html > *').count()).toBe(2);
  await other.close();
});

test('Stop works during a take-over, and the copilot then controls the page and its frames again', async ({
  page,
  panel,
  connect,
}) => {
  const frame = `<button onclick='parent.document.title += &quot; sent&quot;'>Deliver</button>`;
  await openMadePage(page, `${PAGE.split('<label>')[0] ?? ''}<iframe srcdoc="${frame}">`, 'Order');
  const next = [clickOn('Start'), clickOn('Deliver'), 'say(utterance="Done.")'];
  const endpoint = await takeOverMidRequest(panel, connect, next);
  await findStop(panel).click();
  await expectStopped(panel);
  await expect(page).toHaveTitle('Order');
  expect(endpoint.requests).toHaveLength(1);
  await send(panel, 'start and deliver');
  await expect(panel.getByRole('log').getByText('Done.', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Order started sent');
});
