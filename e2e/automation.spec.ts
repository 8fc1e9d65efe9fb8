/** `globalThis.wayscribe`, as docs/automation.md promises it. */
import type { Page } from '@playwright/test';
import { findTabId, getPageUrl, openPanelTab } from '../scripts/panel.mjs';
import type { Automation, RankedElement } from '../src/app/automation.ts';
import { expect, test } from './fixtures/wayscribe.ts';

/** Runs `work` with the page's automation; it is sent there as text and sees only its arguments. */
async function drive<R, A>(
  place: Page,
  work: (wayscribe: Automation, argument: A) => R,
  argument: A,
): Promise<Awaited<R>> {
  await place.waitForFunction(() => 'wayscribe' in globalThis);
  const call = `(${String(work)})(globalThis.wayscribe, ${JSON.stringify(argument)})`;
  return place.evaluate<Awaited<R>>(call);
}

for (const [name, open] of [
  ['the panel as a tab', openPanelTab],
  [
    'Studio',
    async (app: Parameters<typeof openPanelTab>[0]) => {
      const studio = await app.context.newPage();
      await studio.goto(getPageUrl(app, 'studio'));
      return studio;
    },
  ],
] as const) {
  test(`records, pilots, lists, reads, lints, exports and deletes from ${name}`, async ({
    app,
    page,
  }) => {
    const tabId = await findTabId(app, page);
    const place = await open(app, tabId);
    const id = await drive(place, (w, tab) => w.recording.start({ tabId: tab }), tabId);
    await drive(place, (w) => w.recording.pause(), null);
    await drive(place, (w) => w.recording.resume(), null);
    const events = await drive(
      place,
      async (w, tab) => [...(await w.copilot.send('click Shop', { tabId: tab }))],
      tabId,
    );
    await expect(page).toHaveURL(/\/shop\/$/);
    expect(events.map(({ type }) => type)).toEqual([
      'observed',
      'ranked',
      'acting',
      'acted',
      'said',
      'ended',
    ]);
    expect(events.find(({ type }) => type === 'ranked')).toMatchObject({
      ranker: 'lexical + small',
    });
    expect(await drive(place, (w) => w.recording.stop(), null)).toBe(id);

    const list = await drive(place, (w) => w.demonstrations.list(), null);
    expect(list.map(({ demonstration }) => demonstration.id)).toEqual([id]);
    const got = await drive(place, (w, which) => w.demonstrations.get(which), id);
    // `recording.start` may bring the tab to the front, which is a turn of its own.
    const intents = got.turns.map(({ action }) => action.intent);
    expect(intents.filter((intent) => intent !== 'tabswitch')).toEqual([
      'load',
      'say',
      'click',
      'load',
      'say',
    ]);
    expect(await drive(place, (w, which) => w.demonstrations.lint(which), id)).toEqual([]);
    const zip = await drive(
      place,
      async (w, which) => {
        const blob = await w.demonstrations.export(which, 'weblinx');
        const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
        return { size: blob.size, head: [...head] };
      },
      id,
    );
    expect(zip.head).toEqual([0x50, 0x4b, 3, 4]);
    expect(zip.size).toBeGreaterThan(10_000);
    await drive(place, (w, which) => w.demonstrations.delete(which), id);
    expect(await drive(place, (w) => w.demonstrations.list(), null)).toEqual([]);
    await place.close();
  });
}

