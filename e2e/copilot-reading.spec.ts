import type { Page } from '@playwright/test';
import { findTabId } from '../scripts/panel.mjs';
import type { RankedElement } from '../src/app/automation.ts';
import { expect, test } from './fixtures/wayscribe.ts';

const FRAME = `<button id="inner">Inside</button>`;
const PAGE = `<!doctype html><title>Changing</title>
  <button id="one">First</button>
  <a id="two" href="/">Second</a>
  <label><input id="field" placeholder="Field" />Field</label>
  <div id="host"></div>
  <iframe title="Frame" srcdoc='${FRAME}'></iframe>
  <div style="height: 3000px"></div>
  <script>
    document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML =
      '<button>Shadow</button>';
    root = null;
  </script>`;

/** What a page does by itself between two messages, in its own words, and what must be seen of it. */
const CHANGES: readonly [what: string, change: string, seen: Partial<RankedElement>][] = [
  ['a text', `one.firstChild.data = 'Renamed'`, { name: 'Renamed', tag: 'button' }],
  ['a name', `two.setAttribute('aria-label', 'Labelled')`, { name: 'Labelled', tag: 'a' }],
  [
    'a new element',
    `one.insertAdjacentHTML('afterend', '<button>Added</button>')`,
    { name: 'Added' },
  ],
  ['a frame', `frames[0].inner.textContent = 'Deeper'`, { name: 'Deeper', tag: 'button' }],
  [
    'a new shadow root',
    `const late = document.body.appendChild(document.createElement('div'));
     late.attachShadow({ mode: 'closed' }).innerHTML = '<button>Hidden root</button>'`,
    { name: 'Hidden root' },
  ],
];

async function list(panel: Page, tabId: number, query: string): Promise<RankedElement[]> {
  return panel.evaluate(
    ([tab, asked]) => {
      if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
      return globalThis.wayscribe.ranker.rank({ tabId: tab, query: asked, k: 50 });
    },
    [tabId, query] as const,
  );
}

/** Whether our script was put into a tab so that it can be read. */
async function isPiloted(panel: Page, tabId: number): Promise<boolean> {
  const { pilotedTabs } = await panel.evaluate(() => chrome.storage.session.get('pilotedTabs'));
  // Entries are a tab's id and the name of a lock.
  return Array.isArray(pilotedTabs) && pilotedTabs.flat().includes(tabId);
}

test('notices what changed between two messages, and keeps the rest', async ({
  app,
  page,
  panel,
  practice,
}) => {
  await page.route('**/changing', (route) =>
    route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  await page.goto(`${practice.url}changing`);
  await expect(page.frameLocator('iframe').locator('#inner')).toBeVisible();
  const tabId = await findTabId(app, page);
  const names = async (): Promise<string[]> =>
    (await list(panel, tabId, 'First')).map(({ name }) => name).sort();
  const before = await names();
  expect(before).toEqual(['Field', 'First', 'Inside', 'Second', 'Shadow']);
  // Nothing changed: the same is listed.
  expect(await names()).toEqual(before);
  for (const [what, change, seen] of CHANGES) {
    await test.step(what, async () => {
      const then = await list(panel, tabId, 'First');
      await page.evaluate(change);
      const now = await list(panel, tabId, 'First');
      expect(then).not.toContainEqual(expect.objectContaining(seen));
      expect(now).toContainEqual(expect.objectContaining(seen));
      expect(now.length).toBeGreaterThanOrEqual(then.length);
    });
  }
  await test.step('scrolling', async () => {
    const then = (await list(panel, tabId, 'Renamed')).find(({ name }) => name === 'Renamed');
    await page.evaluate(() => scrollTo(0, 100));
    const now = (await list(panel, tabId, 'Renamed')).find(({ name }) => name === 'Renamed');
    expect(now?.box?.y).toBe((then?.box?.y ?? NaN) - 100);
  });
});

test('reads the page at the first letter of a message', async ({ app, page, panel }) => {
  const tabId = await findTabId(app, page);
  const message = panel.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await message.hover();
  // For its examples the page is read once, and left.
  await expect(panel.getByRole('button', { name: /^(click|search)/ }).first()).toBeVisible();
  await expect.poll(() => isPiloted(panel, tabId)).toBe(false);
  await message.press('c');
  await expect.poll(() => isPiloted(panel, tabId)).toBe(true);
});

test('reads nothing on excluded sites', async ({ app, page, panel }) => {
  const { hostname } = new URL(page.url());
  await panel.evaluate(
    (host) =>
      chrome.storage.local.set({ ruleBook: { grants: [], sites: { allow: [], deny: [host] } } }),
    hostname,
  );
  const tabId = await findTabId(app, page);
  const message = panel.getByRole('textbox', { name: 'Message' });
  await message.fill('click Shop');
  await message.press('Enter');
  await expect(panel.getByText('I neither read the page nor acted on it').first()).toBeVisible();
  expect(await isPiloted(panel, tabId)).toBe(false);
});
