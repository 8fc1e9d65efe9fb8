/** What prompts contain of earlier demonstrations and conversations, over real HTTP, and how the user controls it. */
import type { Page } from '@playwright/test';
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import { closePanel, getPageUrl, openPanel } from '../../scripts/panel.mjs';
import { expect, test } from '../fixtures/connected.ts';
import { readTurns, startRecording } from '../fixtures/recorded.ts';
import type { ScriptedRequest } from '../fixtures/scripted-endpoint.ts';
import { readStored } from '../fixtures/stored-records.ts';

const FORM = `<main><h1>Notes</h1><label>Title <input></label>
  <button onclick="document.querySelector('p').textContent = 'The note is saved'">Save the note</button><p></p></main>`;
const SHOWN = 'Earlier demonstrations and conversations with requests like this one';

async function showForm(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate((body) => {
    document.body.innerHTML = body;
  }, FORM);
}

function readPrompt({ messages }: ScriptedRequest): string {
  return messages.map(({ content }) => content).join('\n');
}

function pressSave(request: ScriptedRequest): string {
  const uid = /\(uid = ([^)]+)\) \[\[tag\]\] button .*Save the note/.exec(readPrompt(request))?.[1];
  return `click(uid="${uid ?? 'none'}")`;
}

test('adds a similar past request of the site to the prompt, until the user forgets it', async ({
  app,
  page,
  panel,
  practice,
  connect,
}) => {
  const hello = 'say(speaker="navigator", utterance="All right.")';
  const { requests } = await connect([pressSave, hello, hello, hello, hello, hello, hello, hello]);
  const ask = async (text: string): Promise<string> => {
    await askCopilot(panel, text);
    const last = requests.at(-1);
    if (!last) throw new Error('nothing was asked');
    return readPrompt(last);
  };
  await showForm(page, practice.url);
  await startRecording(panel);
  const first = await ask('save a note called groceries');
  expect(first).not.toContain(SHOWN);
  await expect(page.getByText('The note is saved')).toBeVisible();
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();

  // The prompt contains the past request with its outcome, and the panel says so.
  const { host } = new URL(practice.url);
  const second = await ask('save a new note');
  expect(second).toContain(SHOWN);
  expect(second).toContain(`1. “save a note called groceries” on ${host}: it worked`);
  expect(second).toMatch(/- click button “Save the note” → “The note is saved” appeared/);
  await panel
    .getByText(/^The model wrote/)
    .last()
    .click();
  await expect(
    panel.getByText(
      'Shown to the model: 1 earlier demonstration (“save a note called groceries”, worked).',
    ),
  ).toBeVisible();

  // Not with a request of another kind, nor on another site.
  expect(await ask('what is the weather in Paris like')).not.toContain(SHOWN);
  await showForm(page, practice.otherUrl);
  expect(await ask('save a new note')).not.toContain(SHOWN);
  await showForm(page, practice.url);

  // Left out by its site, let in again, then forgotten by name.
  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const sites = settings.getByLabel('Excluded sites', { exact: true });
  const save = settings.getByRole('button', { name: 'Save: Excluded sites' });
  const remembered = settings.getByRole('region', { name: 'Remembered' });
  await remembered.getByText('save a note called groceries').click();
  await expect(remembered.getByText('It worked.')).toBeVisible();
  await sites.fill(host);
  await save.click();
  await expect(remembered.getByText('Nothing yet.')).toBeVisible();
  await page.bringToFront();
  expect(await ask('save a new note')).not.toContain(SHOWN);
  await sites.fill('');
  await save.click();
  await expect(remembered.getByText('save a note called groceries')).toBeVisible();
  await page.bringToFront();
  expect(await ask('save a new note')).toContain(SHOWN);
  await remembered.getByRole('button', { name: 'Forget: save a note called groceries' }).click();
  await expect(remembered.getByText('Nothing yet.')).toBeVisible();
  await page.bringToFront();
  expect(await ask('save a new note')).not.toContain(SHOWN);

  // The demonstration is as it was; deleted, not even its words are left.
  const ids = await panel.evaluate(async () =>
    ((await globalThis.wayscribe?.demonstrations.list()) ?? []).map(
      ({ demonstration }) => demonstration.id,
    ),
  );
  expect(ids).toHaveLength(1);
  await settings.getByRole('button', { name: 'Restore forgotten demonstrations' }).click();
  await expect(remembered.getByText('save a note called groceries')).toBeVisible();
  await panel.evaluate(async ([id = '']) => globalThis.wayscribe?.demonstrations.delete(id), ids);
  const stored = await panel.evaluate(async () => JSON.stringify(await chrome.storage.local.get()));
  expect(stored).not.toContain('groceries');
  await settings.close();
});

