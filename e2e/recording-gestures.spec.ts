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

test('records a double click as its clicks and one turn with the page before the first', async ({
  page,
  panel,
}) => {
  const item = page.getByText('Rename me');
  const box = await item.boundingBox();
  await item.dblclick();
  await expect(page.locator('#item input')).toBeVisible();
  const recording = await stopRecording(panel);
  const [, second, double] = listActions(recording);
  expect(listIntents(recording)).toEqual(['click', 'click', 'doubleClick']);
  expectTarget(double, box);
  expect(double.turn.causedBy).toBe(second?.turn.id);
  expect(double.turn.element?.tagName).toBe('LI');
  expect(readReplay(recording)).not.toContain('doubleClick');
});

test('records ten fast clicks as ten, and at most one double click', async ({ page, panel }) => {
  const { x, y } = await centreOf(page.getByRole('button', { name: 'Save' }));
  await page.mouse.click(x, y, { clickCount: 10 });
  await waitForTurns(panel, 'click', 10);
  const recording = await stopRecording(panel);
  expect(listIntents(recording).filter((intent) => intent === 'click')).toHaveLength(10);
  expect(listIntents(recording).filter((intent) => intent === 'doubleClick')).toHaveLength(1);
});

test('records right clicks on custom and native menus, by pointer and by key', async ({
  page,
  panel,
}) => {
  const zone = page.getByText('Own menu');
  const box = await zone.boundingBox();
  await zone.click({ button: 'right' });
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Its usual menu').click({ button: 'right' });
  await page.keyboard.press('Escape');
  await zone.focus();
  await page.keyboard.press('ContextMenu');
  const recording = await stopRecording(panel);
  const [first, archive, usual] = listActions(recording);
  expect(describeActions(recording).filter((line) => line !== 'press Escape')).toEqual([
    'rightClick Own menu',
    'click Archive',
    'rightClick',
    'rightClick Own menu',
  ]);
  expectTarget(first, box);
  expect(first.html).not.toContain('id="menu"');
  expectTarget(archive);
  expect(usual?.turn.element?.attributes).toMatchObject({ id: 'plain' });
});

test('records a card dragged to a bin, and ignores one dropped nowhere', async ({
  page,
  panel,
}) => {
  const card = page.locator('#card');
  const box = await card.boundingBox();
  await drag(page, card, page.getByText('Its usual menu'));
  await card.dragTo(page.getByRole('region', { name: 'Bin' }));
  await expect(page.locator('#bin #card')).toBeVisible();
  await waitForTurns(panel, 'drag', 1);
  const recording = await stopRecording(panel);
  expect(listIntents(recording)).toEqual(['drag']);
  const [kept] = listActions(recording);
  expectTarget(kept, box);
  expect(kept.turn.element?.attributes).toMatchObject({ id: 'card' });
  expect(kept.html).not.toMatch(/<div id="card"[^>]*opacity/);
  expect(kept.turn.action).toMatchObject({ toUid: findUid(kept.html, 'bin') });
  expect(kept.turn.action.intent === 'drag' && kept.turn.action.x).toBeGreaterThan(100);
  expect(readReplay(recording)).not.toContain('drag');
});

test('records a card dragged into a frame as one turn of the page it came from', async ({
  page,
  panel,
}) => {
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<body style="height: 200px" ondragover="event.preventDefault()"
      ondrop="document.body.textContent = event.dataTransfer.getData('text')">`;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  });
  await drag(page, page.locator('#card'), page.locator('iframe'));
  await expect(page.frameLocator('iframe').locator('body')).toHaveText('card');
  await waitForTurns(panel, 'drag', 1);
  const recording = await stopRecording(panel);
  expect(listIntents(recording)).toEqual(['drag']);
  const [kept] = listActions(recording);
  expectTarget(kept);
  expect(kept.turn.action).toMatchObject({ toUid: null });
  expect(kept.turn.action.intent === 'drag' && kept.turn.action.y).toBeGreaterThan(100);
});

test('records drags that the page implements itself', async ({ page, panel }) => {
  await drag(page, page.getByText('One', { exact: true }), page.getByText('Three'));
  await expect(page.locator('#tasks li').last()).toHaveText('One');
  const thumb = page.getByRole('slider', { name: 'Size' });
  await moveBy(page, thumb, 90, 0);
  await moveBy(page, page.locator('#canvas'), 40, 20);
  await moveBy(page, page.locator('#grip'), 30, 20);
  const recording = await stopRecording(panel);
  expect(listIntents(recording)).toEqual(['drag', 'drag', 'drag', 'drag']);
  const drags = listActions(recording);
  expect(
    drags.map(({ turn }) => turn.element?.attributes['id'] ?? turn.element?.textContent),
  ).toEqual(['One', 'thumb', 'canvas', 'grip']);
  const [task, slid, drawn] = drags;
  expectTarget(task);
  expect(task.html.indexOf('One')).toBeLessThan(task.html.indexOf('Three'));
  expectTarget(slid);
  expect(slid.turn.action).toMatchObject({ x: 90, y: 0 });
  expect(drawn?.turn.action).toMatchObject({ x: 40, y: 20, toUid: null });
});

test('ignores text selection, a cancelled drag and a click that slips', async ({ page, panel }) => {
  const text = await page.locator('#text').boundingBox();
  if (!text) throw new Error('The text has no box.');
  await page.mouse.move(text.x + 10, text.y + 15);
  await page.mouse.down();
  await page.mouse.move(text.x + 150, text.y + 15, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('words');
  await moveBy(page, page.getByRole('button', { name: 'Save' }), 10, 0);
  const { x, y } = await centreOf(page.getByText('Two', { exact: true }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 30, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['click Save', 'press Escape']);
});

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

function listIntents(recording: Recording): string[] {
  return listActions(recording).map(({ turn }) => turn.action.intent);
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