test('ranks elements that Playwright finds at the same place', async ({ app, page, practice }) => {
  await page.goto(`${practice.url}frames/`);
  const tabId = await findTabId(app, page);
  const place = await openPanelTab(app, tabId);
  const best = async (query: string): Promise<RankedElement> => {
    const [first] = await drive(place, (w, request) => w.ranker.rank(request), {
      tabId,
      query,
      k: 3,
    });
    if (!first) throw new Error(`Nothing was ranked for ${query}.`);
    return first;
  };

  const shop = await best('Shop');
  expect(shop).toMatchObject({ frameId: 0, name: 'Shop', tag: 'a' });
  await expect(page.locator(`xpath=${shop.xpath}`)).toHaveText('Shop');
  expect(shop.shadowPath).toBeUndefined();
  const box = await page.getByRole('link', { name: 'Shop', exact: true }).boundingBox();
  expect(Math.abs((shop.box?.x ?? 0) - (box?.x ?? -99))).toBeLessThan(1);

  const guests = await best('Guests');
  expect(guests).toMatchObject({ name: 'Guests', tag: 'select' });
  expect(guests.frameId).not.toBe(0);
  const booking = page.frames().find((frame) => frame.url().endsWith('/frames/booking.html'));
  await expect(booking?.locator(`xpath=${guests.xpath}`) ?? page.locator('none')).toHaveId(
    'guests',
  );
  const seen = await page
    .frameLocator('iframe[title="Booking form"]')
    .locator('#guests')
    .boundingBox();
  expect(Math.abs((guests.box?.y ?? 0) - (seen?.y ?? -99))).toBeLessThan(2);

  const star = await best('5 stars');
  expect(star.shadowPath).toHaveLength(1);
  const label = await page
    .locator(`xpath=${star.shadowPath?.[0] ?? ''}`)
    .evaluate((host, xpath) => {
      // XPath does not search shadow roots, so the path is walked step by step.
      const steps = xpath.split('/').filter(Boolean);
      let at: ParentNode | null = host.shadowRoot;
      for (const step of steps) {
        const [, tag = '', index = '1'] = /^([\w-]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
        const fit: Element[] = [...(at?.children ?? [])].filter((e) => e.localName === tag);
        at = fit[Number(index) - 1] ?? null;
      }
      return at instanceof Element ? at.getAttribute('aria-label') : null;
    }, star.xpath);
  expect(label).toBe('5 stars');

  const more = await best('More mugs');
  expect(more.shadowPath).toHaveLength(2);
  await place.close();
});

test('a run can be iterated, awaited, answered and stopped', async ({ app, page, practice }) => {
  await page.goto(`${practice.url}shop/`);
  const tabId = await findTabId(app, page);
  const place = await openPanelTab(app, tabId);
  const asked = await drive(
    place,
    async (w, tab) => {
      const seen: string[] = [];
      for await (const event of w.copilot.send('click Add to cart', { tabId: tab })) {
        seen.push(event.type === 'ended' ? event.outcome : event.type);
      }
      return seen;
    },
    tabId,
  );
  expect(asked.slice(-2)).toEqual(['asked', 'asked']);
  const answered = await drive(
    place,
    async (w, tab) => (await w.copilot.send('Walnut lamp', { tabId: tab })).at(-1),
    tabId,
  );
  expect(answered).toEqual({ type: 'ended', outcome: 'done' });
  await expect(page.getByText('Added to cart: Walnut lamp')).toBeVisible();
  const stopped = await drive(
    place,
    async (w, tab) => {
      const run = w.copilot.send('click Notes', { tabId: tab });
      w.copilot.stop();
      return (await run).at(-1);
    },
    tabId,
  );
  expect(stopped).toEqual({ type: 'ended', outcome: 'stopped' });
  await expect(page).toHaveURL(/\/shop\/$/);
  await place.close();
});

test('throws the sentence that the panel would show', async ({ app, page }) => {
  const tabId = await findTabId(app, page);
  const place = await openPanelTab(app, tabId);
  const fail = (work: (w: Automation, tab: number) => unknown) =>
    expect(drive(place, work, tabId)).rejects;
  await fail((w) => w.recording.stop()).toThrow('Nothing is being recorded.');
  await fail((w) => w.recording.pause()).toThrow('Nothing is being recorded.');
  await fail((w) => w.recording.start({ tabId: 999_999 })).toThrow('The tab to record is closed.');
  await fail((w) => w.demonstrations.get('none')).toThrow('no longer in the library');
  await fail((w) => w.demonstrations.export('none', 'weblinx')).toThrow('no longer in the library');
  await fail((w) => w.ranker.rank({ tabId: 999_999, query: 'x' })).toThrow('The tab is closed.');
  await drive(place, (w, tab) => w.recording.start({ tabId: tab }), tabId);
  await fail((w, tab) => w.recording.start({ tabId: tab })).toThrow(
    'A recording is running already.',
  );
  await drive(place, (w) => w.recording.stop(), null);
  await place.close();
});

test('web pages cannot reach the automation API', async ({ page, panel }) => {
  await expect(panel.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'wayscribe' in globalThis)).toBe(false);
});
