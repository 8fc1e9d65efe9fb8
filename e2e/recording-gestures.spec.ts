import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording as stopAndExport,
  waitForTurns,
} from './fixtures/recorded.ts';
import type { Recording } from './fixtures/recorded.ts';
import { addStoredPages } from './fixtures/stored-page.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ panel, openTrial }) => {
  await openTrial('gestures.html');
  await startRecording(panel);
});

test('records double clicks, fast clicks and right clicks, and ignores what is no gesture', async ({
  page,
  panel,
}) => {
  const item = page.getByText('Rename me');
  const zone = page.getByText('Own menu');
  const boxes = [await item.boundingBox(), await zone.boundingBox()];
  await item.dblclick();
  await expect(page.locator('#item input')).toBeVisible();
  await zone.click({ button: 'right' });
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Its usual menu').click({ button: 'right' });
  await page.keyboard.press('Escape');
  await zone.focus();
  await page.keyboard.press('ContextMenu');
  await selectText(page);
  const save = page.getByRole('button', { name: 'Save' });
  await moveBy(page, save, 10, 0);
  await cancelDrag(page, page.getByText('Two', { exact: true }));
  const { x, y } = await centreOf(save);
  await page.mouse.click(x, y, { clickCount: 10 });
  await waitForTurns(panel, 'click', 14);
  const recording = await stopRecording(panel);
  const presses = listActions(recording).filter(({ turn }) => turn.action.intent !== 'press');
  const intents = presses.map(({ turn }) => turn.action.intent);
  expect(intents.slice(0, 3), 'the double click').toEqual(['click', 'click', 'doubleClick']);
  const [first, second, double, menu, archive, usual] = presses;
  expect([first, second].map((kept) => kept?.turn.properties['detail'])).toEqual([1, 2]);
  expectTarget(double, boxes[0]);
  expect(double.turn.causedBy).toBe(second?.turn.id);
  expect(double.turn.element?.tagName).toBe('LI');
  expect(readReplay(recording)).not.toContain('doubleClick');
  const described = describeActions(recording).filter((line) => line !== 'press Escape');
  expect(described.slice(3, 8), 'right clicks, and one slipped click').toEqual([
    'rightClick Own menu',
    'click Archive',
    'rightClick',
    'rightClick Own menu',
    'click Save',
  ]);
  expect(describeActions(recording).join(), 'the cancelled drag').toContain(
    'click Save,press Escape,click Save',
  );
  expectTarget(menu, boxes[1]);
  expect(menu.html).not.toContain('id="menu"');
  expectTarget(archive);
  expect(usual?.turn.element?.attributes).toMatchObject({ id: 'plain' });
  const fast = intents.slice(8);
  expect(
    fast.filter((intent) => intent === 'click'),
    'the fast clicks',
  ).toHaveLength(10);
  expect(fast.filter((intent) => intent === 'doubleClick')).toHaveLength(1);
  expect(fast).toHaveLength(11);
});

