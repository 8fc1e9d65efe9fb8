/** The ranker learns from demonstrations, through Settings: what it says, keeps, uses, and takes back. */
import type { Locator, Page } from '@playwright/test';
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import type { App } from '../../scripts/launch.mjs';
import { getPageUrl } from '../../scripts/panel.mjs';
import type { Automation } from '../../src/app/automation.ts';
import { makeChoices } from '../fixtures/choices.ts';
import { startRecording } from '../fixtures/recorded.ts';
import { chooseFiles, download, findRows, openStudio } from '../fixtures/studio.ts';
import { expect, test } from '../fixtures/wayscribe.ts';
import type { RankerAgreement } from '../../src/core/demonstration/demonstration.ts';

async function importChoices(app: App, ids: string[], fillers?: number): Promise<Page> {
  const studio = await openStudio(app);
  await chooseFiles(studio, await Promise.all(ids.map((id) => makeChoices(id, fillers))));
  await expect(findRows(studio)).toHaveCount(ids.length);
  return studio;
}

async function openLearning(app: App): Promise<{ settings: Page; learning: Locator }> {
  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  const learning = settings.getByRole('region', { name: 'Learn from your demonstrations' });
  return { settings, learning };
}

/** What is kept of each turn that was asked for, as the automation tells it. */
function readAgreements(page: Page): Promise<RankerAgreement[]> {
  return page.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const all: RankerAgreement[] = [];
    for (const { demonstration } of await demonstrations.list()) {
      const read = await demonstrations.get(demonstration.id);
      for (const turn of read.turns) {
        if (turn.kind === 'browser' && turn.agreement) all.push(turn.agreement);
      }
    }
    return all;
  });
}

function countFindings(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const all = await demonstrations.list();
    const found = await Promise.all(all.map((each) => demonstrations.lint(each.demonstration.id)));
    return found.flat().filter(({ severity }) => severity === 'error').length;
  });
}

test('learns, reports the gain, saves agreement, and can be reset', async ({ freshApp: app }) => {
  const studio = await importChoices(app, ['one', 'two', 'three', 'four']);
  const faults = await countFindings(studio);
  const { settings, learning } = await openLearning(app);
  await learning.getByRole('button', { name: 'Learn', exact: true }).click();
  await expect(learning.getByRole('status')).toContainText(
    /rose from \.50 to 1\.00, over 20 choices in 4 demonstrations: in use\./,
    { timeout: 30_000 },
  );
  const inUse = learning.getByRole('switch', { name: 'Use what was learned with “Words + small' });
  await expect(inUse).toBeChecked();

  // Agreement is that of the ranker as it came, and every turn is whole still.
  const agreements = await readAgreements(studio);
  expect(agreements).toHaveLength(20);
  expect(agreements.every(({ rank, of }) => rank === 2 && of === 5)).toBe(true);
  expect(agreements[0]).toMatchObject({ ranker: 'lexical + small' });
  expect(agreements.map(({ picked, request }) => picked === request)).not.toContain(false);
  expect(await countFindings(studio)).toBe(faults);

  await findRows(studio).first().getByRole('button', { name: /Cart/ }).first().click();
  const timeline = studio.getByRole('complementary', { name: /Turns of/ });
  await expect(
    timeline.getByText('Ranker agrees: 0 % first, 100 % in the top ten, 5 turns'),
  ).toBeVisible();
  await expect(timeline.getByText(/^The ranker put it 2nd of 5/).first()).toBeVisible();

  const [file] = await download(app, 1, () =>
    learning.getByRole('button', { name: 'Export' }).click(),
  );
  const json = file?.bytes.toString('utf8') ?? '';
  expect(json.length).toBeLessThan(10_000);
  expect(JSON.parse(json)).toMatchObject({ version: 1, ranker: 'lexical + small', choices: 20 });

  await inUse.click();
  await expect(inUse).not.toBeChecked();
  await settings.reload();
  await expect(inUse).not.toBeChecked();

  await learning.getByRole('button', { name: 'Reset' }).click();
  await learning.getByRole('button', { name: 'Reset' }).click();
  await expect(inUse).toHaveCount(0);

  const choose = (name: string, text: string): Promise<void> =>
    learning
      .getByLabel('File with what was learned')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('wrong.json', json.replace('"words": 0', '"words": 70'));
  await expect(learning.getByRole('alert')).toContainText(
    'wrong.json was not imported: What the ranker learned is damaged in this file.',
  );
  await expect(inUse).toHaveCount(0);
  await choose('learned.json', json);
  await expect(inUse).toBeChecked();
  await expect(learning.getByRole('alert')).toHaveCount(0);
});

