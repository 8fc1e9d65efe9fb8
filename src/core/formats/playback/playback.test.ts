import { describe, expect, it } from 'vitest';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { makeContent } from '../content.fixture.ts';
import type { FixtureStep } from '../content.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import { listPlaywrightFiles } from './playwright.ts';
import type { RecorderFlow } from './puppeteer.ts';
import { listPuppeteerFiles } from './puppeteer.ts';
import { writePathCondition } from './steps.ts';
import { findTarget } from '../../ranking/page/locate.ts';

const page = keepHtml(`<body>
  <button id="add" class="b"><span id="word">Add</span></button> <button class="b">Add</button>
  <input id="pw" name="login[pass]" type="password" aria-label="Password">
  <select id="size" aria-label="Size"><option value="s">Small</option><option value="l" id="l">Large</option></select>
  <label id="lab"><input id="box" type="checkbox"> Agree</label>
  <input id="file" type="file" aria-label="Photo">
  <p id="text">only text</p><x-rating id="host"><template shadowrootmode="open"></template></x-rating></body>`);
const uid = (name: string): string => page.uids[name] ?? '';
const snapshot: PageSnapshot = { frames: [page.frame], devicePixelRatio: 1, takenAt: 0 };

const STEPS: FixtureStep[] = [
  { action: { intent: 'load', url: 'https://shop.example/' } },
  { action: { intent: 'click', uid: uid('word') }, page },
  {
    action: { intent: 'load', url: 'https://shop.example/cart?x=1' },
    over: { causedBy: 'turn-1' },
  },
  { action: { intent: 'click', uid: uid('pw') }, page },
  { action: { intent: 'textInput', uid: uid('pw'), text: '••••••' }, page },
  { action: { intent: 'change', uid: uid('size'), value: 'Large' }, page },
  { action: { intent: 'click', uid: uid('lab') }, page },
  { action: { intent: 'change', uid: uid('box'), value: 'true' }, page },
  { action: { intent: 'click', uid: uid('file') }, page },
  { action: { intent: 'change', uid: uid('file'), value: 'a b.png' }, page },
  { action: { intent: 'press', uid: null, key: 'Control+k' }, page },
  { action: { intent: 'scroll', x: 0, y: 250, uid: null }, page },
  { action: { intent: 'tabcreate', tabId: 2 } },
];

async function read(files: AsyncIterable<{ path: string; read(): unknown }>): Promise<string> {
  for await (const file of files) {
    const [bytes] = file.read() as Uint8Array[];
    return new TextDecoder().decode(bytes);
  }
  throw new Error('no file');
}

describe('finding a target again', () => {
  it('goes by role and name where one element has them, then by what lasts, last by its place', () => {
    const ways = findTarget(snapshot, uid('pw'), false)?.ways ?? [];
    expect(ways.map(({ kind, name, path }) => [kind, name || path.join(' ')])).toEqual([
      ['role', 'Password'],
      ['css', '[id="pw"]'],
      ['css', 'input[name="login[pass]"]'],
      ['css', 'input[aria-label="Password"]'],
      ['xpath', '/html[1]/body[1]/input[1]'],
    ]);
  });

  it('leaves out a name that another element has, and presses the button around a word', () => {
    const ways = findTarget(snapshot, uid('word'), true)?.ways ?? [];
    expect(ways.map(({ kind, path }) => [kind, ...path])).toEqual([
      ['css', '[id="add"]'],
      ['xpath', '/html[1]/body[1]/button[1]'],
    ]);
  });

  it('finds the frame of an element also in a page that has its frames beside them', () => {
    const owner = keepHtml(
      '<body><p></p><iframe id="f" title="Inner"></iframe></body>',
      undefined,
      8,
    );
    const inner = keepHtml('<body><button id="go">Go</button></body>', undefined, 9);
    const child = { ...inner.frame, frameId: 5, parentFrameId: 0, ownerUid: owner.uids['f'] ?? '' };
    const kept: PageSnapshot = { ...snapshot, frames: [owner.frame, child] };
    const flat = { ...owner.frame, html: inlineFrames(kept) };
    for (const each of [kept, { ...snapshot, frames: [flat] }]) {
      const target = findTarget(each, inner.uids['go'] ?? '', true);
      expect(target?.frames.map(({ index, ways }) => [index, ways[0]?.path])).toEqual([
        [0, ['[id="f"]']],
      ]);
      expect(target?.ways.at(-1)?.path).toEqual(['/html[1]/body[1]/button[1]']);
    }
  });
});

describe('a Playwright test', () => {
  it('repeats the acts, not what led to them or came of them, and knows no secret', async () => {
    const text = await read(listPlaywrightFiles(makeContent(STEPS)));
    const [, body = ''] = /async \(\{ page, context \}\) => \{\n(.*?)\n\}\);/s.exec(text) ?? [];
    expect(
      body.split('\n').map((line) => line.trim().replace(/\(await find\(.*\)\)\./, 'FOUND.')),
    ).toEqual([
      "await page.goto('https://shop.example/');",
      'await FOUND.click();',
      'await page.waitForURL((url) => url.pathname === "/cart");',
      "await FOUND.fill(secret('WAYSCRIBE_SECRET_LOGIN_PASS'));",
      "await FOUND.selectOption([{ label: 'Large' }]);",
      'await FOUND.click();',
      "await FOUND.setInputFiles(files('a b.png'));",
      "await page.keyboard.press('Control+k');",
      'await page.mouse.move(0, 0);',
      'await page.mouse.wheel(0, 250);',
      'const page2 = await context.newPage();',
    ]);
    expect(body).toContain(
      `find(page.locator('[id="add"]'), page.locator('xpath=/html[1]/body[1]/button[1]'))`,
    );
    expect(text).not.toContain('•');
  });
});

describe('the address that an action leads to', () => {
  it.each([
    ['/notes/a5ce9f7c', '/^\\/notes\\/[^/]+$/.test(path)'],
    ['/users/12/edit.html', '/^\\/users\\/[^/]+\\/edit\\.html$/.test(path)'],
    ['/d/xYzAbCdEf', '/^\\/d\\/[^/]+$/.test(path)'],
    ['/v2/walnut-lamp/?id=a5ce9f7c', 'path === "/v2/walnut-lamp/"'],
  ])('%s is held to what lasts of it', (path, condition) => {
    expect(writePathCondition('path', `https://shop.example${path}`)).toBe(condition);
  });
});

describe('a Recorder flow', () => {
  it('has the same acts in its own steps', async () => {
    const flow = JSON.parse(await read(listPuppeteerFiles(makeContent(STEPS)))) as RecorderFlow;
    expect(flow.steps.map(({ type, value, key, name }) => [type, value ?? key ?? name])).toEqual([
      ['setViewport', undefined],
      ['navigate', undefined],
      ['click', undefined],
      ['waitForExpression', undefined],
      ['change', '${WAYSCRIBE_SECRET_LOGIN_PASS}'],
      ['change', 'l'],
      ['click', undefined],
      ['customStep', 'upload'],
      ['keyDown', 'Control'],
      ['keyDown', 'k'],
      ['keyUp', 'k'],
      ['keyUp', 'Control'],
      ['scroll', undefined],
    ]);
    // Where the page then stands, not how far it went.
    expect(flow.steps.at(-1)).toMatchObject({ y: 350 });
    const [, , click] = flow.steps;
    expect(click).toMatchObject({
      target: 'main',
      selectors: [['[id="add"]'], ['xpath//html[1]/body[1]/button[1]']],
    });
  });
});