test('remembers that a run failed, and adds nothing while memory is off', async ({
  app,
  page,
  panel,
  practice,
  connect,
}) => {
  const giveUp = 'infeasible(reason="There is no place for a date.")';
  const hello = 'say(speaker="navigator", utterance="All right.")';
  const { requests } = await connect([pressSave, giveUp, hello, hello]);
  await showForm(page, practice.url);
  await startRecording(panel);
  await askCopilot(panel, 'save a note for the third of May');
  await expect
    .poll(() =>
      panel.evaluate(async () => JSON.stringify(await chrome.storage.local.get('memory'))),
    )
    .toContain('"failed"');
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();

  await askCopilot(panel, 'save a note for the second of May');
  expect(requests.map(readPrompt).at(-1)).toContain(
    `1. “save a note for the third of May” on ${new URL(practice.url).host}: it failed`,
  );

  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const reported = settings.getByLabel('Show the model earlier demonstrations');
  await reported.uncheck();
  await expect(settings.getByRole('region', { name: 'Remembered' })).not.toBeAttached();
  await expect
    .poll(() => settings.evaluate(async () => JSON.stringify(await chrome.storage.local.get())))
    .toContain('"on":false');
  await settings.close();
  await page.bringToFront();
  await askCopilot(panel, 'save a note for the second of May');
  expect(requests).toHaveLength(4);
  expect(requests.map(readPrompt).at(-1)).not.toContain(SHOWN);
});

test('adds an unrecorded conversation to a later prompt, until it is forgotten', async ({
  app,
  page,
  panel,
  practice,
  connect,
}) => {
  const hello = 'say(speaker="navigator", utterance="All right.")';
  const { requests } = await connect([pressSave, hello, hello, hello, hello]);
  const ask = async (at: Page, text: string): Promise<string> => {
    await page.bringToFront();
    await askCopilot(at, text);
    return requests.map(readPrompt).at(-1) ?? '';
  };
  await showForm(page, practice.url);
  await ask(panel, 'save a note called groceries');
  await expect(page.getByText('The note is saved')).toBeVisible();
  await expect.poll(() => readStored(panel)).toContain('wayscribe-rounds remembered: ');

  // The same conversation has it in its history.
  expect(await ask(panel, 'save a new note')).not.toContain(SHOWN);
  await panel.getByRole('button', { name: 'Clear conversation' }).click();
  await expect(panel.getByText('save a note called groceries')).toHaveCount(0);
  await closePanel(panel);

  const next = await openPanel(app, page);
  await expect(next.getByText('Connected: ')).toBeAttached();
  await expect(next.getByText('Untitled page')).toHaveCount(0);
  const reported = await ask(next, 'save a new note');
  const { host } = new URL(practice.url);
  expect(reported).toContain(`1. “save a note called groceries” on ${host}: it worked`);
  expect(reported).toMatch(/- click button “Save the note” → “The note is saved” appeared/);
  await next
    .getByText(/^The model wrote/)
    .last()
    .click();
  await expect(
    next.getByText(
      'Shown to the model: 1 earlier conversation (“save a note called groceries”, worked).',
    ),
  ).toBeVisible();

  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const remembered = settings.getByRole('region', { name: 'Remembered' });
  await expect(remembered.getByText(`Conversation · ${host}`)).toBeVisible();
  await remembered.getByRole('button', { name: 'Forget: save a note called groceries' }).click();
  await expect(remembered.getByText('Nothing yet.')).toBeVisible();
  await expect.poll(() => readStored(settings)).not.toContain('groceries');
  await settings.close();
  expect(await ask(next, 'save a new note')).not.toContain(SHOWN);
  await closePanel(next);
});

test('adds the instructor’s own actions of this demonstration once, and no others', async ({
  page,
  panel,
  practice,
  connect,
}) => {
  const { requests } = await connect(
    Array.from({ length: 3 }, () => 'say(speaker="navigator", utterance="I see.")'),
  );
  const ask = async (text: string): Promise<string> => {
    await askCopilot(panel, text);
    const last = requests.at(-1);
    return last ? readPrompt(last) : '';
  };
  await showForm(page, practice.url);
  await page.getByRole('button', { name: 'Save the note' }).click();
  expect(await ask('what did I do?')).not.toContain('done by the instructor');

  await showForm(page, practice.url);
  await startRecording(panel);
  await page.getByLabel('Title').fill('groceries');
  await page.getByRole('button', { name: 'Save the note' }).click();
  const isReceived = async () =>
    (await readTurns(panel)).some(
      (turn) => turn.kind === 'browser' && turn.receipt !== null && turn.action.intent === 'click',
    );
  await expect.poll(isReceived).toBe(true);
  const reported = await ask('now write another note');
  expect(reported).toContain('Type “groceries” in Title (done by the instructor)');
  expect(reported).toContain(
    'Click Save the note (done by the instructor) → “The note is saved” appeared',
  );
  expect((await ask('and one more')).split('Click Save the note (done').length).toBe(2);
});
