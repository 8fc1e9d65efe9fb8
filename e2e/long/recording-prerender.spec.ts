import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../scripts/run-command.mjs';
import type { BrowserTurn, Turn } from '../../src/core/demonstration/demonstration.ts';
import type { PlainBrowser } from '../fixtures/plain-browser.ts';
import { launchPlain } from '../fixtures/plain-browser.ts';
import { built, expect, test } from '../fixtures/wayscribe.ts';

const PLACE = 'position:fixed;left:20px;top:100px;width:100px;height:40px';
const RULES = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
const PAGES: Record<string, string> = {
  '/': `<!doctype html><title>First</title><script type="speculationrules">${RULES}</script><a style="${PLACE}" href="/next">Next</a>`,
  '/next': `<!doctype html><title>Next</title><script>const wasPrerendered = document.prerendering</script><button style="${PLACE}">Go</button>`,
};

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(PAGES[request.url ?? ''] ?? '');
});
let url: string;
let browser: PlainBrowser;

test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});
test.beforeEach(async ({ headless }) => {
  browser = await launchPlain(built.dist ?? join(root, 'dist'), headless);
});
test.afterEach(() => browser.close());

for (const when of ['before the recording began', 'while it runs'] as const) {
  test(`records a page prerendered ${when} once it is shown`, async () => {
    const studio = await browser.open(
      `chrome-extension://${browser.extensionId}/src/entrypoints/studio/index.html`,
    );
    await expect
      .poll(() => studio.evaluate(`'wayscribe' in globalThis`).catch(() => false))
      .toBe(true);
    const page = await browser.open(url);
    await browser.waitForPrerendered(`${url}next`);
    await studio.evaluate(
      `chrome.tabs.query({ url: '${url}*' }).then(([tab]) => wayscribe.recording.start({ tabId: tab.id }))`,
    );
    const readTurns = async (): Promise<BrowserTurn[]> => {
      const read = `wayscribe.demonstrations.list().then(([one]) => wayscribe.demonstrations.get(one.demonstration.id)).then(({ turns }) => turns)`;
      const turns = (await studio.evaluate(read)) as Turn[];
      return turns.filter((turn) => turn.kind === 'browser');
    };
    const readLines = async (): Promise<string[]> =>
      (await readTurns()).map(({ action, element }) =>
        action.intent === 'load' ? action.url.replace(url, 'load /') : `click ${element?.name}`,
      );
    if (when === 'while it runs') {
      await page.reload();
      await expect.poll(readLines).toEqual(['load /', 'load /']);
      await browser.waitForPrerendered(`${url}next`);
    }
    const before = await readLines();
    await page.click(40, 120);
    const next = await browser.findShown(`${url}next`);
    expect(await next.evaluate('wasPrerendered')).toBe(true);
    await expect.poll(readLines).toEqual([...before, 'click Next', 'load /next']);
    // Prerendered before the recording, the page has no script yet; no person is faster than this.
    await expect.poll(() => isWatched(studio, `${url}next`)).toBe(true);
    await next.click(40, 120);
    await expect.poll(readLines).toEqual([...before, 'click Next', 'load /next', 'click Go']);
    const causes = async (): Promise<boolean> => {
      const [link, load] = (await readTurns()).slice(-3);
      return load?.causedBy === link?.id;
    };
    await expect.poll(causes).toBe(true);
    const [load, click] = (await readTurns()).slice(-2);
    expect(load?.properties['documentLifecycle']).toBe('active');
    expect(click?.element?.frameId).toBe(0);
    expect(click?.element?.box).toEqual({ x: 20, y: 100, width: 100, height: 40 });
    expect(click?.snapshot?.frames.map(({ frameId }) => frameId)).toEqual([0]);
  });
}

/** Whether our script is in the page that a tab shows. */
function isWatched(studio: { evaluate: (text: string) => Promise<unknown> }, address: string) {
  return studio.evaluate(
    `chrome.tabs.query({ url: '${address}' })
      .then(([tab]) => chrome.scripting.executeScript({ target: { tabId: tab.id }, func: () => 'wayscribeContent' in globalThis }))
      .then(([{ result }]) => result)`,
  );
}