test('compares a finished recording with the ranker, but not while recording', async ({
  app,
  page,
  panel,
}) => {
  const studio = await importChoices(app, ['one']);
  await page.bringToFront();
  await startRecording(panel);
  // As if that one had been stopped a moment ago.
  await studio.evaluate(async () => {
    const data = { demonstrationId: 'one' };
    await chrome.runtime.sendMessage({ to: 'offscreen', type: 'learning.hold', data });
  });
  await askCopilot(panel, 'click Shop');
  expect(await readAgreements(panel)).toEqual([]);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => readAgreements(panel)).toHaveLength(6);
  const [agreement] = await readAgreements(panel);
  expect(agreement).toMatchObject({ request: 'click Shop', rank: 1, ranker: 'lexical + small' });
});

test('says how much data is missing, and changes nothing', async ({ freshApp: app }) => {
  await importChoices(app, ['one', 'two']);
  const { learning } = await openLearning(app);
  await learning.getByRole('button', { name: 'Learn', exact: true }).click();
  await expect(learning.getByRole('status')).toContainText(
    '10 choices in 2 demonstrations. It needs 2 more choices and 1 more demonstration.',
  );
  await expect(learning.getByRole('switch')).toHaveCount(0);
});

test('applies what it learned to the next page; a cancelled or failed run changes nothing', async ({
  freshApp: app,
  practice,
}) => {
  const ids = ['one', 'two', 'three', 'four'];
  const studio = await importChoices(app, ids, 1500);
  const { settings, learning } = await openLearning(app);
  const learn = learning.getByRole('button', { name: 'Learn', exact: true });
  await learn.focus();
  await settings.keyboard.press('Enter');
  await expect(learning.getByText(/about turn (?:[2-9]|1\d) of 20/)).toBeVisible();
  await expect(learn).toBeFocused();
  await settings.keyboard.press('Tab');
  await settings.keyboard.press('Enter');
  await expect(learning.getByRole('status')).toContainText('Stopped.');

  await learn.click();
  await expect(learning.getByText(/about turn (?:[3-9]|1\d) of 20/)).toBeVisible();
  const [worker] = app.context.serviceWorkers();
  await worker?.evaluate(() => chrome.offscreen.closeDocument());
  await expect(learning.getByRole('status')).toContainText('it was interrupted; learn again');
  await expect(learning.getByRole('switch')).toHaveCount(0);
  const kept = await readAgreements(studio);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(20);

  const page = await app.context.newPage();
  await page.goto(practice.url);
  await page.setContent('<button>Cart</button><p>and</p><button>Basket</button>');
  const tabId = await studio.evaluate(async (url) => {
    const tabs = await chrome.tabs.query({});
    return tabs.find((tab) => tab.url === url)?.id ?? -1;
  }, practice.url);
  const rankFirst = (): Promise<string | undefined> =>
    studio.evaluate(async (id) => {
      const { ranker } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
      return (await ranker.rank({ tabId: id, query: 'Cart' }))[0]?.name;
    }, tabId);
  expect(await rankFirst()).toBe('Cart');
  const lesson = await studio.evaluate(() =>
    (globalThis as unknown as { wayscribe: Automation }).wayscribe.ranker.learn(),
  );
  expect(lesson).toMatchObject({ kind: 'learned', choices: 20, groups: 4 });
  expect(await rankFirst()).toBe('Basket');
  expect(await readAgreements(studio)).toHaveLength(20);
  await settings.reload();
  await learning.getByRole('switch').click();
  await expect.poll(rankFirst).toBe('Cart');
});
