import type { Page } from '@playwright/test';
import type { Automation } from '../../src/app/automation.ts';
import type { Kept, Recording } from '../fixtures/recorded.ts';
import { listActions, readTurns, stopRecording, waitForTurns } from '../fixtures/recorded.ts';
import { watchShots } from '../fixtures/shots.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const SECRET = 'k9-Quince!Pear';

test.beforeEach(async ({ openTrial }) => {
  await openTrial('effects.html');
});

async function start(panel: Page, options: { extras: boolean; masks?: string[] }): Promise<void> {
  await panel.evaluate(async (chosen) => {
    const { recording } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    await recording.start({ options: chosen });
  }, options);
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
}

/** Presses an element until the page at rest was read before it: with what does nothing, it serves the next press of it, too. */
async function pressUntilRead(page: Page, panel: Page, selector = '#dead'): Promise<void> {
  const isRead = async (): Promise<boolean> => {
    await page.click(selector);
    const last = (await readTurns(panel)).at(-1);
    return last?.kind === 'browser' && last.extras?.accessible.status === 'kept';
  };
  await expect
    .poll(isRead, { message: 'the page at rest', intervals: [800, 1600, 3200] })
    .toBe(true);
}

/** Until the last turn is of that element, with all that belongs to it. */
async function waitForLast(panel: Page, id: string): Promise<void> {
  await expect
    .poll(async () => (await readTurns(panel)).at(-1))
    .toMatchObject({ element: { attributes: { id } }, screenshot: { status: 'kept' } });
}

/** The last action before which the page was read. */
function findRead(recording: Recording): Kept | undefined {
  return listActions(recording, 'click').findLast(
    ({ turn }) => turn.extras?.accessible.status === 'kept',
  );
}

function readFile({ files, browser }: Recording, kept: Kept | undefined, path: string): string {
  const n = kept ? browser.indexOf(kept) : -1;
  const bytes = files.get(path.replace('<n>', String(n)));
  return bytes ? Buffer.from(bytes).toString('utf8') : '';
}

test('saves the page at rest before an action as MHTML, with the names of its elements', async ({
  page,
  panel,
}) => {
  await start(panel, { extras: true });
  await pressUntilRead(page, panel, '#menu');
  const recording = await stopRecording(panel);
  const click = findRead(recording);
  expect(click?.turn.extras).toMatchObject({
    mhtml: { status: 'kept', proof: { kind: 'unchanged' } },
    accessible: { status: 'kept', proof: { kind: 'unchanged' } },
  });
  const mhtml = readFile(recording, click, 'mhtml/page-<n>-0.mhtml');
  expect(mhtml).toContain('multipart/related');
  expect(mhtml).toContain('Toggle later');
  const isExpanded = click?.turn.element?.attributes['aria-expanded'];
  expect(mhtml).toContain(`aria-expanded=3D"${String(isExpanded)}"`);
  const names = JSON.parse(readFile(recording, click, 'accessible/page-<n>-0.json')) as Record<
    string,
    unknown
  >;
  expect(names[click?.turn.element?.uid ?? '']).toEqual({ role: 'button', name: 'Menu' });
  expect(Object.values(names)).toContainEqual({ role: 'checkbox', name: 'Newsletter' });
});

test('does not save a changed page as the state before', async ({ page, panel }) => {
  await start(panel, { extras: true });
  await page.hover('#toggle');
  /** Twice in a row; whether the page at rest was read before. */
  const pressTwice = async (): Promise<boolean> => {
    for (let press = 0; press < 2; press += 1) {
      await page.mouse.down();
      await page.mouse.up();
    }
    await waitForLast(panel, 'toggle');
    const first = (await readTurns(panel)).at(-2);
    return first?.kind === 'browser' && first.extras?.accessible.status === 'kept';
  };
  await expect
    .poll(pressTwice, { message: 'the page at rest', intervals: [800, 1600, 3200] })
    .toBe(true);
  const second = listActions(await stopRecording(panel), 'click').at(-1);
  expect(second?.turn.extras).toMatchObject({
    mhtml: { status: 'missing' },
    accessible: { status: 'missing' },
  });
});

test('typed secrets are in neither, wherever the page writes them', async ({ page, panel }) => {
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('#secret');
    field?.addEventListener('input', () => {
      field.setAttribute('value', field.value);
      document.querySelector('#dead')?.setAttribute('aria-label', `Send ${field.value}`);
      document.title = `= ${field.value} ü`;
    });
  });
  await start(panel, { extras: true });
  await page.click('#secret');
  await page.keyboard.type(SECRET, { delay: 20 });
  await pressUntilRead(page, panel);
  const recording = await stopRecording(panel);
  const click = findRead(recording);
  expect(click?.turn.extras).toMatchObject({
    mhtml: { status: 'kept' },
    accessible: { status: 'kept' },
  });
  const mhtml = readFile(recording, click, 'mhtml/page-<n>-0.mhtml');
  const names = readFile(recording, click, 'accessible/page-<n>-0.json');
  expect(mhtml).toContain('multipart/related');
  const folded = mhtml.replace(/=\r\n/g, '');
  for (const text of [folded, names]) expect(text).not.toMatch(/Quince|Pear/);
});

test('with masked parts the page is not saved whole, and the user is informed', async ({
  page,
  panel,
}) => {
  await start(panel, { extras: true, masks: ['#late'] });
  await pressUntilRead(page, panel);
  const recording = await stopRecording(panel);
  const click = findRead(recording);
  expect(click?.turn.extras?.mhtml).toMatchObject({ status: 'missing' });
  expect(JSON.stringify(click?.turn.extras?.mhtml)).toContain('masked');
  const names = readFile(recording, click, 'accessible/page-<n>-0.json');
  expect(names).toContain('"name":"Nothing"');
  expect(names).not.toContain('Toggle later');
});

interface Counted {
  saves: number;
  /** The browser's own. */
  save: typeof chrome.pageCapture.saveAsMHTML;
}

test('saves no extras without the option', async ({ app, page, panel }) => {
  const [worker] = app.context.serviceWorkers();
  await worker?.evaluate(() => {
    const counted = globalThis as unknown as Counted;
    counted.saves = 0;
    counted.save = chrome.pageCapture.saveAsMHTML;
    chrome.pageCapture.saveAsMHTML = () => {
      counted.saves += 1;
      return Promise.reject(new Error('not wanted'));
    };
  });
  const shots = await watchShots(app);
  await start(panel, { extras: false });
  await shots.waitSince();
  await page.click('#dead');
  await waitForTurns(panel, 'click', 1);
  const recording = await stopRecording(panel);
  const [click] = listActions(recording, 'click');
  expect(click?.turn.screenshot.status).toBe('kept');
  expect(click?.turn.extras).toBeUndefined();
  expect([...recording.files.keys()].filter((path) => /mhtml|accessible/.test(path))).toEqual([]);
  const saves = await worker?.evaluate(() => {
    const counted = globalThis as unknown as Counted;
    chrome.pageCapture.saveAsMHTML = counted.save;
    return counted.saves;
  });
  expect(saves).toBe(0);
});
