import type { Page } from '@playwright/test';
import type { BrowserTurn } from '../../src/core/demonstration/demonstration.ts';
import type { Served } from '../fixtures/hostile.ts';
import {
  ask,
  expectIntents,
  hearContentErrors,
  HOST,
  listErrors,
  record,
  serve,
} from '../fixtures/hostile.ts';
import { FIELD, GO, writePage } from '../fixtures/hostile-pages.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const html = (body: string): Served => ({ body });

/** Controls that cover every name a script would ask a form for. */
const COVERING = [
  ...['attributes', 'children', 'childNodes', 'nodeName', 'tagName', 'localName', 'parentNode'],
  ...['parentElement', 'firstChild', 'nextSibling', 'previousElementSibling', 'getHTML', 'id'],
  ...['querySelector', 'querySelectorAll', 'getAttribute', 'getAttributeNames', 'hasAttribute'],
  ...['getBoundingClientRect', 'closest', 'matches', 'contains', 'getRootNode', 'textContent'],
  ...['ownerDocument', 'nodeType', 'shadowRoot', 'isConnected', 'scrollHeight', 'submit', 'value'],
  ...['isContentEditable', 'labels', 'innerText', 'checkVisibility', 'namespaceURI', 'classList'],
  ...['title', 'role', 'ariaLabel', 'elements', 'action', 'addEventListener', 'previousSibling'],
]
  .map((name) => `<input type="hidden" name="${name}">`)
  .join('');

test('fills and submits a form whose controls shadow its own properties', async ({
  app,
  page,
  panel,
}) => {
  const errors = hearContentErrors(page);
  const body = `<form id="form" style="position:fixed;left:0;top:0;width:400px;height:300px"
  onsubmit="submitted++; return false" onclick="if (event.target === this) onForm++">${COVERING}`;
  const last = 'var submitted = 0, onForm = 0;';
  await serve(page, { '/': html(writePage({ body, last })) });
  const recording = await record(app, page, panel);
  await page.goto(HOST);
  await page.mouse.click(GO.x + 30, GO.y + 20);
  await expect.poll(() => ask(page, 'clicks')).toBe(1);
  await page.mouse.click(300, 250);
  await expect.poll(() => ask(page, 'onForm')).toBe(1);
  await page.mouse.click(FIELD.x + 30, FIELD.y + 15);
  await page.keyboard.type('ab');
  await page.keyboard.press('Enter');
  await expect.poll(() => ask(page, 'submitted')).toBe(1);
  await expect
    .poll(async () => (await recording.turns()).map(({ action }) => action.intent))
    .toContain('submit');

  const { turns, findings } = await recording.finish();
  expectTarget(findTurns(turns, 'click')[0], { tagName: 'BUTTON', box: GO });
  const form = { tagName: 'FORM', box: { x: 0, y: 0, width: 400, height: 300 } };
  expectTarget(findTurns(turns, 'click')[1], form);
  expectTarget(findTurns(turns, 'submit')[0], form);
  expectTarget(findTurns(turns, 'textInput')[0], { tagName: 'INPUT', box: FIELD });
  expect(listErrors(findings)).toEqual([]);
  expect(errors).toEqual([]);
});

/** A frame in a process of its own takes the pointer only once it was painted; until then its owner does. */
async function pressInside(
  page: Page,
  frame: number,
  selector: string,
  { x, y }: { x: number; y: number },
): Promise<void> {
  const inner = page.locator('iframe').nth(frame).contentFrame();
  const hovered = inner.locator(`${selector}:hover`);
  await expect
    .poll(async () => {
      await page.mouse.move(x, y + 1);
      await page.mouse.move(x, y);
      return hovered.count();
    })
    .toBe(1);
  await page.mouse.down();
  await page.mouse.up();
}

