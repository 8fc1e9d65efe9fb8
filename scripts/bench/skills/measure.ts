import type { Page } from 'playwright';
import type { RunEvent } from '../../../src/core/navigator/run/run-event.ts';
import type { App } from '../../launch.mjs';
import type { Changed } from './changes.ts';
import { changePage } from './changes.ts';
import type { Act, Visit } from './demonstrations.ts';

export interface Bench {
  app: App;
  /** A page of the extension with `wayscribe`. */
  host: Page;
  origin: string;
}

/** `wrong`: reported as done, but the page says that it isn't. */
export interface Ran {
  outcome: 'done' | 'wrong' | 'stopped';
  /** What the run said last. */
  said: string;
  ms: number;
}

export interface RecordedSkill {
  id: string;
  steps: number;
}

/** How long the recorder may take to finish a turn, and a page to show what was done, ms. */
const PATIENCE_MS = 10_000;

/** Records what a person does, and makes a skill of it. Null if there is nothing to run again. */
export async function recordSkill(
  { app, host, origin }: Bench,
  { path, acts }: Visit,
): Promise<RecordedSkill | null> {
  const page = await openPage(app, `${origin}${path}`, null);
  const tabId = await findTab(host, page);
  await host.evaluate((id) => globalThis.wayscribe?.recording.start({ tabId: id }), tabId);
  for (const act of acts) await perform(page, act);
  await host.waitForFunction(isRecorded, acts.length, { timeout: PATIENCE_MS, polling: 200 });
  const id = await host.evaluate(() => globalThis.wayscribe?.recording.stop());
  await page.close();
  return host.evaluate(async (demonstration) => {
    const made = await globalThis.wayscribe?.skills.make(demonstration ?? '').catch(() => null);
    if (!made) return null;
    return { id: made.skill.id, steps: made.skill.steps.filter((step) => !step.dropped).length };
  }, id);
}

/** Whether the last action has its picture and receipt. */
async function isRecorded(acts: number): Promise<boolean> {
  const [newest] = (await globalThis.wayscribe?.demonstrations.list()) ?? [];
  const read = await globalThis.wayscribe?.demonstrations.get(newest?.demonstration.id ?? '');
  const turns = (read?.turns ?? []).filter((turn) => turn.kind === 'browser');
  const own = turns.filter(({ causedBy, action }) => causedBy === null && action.intent !== 'load');
  return own.length >= acts && turns.every(({ effect }) => effect !== undefined);
}

async function perform(page: Page, act: Act): Promise<void> {
  switch (act[0]) {
    case 'click': {
      const [, role, name] = act;
      // Component libraries hide the input that they draw over.
      await page.getByRole(role, { name, exact: true }).first().click({ force: true });
      break;
    }
    case 'type':
      await page.getByLabel(act[1], { exact: true }).first().fill(act[2]);
      break;
    case 'choose':
      // As a person does, since the recorder takes only what a person chose.
      await page.getByLabel(act[1], { exact: true }).first().click();
      await page.keyboard.type(act[2]);
      await page.keyboard.press('Enter');
      break;
    case 'key':
      await page.keyboard.press(act[1]);
  }
}

/** Runs a skill on its page, fresh and, if wanted, changed. */
export async function runSkill(
  { app, host, origin }: Bench,
  { path, done }: Visit,
  { id }: RecordedSkill,
  change: Changed | null,
): Promise<Ran> {
  const page = await openPage(app, `${origin}${path}`, change);
  try {
    const tabId = await findTab(host, page);
    const since = performance.now();
    const events = await host.evaluate(
      async ([skill, tab]) =>
        (await globalThis.wayscribe?.skills.run(skill, { tabId: tab, approvals: 'once' })) ?? [],
      [id, tabId] as const,
    );
    const ms = performance.now() - since;
    const ended = events.at(-1);
    const isReported = ended?.type === 'ended' && ended.outcome === 'done';
    const isDone = await page
      .waitForFunction(done, undefined, { timeout: isReported ? 2000 : 1 })
      .then(
        () => true,
        () => false,
      );
    const outcome = isReported ? (isDone ? 'done' : 'wrong') : 'stopped';
    return { outcome, said: describe(events), ms };
  } finally {
    await page.close();
  }
}

async function openPage(app: App, url: string, change: Changed | null): Promise<Page> {
  const page = await app.context.newPage();
  await page.goto(url);
  await page.evaluate(() => localStorage.clear());
  // The compiler marks functions with a helper that the page doesn't have.
  await page.addInitScript('globalThis.__name = (named) => named');
  if (change) await page.addInitScript(changePage, change);
  await page.goto('about:blank');
  await page.goto(url);
  await page.locator('main, #root section > *').first().waitFor({ state: 'attached' });
  if (change)
    await page.locator(`html[data-changed='${change.change}']`).waitFor({ state: 'attached' });
  await page.bringToFront();
  return page;
}

async function findTab(host: Page, page: Page): Promise<number> {
  const url = page.url();
  return host.evaluate(async (wanted) => {
    const tabs = await chrome.tabs.query({});
    return tabs.findLast((tab) => tab.url === wanted)?.id ?? -1;
  }, url);
}

function describe(events: readonly RunEvent[]): string {
  const parts = events.flatMap((event) => {
    if (event.type === 'acted') return [`[${event.description}]`];
    if (event.type === 'refused' || event.type === 'failed') return [`(${event.message})`];
    return event.type === 'stuck' || event.type === 'mended' || event.type === 'said'
      ? [event.text]
      : [];
  });
  return parts.join(' ').replaceAll(/\s+/g, ' ');
}
