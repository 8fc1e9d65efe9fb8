/** The user holds a round, and has its page meanwhile: over real HTTP, with a model that does as a script says. */
import type { Page } from '@playwright/test';
import { openMadePage, send } from './fixtures/conversation.ts';
import { expect, test } from './fixtures/connected.ts';
import { readTurns, startRecording, waitForTurns } from './fixtures/recorded.ts';
import type { ScriptedRequest } from './fixtures/scripted-endpoint.ts';
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

/** A reply that comes only when it is let. */
function holdBack(reply: (request: ScriptedRequest) => string) {
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  return {
    letGo: () => letGo(),
    reply: (request: ScriptedRequest) => free.then(() => reply(request)),
  };
}

test('a paused round does nothing until it is let go on', async ({ page, panel, connect }) => {
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

test('what the user does meanwhile is told to the model, without secrets', async ({
  page,
  panel,
  connect,
}) => {
  const start = holdBack(clickOn('Start'));
  const endpoint = await connect([start.reply, clickOn('Deliver'), 'say(utterance="All done.")']);
  await send(panel, 'start, fill in the city and deliver');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await button(panel, 'Take over').click();
  start.letGo();
  await expect(panel.getByText('You have the page')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('City').pressSequentially('Oslo');
  await page.getByLabel('Password').pressSequentially(SECRET);
  const log = panel.getByRole('log');
  await expect(log.getByText('You: clicked Start')).toBeVisible();
  await expect(log.getByText('You: typed “Oslo” in City')).toBeVisible();
  await button(panel, 'Give back').click();
  await expect(log.getByText('All done.', { exact: true })).toBeVisible();
  // Not started twice: the model's first wish came before the user had the page.
  await expect(page).toHaveTitle('Order started sent');
  const told = JSON.stringify(endpoint.requests.slice(1).map(({ messages }) => messages));
  expect(told).toContain('Click Start (done by the instructor)');
  expect(told).toContain('Type “Oslo” in City (done by the instructor)');
  expect(told).toContain('in Password (done by the instructor)');
  expect(told).not.toContain(SECRET);
  await expect(log).not.toContainText(SECRET);
});

test('a recording keeps what the user did meanwhile, once', async ({ page, panel, connect }) => {
  await startRecording(panel);
  const start = holdBack(clickOn('Start'));
  const endpoint = await connect([start.reply, 'say(utterance="All done.")']);
  await send(panel, 'start it');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await button(panel, 'Take over').click();
  start.letGo();
  await expect(panel.getByText('You have the page')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  const log = panel.getByRole('log');
  await expect(log.getByText('You: clicked Start')).toHaveCount(1);
  await waitForTurns(panel, 'click', 1);
  await button(panel, 'Give back').click();
  await expect(log.getByText('All done.', { exact: true })).toBeVisible();
  await expect(log.getByRole('article').filter({ hasText: 'Start' })).toHaveCount(1);
  const turns = await readTurns(panel);
  expect(turns.filter(({ action }) => action.intent === 'click')).toMatchObject([{ by: 'person' }]);
});

test('Stop works while the user has the page', async ({ page, panel, connect }) => {
  const start = holdBack(clickOn('Start'));
  const endpoint = await connect([start.reply]);
  await send(panel, 'start it');
  await expect.poll(() => endpoint.requests.length).toBe(1);
  await button(panel, 'Take over').click();
  start.letGo();
  await expect(panel.getByText('You have the page')).toBeVisible();
  await findStop(panel).click();
  await expectStopped(panel);
  await expect(page).toHaveTitle('Order');
  expect(endpoint.requests).toHaveLength(1);
});
