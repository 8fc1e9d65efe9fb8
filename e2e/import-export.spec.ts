/** What is exported can be imported again and is the same, in the real extension. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { askCopilot } from '../scripts/ask-copilot.mjs';
import buildCli, { cliFolder } from '../scripts/build-cli.mjs';
import type { App } from '../scripts/launch.mjs';
import type { Automation } from '../src/app/automation.ts';
import type { LintFinding } from '../src/core/demonstration/lint/finding.ts';
import type { Turn } from '../src/core/demonstration/demonstration.ts';
import { buildZip } from '../src/platform/zip/raw-zip.fixture.ts';
import { expectAccessible } from './fixtures/accessible.ts';
import { recordWith } from './fixtures/films.ts';
import { startRecording, unzip } from './fixtures/recorded.ts';
import {
  chooseFiles,
  download,
  dropPaths,
  exportAs,
  findRows,
  openStudio,
} from './fixtures/studio.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.use({ clicksIcon: true });

interface Stored {
  id: string;
  turns: Turn[];
  findings: LintFinding[];
}

test.beforeEach(async ({ app, page, panel }) => {
  await recordWith(app, page, panel, { video: true });
  await askCopilot(panel, 'click Shop, then click Cart');
  // The page at rest after the last action: it may take a while until it was pictured.
  await expect.poll(() => countAfterShots(panel)).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByText('Checked: no findings')).toBeVisible();
  // What the ranker would have picked is written behind that, and is part of it.
  await expect.poll(() => countAgreements(panel)).toBe(2);
});

async function countAfterShots(page: Page): Promise<number> {
  const turns = (await readLibrary(page)).flatMap((stored) => stored.turns);
  return turns.filter(
    (turn) => turn.kind === 'browser' && turn.effect?.screenshot.status === 'kept',
  ).length;
}

async function countAgreements(page: Page): Promise<number> {
  const turns = (await readLibrary(page)).flatMap((stored) => stored.turns);
  return turns.filter((turn) => turn.kind === 'browser' && turn.agreement).length;
}

/** All that is in the library. */
function readLibrary(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const stored: Stored[] = [];
    for (const { demonstration } of await demonstrations.list()) {
      const { id } = demonstration;
      const turns = (await demonstrations.get(id)).turns;
      stored.push({ id, turns, findings: await demonstrations.lint(id) });
    }
    return stored;
  });
}

async function deleteAll(studio: Page): Promise<void> {
  const row = findRows(studio);
  await row.getByRole('button', { name: 'Delete' }).click();
  await studio.getByRole('button', { name: 'Bin 1' }).click();
  const emptyBin = { name: 'Empty the bin' };
  await studio.getByRole('button', emptyBin).click();
  await studio
    .getByRole('group', { name: /^Delete/ })
    .getByRole('button', emptyBin)
    .click();
  await expect(studio.getByRole('heading', { name: 'No demonstrations yet' })).toBeVisible();
}

async function makeHostileZip(): Promise<Buffer<ArrayBuffer>> {
  const bytes = await buildZip([
    { name: 'replay.json', bytes: Buffer.from('{"data": []}') },
    { name: '../../evil.html', bytes: Buffer.from('<script>') },
  ]);
  return Buffer.from(bytes);
}

/** The files of what `wayscribe convert` makes of an archive. */
async function convert(archive: Buffer, format: string, ending: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-convert-'));
  await writeFile(path.join(folder, 'demo.zip'), archive);
  const cli = path.join(cliFolder, 'wayscribe.mjs');
  const args = ['convert', '--jobs', '1', '--to', format, '--out', folder];
  await promisify(execFile)(process.execPath, [cli, ...args, path.join(folder, 'demo.zip')]);
  const made = await readFile(path.join(folder, `demo${ending}`));
  await rm(folder, { recursive: true });
  return unzip(new Uint8Array(made));
}