test('records sandboxed frames without scripts and without an origin', async ({
  app,
  page,
  panel,
}) => {
  const errors = hearContentErrors(page);
  const framed = (inner: string) => `<style>*{margin:0}</style>${inner}`.replaceAll('"', '&quot;');
  const place = 'position:fixed;left:40px;width:300px;height:100px;border:3px solid;padding:2px';
  const body = `<iframe sandbox style="${place};top:150px" srcdoc="${framed('<label><input type="checkbox" style="position:fixed;left:10px;top:10px;width:20px;height:20px">Mute</label>')}"></iframe>
<iframe sandbox="allow-scripts" style="${place};top:300px" srcdoc="${framed('<button style="position:fixed;left:10px;top:10px;width:80px;height:30px" onclick="parent.postMessage({ pressed: true }, `*`)">In</button>')}"></iframe>`;
  const last =
    'var pressed = 0; window.addEventListener("message", function (e) { if (e.data && e.data.pressed) pressed++; });';
  await serve(page, { '/': html(writePage({ body, last })) });
  const recording = await record(app, page, panel);
  await page.goto(HOST);
  await pressInside(page, 0, 'input', { x: 40 + 5 + 20, y: 150 + 5 + 20 });
  await pressInside(page, 1, 'button', { x: 40 + 5 + 30, y: 300 + 5 + 20 });
  await expect.poll(() => ask(page, 'pressed')).toBe(1);
  await expect
    .poll(async () => (await recording.turns()).filter((t) => t.action.intent === 'click').length)
    .toBe(2);

  const { turns, findings } = await recording.finish();
  const [mute, inside] = findTurns(turns, 'click');
  expectTarget(mute, { tagName: 'INPUT', box: { x: 55, y: 165, width: 20, height: 20 } });
  expectTarget(inside, { tagName: 'BUTTON', box: { x: 55, y: 315, width: 80, height: 30 } });
  expect(mute?.element?.frameId).not.toBe(0);
  expect(listErrors(findings)).toEqual([]);
  expect(errors).toEqual([]);
});

test('keeps recording a document that is rewritten with document.write', async ({
  app,
  page,
  panel,
}) => {
  const errors = hearContentErrors(page);
  const second = JSON.stringify(writePage({})).replaceAll('</', '<\\/');
  const first = writePage({
    last: `document.getElementById('go').onclick = function () { setTimeout(function () { document.open(); document.write(${second}); document.close(); }); };`,
  });
  await serve(page, { '/': html(first) });
  const recording = await record(app, page, panel);
  await page.goto(HOST);
  await page.mouse.click(GO.x + 30, GO.y + 20);
  await expect.poll(() => ask(page, 'document.readyState + clicks')).toBe('complete0');
  await expectIntents(recording, ['click']);
  await page.mouse.click(GO.x + 30, GO.y + 20);
  await expect.poll(() => ask(page, 'clicks')).toBe(1);
  await page.mouse.click(FIELD.x + 30, FIELD.y + 15);
  await page.keyboard.type('ab');
  await expect.poll(() => ask(page, 'typed')).toBe('ab');
  await expectIntents(recording, ['click', 'click', 'click', 'textInput']);

  const { turns, findings } = await recording.finish();
  for (const turn of findTurns(turns, 'click').slice(0, 2)) {
    expectTarget(turn, { tagName: 'BUTTON', box: GO });
  }
  expect(listErrors(findings)).toEqual([]);
  expect(errors).toEqual([]);
});

test('survives and records a page that removes and replaces its root', async ({
  app,
  page,
  panel,
}) => {
  const errors = hearContentErrors(page);
  const last = `document.getElementById('go').onclick = function () { clicks++;
var old = document.documentElement; old.remove(); later = function () { document.append(old); }; };`;
  await serve(page, { '/': html(writePage({ first: 'var later;', last })) });
  const recording = await record(app, page, panel);
  await page.goto(HOST);
  await page.mouse.click(GO.x + 30, GO.y + 20);
  await expect.poll(() => ask(page, 'document.documentElement === null')).toBe(true);
  await page.mouse.click(50, 50);
  await page.keyboard.press('Escape');
  await ask(page, 'later()');
  await page.mouse.click(FIELD.x + 30, FIELD.y + 15);
  await page.keyboard.type('ab');
  await expect.poll(() => ask(page, 'typed')).toBe('ab');
  await expect
    .poll(async () => (await recording.turns()).map(({ action }) => action.intent))
    .toContain('textInput');

  const { turns } = await recording.finish();
  expectTarget(findTurns(turns, 'click')[0], { tagName: 'BUTTON', box: GO });
  expectTarget(findTurns(turns, 'textInput')[0], { tagName: 'INPUT', box: FIELD });
  expect(errors).toEqual([]);
});

