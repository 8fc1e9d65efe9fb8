/** The page that `export → page` writes, opened from disk in a plain browser: keys, narrow screens, and what leaves it. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { chromium, expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { keepHtml } from '../../src/core/formats/page.fixture.ts';
import { writePage } from '../../src/platform/page/pack-page.fixture.ts';

/** A server that counts what asks it for something. */
async function startServer() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, asked, close };
}

/** A saved page that asks the server by every way that needs no script. */
function writeHostile(url: string): string {
  return `<head><style>@import "${url}/import.css";
    @font-face { font-family: F; src: url(${url}/font.woff2) } h1 { font-family: F }
    body { background: url(${url}/background.png) }</style></head>
    <body><h1>Shop</h1><button id="buy">Buy</button><img src="${url}/image.png" srcset="${url}/set.png 2x">
    <video src="${url}/video.mp4" poster="${url}/poster.png" autoplay></video>
    <audio src="${url}/audio.mp3" autoplay></audio><iframe src="${url}/frame.html"></iframe>
    <svg><image href="${url}/svg.png"/><use href="${url}/use.svg#a"/></svg>
    <input type="image" src="${url}/input.png"><div style="border-image: url(${url}/border.png) 1"></div>
    <script>fetch("${url}/script")</script></body>`;
}

/** Runs in the page. Tries every kind of load in a document, past what the viewer drops; returns what the policy blocked. */
async function tryLoads([url, isSaved]: readonly [string, boolean]): Promise<string[]> {
  const saved = document.querySelector<HTMLIFrameElement>('.saved iframe')?.contentDocument;
  const place = isSaved ? saved : document;
  if (!place) throw new Error('no saved page is shown');
  const blocked = new Set<string>();
  const until = new Promise<void>((resolve) => {
    place.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      blocked.add(effectiveDirective);
      if (blocked.size === 5) resolve();
    });
  });
  const style = place.createElement('style');
  style.textContent = `@import "${url}/tried.css"; @font-face { font-family: T; src: url(${url}/tried.woff2) }`;
  const text = place.createElement('p');
  text.style.fontFamily = 'T';
  text.textContent = 'text';
  const image = place.createElement('img');
  image.src = `${url}/tried.png`;
  const video = place.createElement('video');
  video.src = `${url}/tried.mp4`;
  const frame = place.createElement('iframe');
  frame.src = `${url}/tried.html`;
  place.body.append(style, text, image, video, frame);
  await until;
  // Scripts of a saved page don't run, so only the page itself can fetch.
  await fetch(`${url}/tried`).catch(() => blocked.add('connect-src'));
  return [...blocked].sort();
}

const BLOCKED = ['connect-src', 'font-src', 'frame-src', 'img-src', 'media-src', 'style-src-elem'];

test.describe('the page to look at', () => {
  let page: Page;
  let address = '';
  const server = startServer();

  test.beforeAll(async ({}, testInfo) => {
    const found = await findChromium();
    const browser = await chromium.launch(found.ok ? { executablePath: found.path } : {});
    page = await browser.newPage();
    const { url } = await server;
    const hostile = keepHtml(writeHostile(url));
    const steps = ['Buy a pot', 'Buy a lid'].map((utterance) => ({
      action: { intent: 'say', speaker: 'instructor', utterance } as const,
    }));
    const click = {
      action: { intent: 'click', uid: hostile.uids['buy'] ?? '' },
      page: hostile,
    } as const;
    const file = testInfo.outputPath('page.html');
    const written = await writePage([...steps, click]);
    await writeFile(file, new Uint8Array(await written.arrayBuffer()));
    address = pathToFileURL(file).href;
  });
  test.afterAll(async () => {
    await page.context().browser()?.close();
    await (await server).close();
  });

  const heading = () => page.getByRole('heading', { level: 2 });

  test('goes from step to step by keys, and has its list behind a button on a narrow screen', async () => {
    await page.goto(`${address}#turn-1`);
    await expect(page.locator('blockquote')).toHaveText('Buy a lid');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('blockquote')).toHaveText('Buy a pot');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('blockquote')).toHaveText('Buy a pot');
    await page.keyboard.press('End');
    await expect(heading()).toHaveText('Click Buy');
    expect(new URL(page.url()).hash).toBe('#turn-2');
    const menu = page.locator('#menu');
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 380, height: 700 });
    const list = page.locator('#steps');
    await expect(list).toBeHidden();
    await menu.click();
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(heading()).toHaveText('Click Buy');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('asks nothing of anybody, whatever its saved pages hold', async () => {
    const { url, asked } = await server;
    await fetch(`${url}/counted`);
    expect(asked.splice(0)).toEqual(['/counted']);
    const answered: string[] = [];
    page.on('response', (response) => answered.push(response.url()));
    await page.goto(`${address}#turn-2`);
    await page.reload();
    await page.getByRole('button', { name: 'Page', exact: true }).click();
    await expect(page.frameLocator('.saved iframe').locator('h1')).toHaveText('Shop');
    expect(await page.evaluate(tryLoads, [url, true] as const)).toEqual(BLOCKED);
    expect(await page.evaluate(tryLoads, [url, false] as const)).toEqual(BLOCKED);
    expect(asked).toEqual([]);
    expect(answered.filter((each) => !/^(?:file|data|blob|about):/.test(each))).toEqual([]);
  });
});