async function exportArchive(app: App, panel: Page): Promise<void> {
  const studio = await openStudio(app);
  const rows = findRows(studio);
  const [before] = await readLibrary(panel);
  expect(before?.turns.map(({ action }) => action.intent)).toContain('click');
  const archive = await exportAs(app, rows, 'Wayscribe archive');
  expect(archive.name).toMatch(/-archive\.zip$/);

  const report = studio.getByRole('region', { name: 'Import' });
  await chooseFiles(studio, [{ name: 'gift.zip', bytes: await makeHostileZip() }]);
  await expect(report.getByRole('alert')).toHaveText(
    /^gift\.zip was not imported: [^.]*\.\.\/\.\.\/evil\.html[^.]*\. The library is unchanged\.$/,
  );
  expect(await readLibrary(panel)).toEqual([before]);
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await expect(report).toHaveCount(0);

  await deleteAll(studio);
  await chooseFiles(studio, [archive, archive]);
  await expect(report.getByRole('listitem')).toContainText([
    /was imported with \d+ turns\./,
    /from .* is already in the library, so nothing was added\./,
  ]);
  expect(await readLibrary(panel)).toEqual([before]);

  await rows.getByRole('button', { name: 'click Shop, then click Cart' }).click();
  const timeline = studio.getByRole('complementary', { name: /Turns of/ });
  const picture = timeline.locator('[data-status="kept"] img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await studio.getByRole('button', { name: 'Back to the list' }).click();
  const again = await exportAs(app, rows, 'Wayscribe archive');
  expect(again.bytes.equals(archive.bytes), 'the archive of the import').toBe(true);

  await buildCli();
  // The command line makes the same of it as the extension does, the film too.
  const weblinx = await download(app, 1, () =>
    rows.getByRole('button', { name: 'Export' }).click(),
  );
  const files = await unzip(new Uint8Array(weblinx[0]?.bytes ?? []));
  const converted = await convert(archive.bytes, 'weblinx', '.zip');
  // The muxer writes into a film when it was made.
  expect(converted.get('video.mp4')?.length).toBe(files.get('video.mp4')?.length);
  expect(files.delete('video.mp4') && converted.delete('video.mp4')).toBe(true);
  expect(converted).toEqual(files);
  expect(await convert(archive.bytes, 'archive', '.wayscribe.zip')).toEqual(
    await unzip(new Uint8Array(archive.bytes)),
  );
  await studio.close();
}

async function exportWeblinx(app: App, panel: Page): Promise<void> {
  const studio = await openStudio(app);
  const rows = findRows(studio);
  const first = await exportAs(app, rows, 'WebLINX');
  const files = await unzip(new Uint8Array(first.bytes));
  expect([...files.keys()].join(' ')).toMatch(/screenshots\/screenshot-\d+-1\.png/);
  await deleteAll(studio);

  // Unpacked, as a folder, beside a zip that is none.
  const folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-drop-'));
  for (const [name, bytes] of files) {
    const file = path.join(folder, 'demo', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  await writeFile(path.join(folder, 'holiday.zip'), 'no zip at all');
  await dropPaths(studio, [path.join(folder, 'demo'), path.join(folder, 'holiday.zip')]);
  const report = studio.getByRole('region', { name: 'Import' });
  await expect(report.getByRole('listitem')).toContainText([
    /was imported with \d+ turns\./,
    'holiday.zip was not imported: it is not a valid zip, or the file is incomplete. The library is unchanged.',
  ]);
  await rm(folder, { recursive: true });

  const [imported] = await readLibrary(panel);
  expect(imported?.findings).toEqual([]);
  const kept = imported?.turns.filter(
    (turn) => turn.kind === 'browser' && turn.effect?.screenshot.status === 'kept',
  );
  expect(kept?.length).toBeGreaterThan(0);
  const second = await exportAs(app, rows, 'WebLINX');
  expect(await unzip(new Uint8Array(second.bytes))).toEqual(files);
  await studio.close();
}

async function exportSeveral(app: App, panel: Page): Promise<void> {
  await startRecording(panel);
  await askCopilot(panel, 'click Notes');
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel.getByText('Checked: no findings')).toBeVisible();
  // From the panel to the list of what was recorded last.
  const opened = app.context.waitForEvent('page');
  await panel.getByRole('button', { name: 'Other formats…' }).click();
  const studio = await opened;
  const rows = findRows(studio);
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByRole('menuitem')).toHaveCount(18);
  await studio.keyboard.press('Escape');

  const opener = rows.last().getByRole('button', { name: 'Other formats' });
  await opener.focus();
  await studio.keyboard.press('Enter');
  const items = studio.getByRole('menuitem');
  await expect(items).toHaveCount(18);
  await expect(items.first()).toBeFocused();
  await expect(items.first()).toHaveAccessibleDescription(/public tools/);
  await studio.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(opener).toBeFocused();
  const [script] = await download(app, 1, async () => {
    await studio.keyboard.press('Enter');
    await expect(items.first()).toBeFocused();
    for (let down = 0; down < 10; down++) await studio.keyboard.press('ArrowDown');
    await studio.keyboard.press('Enter');
  });
  expect(script?.name).toMatch(/\.spec\.ts$/);
  expect(script?.bytes.toString('utf8')).toContain("getByRole('link', { name: 'Shop'");
  await expect(rows.last().getByRole('status')).toContainText('Saved as');

  for (const row of await rows.all()) await row.getByRole('checkbox').check();
  const chosen = studio.getByRole('status').filter({ hasText: '2 demonstrations chosen' });
  const made = await download(app, 2, async () => {
    await chosen.getByRole('button', { name: 'Other formats' }).click();
    await chosen.getByRole('menuitem', { name: 'Chat fine-tuning', exact: true }).click();
  });
  for (const { name, bytes } of made) {
    expect(name).toMatch(/-chat\.jsonl$/);
    const [line = ''] = bytes.toString('utf8').split('\n');
    const { messages } = JSON.parse(line) as { messages: { role: string }[] };
    expect([messages[0]?.role, messages.at(-1)?.role]).toEqual(['system', 'assistant']);
  }
  await studio.close();
}

async function exportPage(app: App): Promise<void> {
  const studio = await openStudio(app);
  const row = findRows(studio).last();
  const archive = await exportAs(app, row, 'Wayscribe archive');
  const made = await exportAs(app, row, 'Page to look at');
  const opened = await app.context.newPage();
  const requests: string[] = [];
  opened.on('request', (request) => requests.push(request.url()));
  const file = pathToFileURL(path.join(app.downloads, made.name)).href;
  await opened.goto(`${file}#turn-2`);
  await expect(opened.getByRole('heading', { name: 'Copilot: Click Shop' })).toBeVisible();
  await expect(opened.getByRole('img', { name: 'The page before the action' })).toBeVisible();
  await expect(opened.getByText('Not verified', { exact: true }).first()).toBeVisible();
  await opened.getByRole('button', { name: 'Page', exact: true }).click();
  const saved = opened.frameLocator('iframe');
  await expect(saved.getByText('Shop', { exact: true }).first()).toBeAttached();
  await expectAccessible(opened);
  expect(requests.filter((url) => !/^(file|data|about):/.test(url))).toEqual([]);
  // The film is not in the page.
  expect(made.bytes.length).toBeLessThan(1.5 * archive.bytes.length);
  await opened.close();
  await studio.close();
}

async function importFlow(app: App): Promise<void> {
  const studio = await openStudio(app);
  const steps = [
    { type: 'navigate', url: 'https://shop.example/' },
    { type: 'click', selectors: [['aria/Add kettle[role="button"]']], offsetX: 1, offsetY: 1 },
  ];
  const bytes = Buffer.from(JSON.stringify({ title: 'Kettles', steps }));
  await chooseFiles(studio, [{ name: 'flow.json', bytes }]);
  const report = studio.getByRole('region', { name: 'Import' });
  await expect(report).toContainText('was imported with 2 turns.');
  await expect(report).toContainText('flow.json is a Recorder flow: it has no pages');
  await studio.close();
}

test('what is exported is complete, and comes back unchanged', async ({ app, panel }) => {
  await test.step('an archive restores a demonstration, a hostile zip imports nothing', () =>
    exportArchive(app, panel));
  await test.step('a WebLINX folder imports without findings and exports unchanged', () =>
    exportWeblinx(app, panel));
  await test.step('offers every format, by keyboard too, and exports several in turn', () =>
    exportSeveral(app, panel));
  await test.step('a page opens without Wayscribe and loads nothing', () => exportPage(app));
  await test.step('a flow of DevTools’ Recorder is imported', () => importFlow(app));
});