test('records images and XHTML as documents', async ({ app, page, panel }) => {
  const errors = hearContentErrors(page);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><title>Dial</title>
<rect id="go" x="20" y="20" width="200" height="40" fill="teal"/><script>var clicks = 0; document.getElementById('go').onclick = function () { clicks++; };</script></svg>`;
  const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body>
<button id="go" style="position:fixed;left:20px;top:20px;width:200px;height:40px">Go</button><p><br/>x<svg xmlns="http://www.w3.org/2000/svg"><g/></svg></p>
<script>var clicks = 0; document.getElementById('go').onclick = function () { clicks++; };</script></body></html>`;
  await serve(page, {
    '/svg': { body: svg, contentType: 'image/svg+xml' },
    '/xhtml': { body: xhtml, contentType: 'application/xhtml+xml' },
    '/feed': { body: '<feed><entry a="1">text</entry></feed>', contentType: 'text/xml' },
  });
  const recording = await record(app, page, panel);
  for (const name of ['svg', 'xhtml']) {
    await page.goto(`${HOST}${name}`);
    await page.mouse.click(GO.x + 30, GO.y + 20);
    await expect.poll(() => ask(page, 'clicks')).toBe(1);
  }
  await expectIntents(recording, ['click', 'click']);
  await page.goto(`${HOST}feed`);
  await page.mouse.click(50, 50);
  const { turns, findings } = await recording.finish();
  const [rect, button] = findTurns(turns, 'click');
  expectTarget(rect, { tagName: 'rect', box: GO });
  expectTarget(button, { tagName: 'button', box: GO });
  // The feed's own root is in no page file: that click is kept, and said to lack its target.
  const own = findings.filter(({ turnId }) => turnId === rect?.id || turnId === button?.id);
  expect(listErrors(own)).toEqual([]);
  expect(errors).toEqual([]);
});

test('places a frame correctly that pretends to be others', async ({ app, page, panel }) => {
  const errors = hearContentErrors(page);
  const liar = `setInterval(function () { for (var i = 0; i < 20; i++) {
var token = ''; while (token.length < 32) token += Math.floor(Math.random() * 16).toString(16);
parent.postMessage({ __wayscribe: token }, '*'); } }, 5);`;
  const place = 'position:fixed;left:40px;top:150px;width:300px;height:100px;border:0';
  await serve(page, {
    'hostile.test/': html(
      writePage({ body: `<iframe src="http://liar.test/" style="${place}"></iframe>` }),
    ),
    'liar.test/': html(writePage({ first: liar })),
  });
  const recording = await record(app, page, panel);
  await page.goto(HOST);
  await pressInside(page, 0, '#go', { x: 40 + GO.x + 30, y: 150 + GO.y + 20 });
  await expectIntents(recording, ['click']);
  const { turns, findings } = await recording.finish();
  const box = { ...GO, x: 40 + GO.x, y: 150 + GO.y };
  expectTarget(findTurns(turns, 'click')[0], { tagName: 'BUTTON', box });
  expect(listErrors(findings)).toEqual([]);
  expect(errors).toEqual([]);
});

test('document.domain keeps working, and frames of the domain are recorded', async ({
  app,
  page,
  panel,
}) => {
  const errors = hearContentErrors(page);
  const headers = { 'origin-agent-cluster': '?0' };
  const relax = "document.domain = 'hostile.test';";
  const place = 'position:fixed;left:40px;top:150px;width:300px;height:100px;border:0';
  const parent = writePage({
    first: relax,
    body: `<iframe id="sub" src="http://sub.hostile.test/frame" style="${place}"></iframe>`,
  });
  await serve(page, {
    'hostile.test/': { body: parent, headers },
    'sub.hostile.test/frame': { body: writePage({ first: relax }), headers },
  });
  const recording = await record(app, page, panel);
  await page.goto(HOST);
  await pressInside(page, 0, '#go', { x: 40 + GO.x + 30, y: 150 + GO.y + 20 });
  const inner = "document.getElementById('sub').contentWindow.clicks";
  await expect.poll(() => ask(page, inner)).toBe(1);
  await expectIntents(recording, ['click']);
  const { turns, findings } = await recording.finish();
  const box = { ...GO, x: 40 + GO.x, y: 150 + GO.y };
  expectTarget(findTurns(turns, 'click')[0], { tagName: 'BUTTON', box });
  expect(listErrors(findings)).toEqual([]);
  expect(errors).toEqual([]);
});

function findTurns(turns: readonly BrowserTurn[], intent: string): BrowserTurn[] {
  return turns.filter(({ action }) => action.intent === intent);
}

function expectTarget(turn: BrowserTurn | undefined, element: Record<string, unknown>): void {
  expect(turn?.element).toMatchObject(element);
}