async function selectText(page: Page): Promise<void> {
  const text = await page.locator('#text').boundingBox();
  if (!text) throw new Error('The text has no box.');
  await page.mouse.move(text.x + 10, text.y + 15);
  await page.mouse.down();
  await page.mouse.move(text.x + 150, text.y + 15, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('words');
}

async function cancelDrag(page: Page, from: Locator): Promise<void> {
  const { x, y } = await centreOf(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 30, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

test('records drags of the browser, into a frame too, and of the page, but no drop on nothing', async ({
  page,
  panel,
}) => {
  await drag(page, page.getByText('One', { exact: true }), page.getByText('Three'));
  await expect(page.locator('#tasks li').last()).toHaveText('One');
  await moveBy(page, page.getByRole('slider', { name: 'Size' }), 90, 0);
  await moveBy(page, page.locator('#canvas'), 40, 20);
  await moveBy(page, page.locator('#grip'), 30, 20);
  const card = page.locator('#card');
  const box = await card.boundingBox();
  await drag(page, card, page.getByText('Its usual menu'));
  await card.dragTo(page.getByRole('region', { name: 'Bin' }));
  await expect(page.locator('#bin #card')).toBeVisible();
  await waitForTurns(panel, 'drag', 5);
  await addDropFrame(page);
  await drag(page, card, page.locator('iframe'));
  await expect(page.frameLocator('iframe').locator('body')).toHaveText('card');
  await waitForTurns(panel, 'drag', 6);
  const recording = await stopRecording(panel);
  const drags = listActions(recording);
  expect(
    drags.map(({ turn: { action, element } }) => [
      action.intent,
      element?.attributes['id'] ?? element?.textContent,
    ]),
  ).toEqual(['One', 'thumb', 'canvas', 'grip', 'card', 'card'].map((on) => ['drag', on]));
  const [task, slid, drawn, , binned, framed] = drags;
  expectTarget(task);
  expect(task.html.indexOf('One')).toBeLessThan(task.html.indexOf('Three'));
  expectTarget(slid);
  expect(slid.turn.action).toMatchObject({ x: 90, y: 0 });
  expect(drawn?.turn.action).toMatchObject({ x: 40, y: 20, toUid: null });
  expectTarget(binned, box);
  expect(binned.html).not.toMatch(/<div id="card"[^>]*opacity/);
  expect(binned.turn.action).toMatchObject({ toUid: findUid(binned.html, 'bin') });
  expect(binned.turn.action.intent === 'drag' && binned.turn.action.x).toBeGreaterThan(100);
  // The turn belongs to the page that the card came from.
  expectTarget(framed);
  expect(framed.turn.action).toMatchObject({ toUid: null });
  expect(framed.turn.action.intent === 'drag' && framed.turn.action.y).toBeGreaterThan(100);
  expect(readReplay(recording)).not.toContain('drag');
});

/** Adds a frame that accepts drops, at the end of the page. */
async function addDropFrame(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<body style="height: 200px" ondragover="event.preventDefault()"
      ondrop="document.body.textContent = event.dataTransfer.getData('text')">`;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  });
}

test('records chosen files as a change with their names, dropped ones as a drag', async ({
  page,
  panel,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'chosen-'));
  const paths = ['a.txt', 'b.txt'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, 'the contents are nobody’s business');
  await choose(page, page.getByLabel('Papers'), paths);
  await choose(page, page.getByRole('button', { name: 'Attach' }), paths.slice(0, 1));
  await choose(page, page.getByLabel('Folder'), [folder]);
  await dropFiles(page, page.getByRole('region', { name: 'Files' }), paths);
  await expect(page.locator('#files')).toHaveText('a.txt');
  await dropFiles(page, page.getByLabel('Papers'), paths.slice(1));
  await waitForTurns(panel, 'drag', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Papers',
    'change Papers=a.txt, b.txt',
    'click Attach',
    'change Attach=a.txt',
    'click Folder',
    expect.stringMatching(/^change Folder=(a.txt, b.txt|b.txt, a.txt)$/),
    'drag Files',
    'drag Papers',
    'change Papers=b.txt',
  ]);
  const [click, chosen, , attached] = listActions(recording);
  expect(chosen?.turn.causedBy).toBe(click?.turn.id);
  for (const kept of listActions(recording)) expectTarget(kept);
  expect(attached?.turn.properties['control']).toBe(findUid(attached?.html ?? '', 'hidden'));
  const [dropped] = listActions(recording, 'drag');
  expect(dropped?.turn.properties['files']).toEqual(['a.txt', 'b.txt']);
  expect(dropped?.html).not.toContain('class="box over"');
  const everything = Buffer.concat([...recording.files.values()]).toString('utf8');
  expect(everything).not.toContain('business');
  expect(everything).not.toContain('fakepath');
});

async function stopRecording(panel: Page): Promise<Recording> {
  return addStoredPages(panel, await stopAndExport(panel));
}

function readReplay({ files }: Recording): string {
  const replay = [...files].find(([path]) => path.endsWith('replay.json'))?.[1];
  if (!replay) throw new Error('The zip has no replay.json.');
  return Buffer.from(replay).toString('utf8');
}

function findUid(html: string, id: string): string | undefined {
  const tag = new RegExp(`<[^>]*\\sid="${id}"[^>]*>`).exec(html)?.[0] ?? '';
  return /data-webtasks-id="([^"]*)"/.exec(tag)?.[1];
}

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It has no box.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centreOf(from);
  const end = await centreOf(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

async function moveBy(page: Page, from: Locator, x: number, y: number): Promise<void> {
  const start = await centreOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + x, start.y + y, { steps: 6 });
  await page.mouse.up();
}

async function choose(page: Page, opener: Locator, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()]);
  await chooser.setFiles(paths.length === 1 ? (paths[0] ?? '') : paths);
}

/** As when they come from the desktop: with trusted events. */
async function dropFiles(page: Page, target: Locator, files: string[]): Promise<void> {
  const { x, y } = await centreOf(target);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}
