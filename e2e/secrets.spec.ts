import type { Page } from '@playwright/test';
import { getPageUrl } from '../scripts/panel.mjs';
import type { Automation } from '../src/app/automation.ts';
import type { Recording } from './fixtures/recorded.ts';
import { listActions, startRecording, stopRecording, waitForTurns } from './fixtures/recorded.ts';
import { HOST, listForms, SECRETS, serveSecretPages } from './fixtures/secret-pages.ts';
import { watchShots } from './fixtures/shots.ts';
import { expect, test } from './fixtures/wayscribe.ts';

const FILL = [128, 128, 128, 255];

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The values that can be found in any file of the export, and where. */
function listLeaks({ files }: Recording, values: string[]): string[] {
  const leaks: string[] = [];
  for (const [path, bytes] of files) {
    const text = `${path}\n${Buffer.from(bytes).toString('utf8')}`;
    for (const value of values) {
      const form = listForms(value).find((one) => text.includes(one));
      if (form !== undefined) leaks.push(`${path}: ${form}`);
    }
  }
  return leaks;
}

/** Colours that are not the fill's among the pixels of a rectangle, at most a few. */
async function listColours(panel: Page, png: Uint8Array, rect: Rect): Promise<number[][]> {
  const args = { png: Buffer.from(png).toString('base64'), rect, fill: FILL };
  return panel.evaluate(async ({ png: image, rect: area, fill }) => {
    const blob = await (await fetch(`data:image/png;base64,${image}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { x, y, width, height } = area;
    // The window's scale is 1.
    const { data } = context.getImageData(
      Math.floor(x),
      Math.floor(y),
      Math.ceil(width),
      Math.ceil(height),
    );
    const others: number[][] = [];
    for (let at = 0; at < data.length && others.length < 3; at += 4) {
      const pixel = [...data.slice(at, at + 4)];
      if (pixel.some((part, index) => part !== fill[index])) others.push(pixel);
    }
    return others;
  }, args);
}

/** Wholly in the picture, whose size stands in the PNG's header. */
function isInside({ x, y, width, height }: Rect, png: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(png.buffer, png.byteOffset);
  const isAcross = x >= 0 && x + width <= view.getUint32(16);
  return isAcross && y >= 0 && y + height <= view.getUint32(20);
}

async function measure(page: Page, ...selectors: string[]): Promise<Rect[]> {
  const rects: Rect[] = [];
  for (const selector of selectors) {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not shown`);
    rects.push(box);
  }
  const frame = await page.locator('iframe').evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return { x: x + element.clientLeft, y: y + element.clientTop };
  });
  const inside = await page
    .frameLocator('iframe')
    .locator('input')
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
  rects.push({ ...inside, x: frame.x + inside.x, y: frame.y + inside.y });
  return rects;
}

async function expectCovered(panel: Page, recording: Recording, rects: Rect[]): Promise<void> {
  const shown = recording.browser.filter(
    ({ turn, png }) => png !== null && turn.snapshot?.frames[0]?.url === HOST,
  );
  expect(shown.length).toBeGreaterThan(3);
  for (const { turn, png } of shown) {
    for (const rect of rects) {
      const colours = png && (await listColours(panel, png, rect));
      expect(colours, `${turn.action.intent} ${JSON.stringify(rect)}`).toEqual([]);
    }
  }
}

async function typeSlowly(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).click();
  await page.keyboard.type(text, { delay: 5 });
}

test('secrets are in no file or pixel of an export', async ({ app, page, panel }) => {
  await serveSecretPages(app.context);
  await page.goto(HOST);
  const shots = await watchShots(app);
  await startRecording(panel);
  const rects = await measure(page, '[name=p]', '[name=c]', '[name=o]');
  await typeSlowly(page, 'User', 'ada');
  await typeSlowly(page, 'Password', SECRETS.password);
  const shownAt = Date.now();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  // At rest, a shot is taken that shows the password in clear.
  await shots.waitSince(shownAt);
  await typeSlowly(page, 'Card number', SECRETS.card);
  await typeSlowly(page, 'Code', SECRETS.code);
  await page.frameLocator('iframe').getByLabel('Card').click();
  const typedAt = Date.now();
  await page.keyboard.type(SECRETS.framedCard);
  await shots.waitSince(typedAt);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await waitForTurns(panel, 'textInput', 5);
  const recording = await stopRecording(panel);

  const { password, card, code, framedCard } = SECRETS;
  expect(listLeaks(recording, [password, card, code, framedCard])).toEqual([]);
  // The test looks where there is something to find: what was typed otherwise is there.
  expect(listLeaks(recording, ['user=ada'])).not.toEqual([]);
  const typed = listActions(recording, 'textInput').map(({ turn: { action } }) =>
    'text' in action ? action.text : '',
  );
  expect(typed).toEqual(['ada', '••••••', '••••••', '••••••', '••••••']);
  await expectCovered(panel, recording, rects);
});

test('masks the user’s parts in texts and pixels', async ({ app, page, panel }) => {
  const settings = await app.context.newPage();
  await settings.goto(getPageUrl(app, 'settings'));
  await settings.evaluate(() => chrome.storage.local.set({ maskSelectors: ['.account'] }));
  await settings.close();
  await serveSecretPages(app.context);
  await page.goto(HOST);
  const shots = await watchShots(app);
  await startRecording(panel);
  const rects = await measure(page, '.account');
  await page.locator('.account b').click();
  await typeSlowly(page, 'User', 'ada');
  const leftAt = Date.now();
  await page.locator('body').click({ position: { x: 700, y: 10 } });
  await shots.waitSince(leftAt);
  await page.locator('.account p').dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await page.getByRole('button', { name: 'Show password' }).click();
  await waitForTurns(panel, 'textInput', 1);
  const recording = await stopRecording(panel);

  expect(listLeaks(recording, [SECRETS.account, SECRETS.balance])).toEqual([]);
  const [click] = listActions(recording, 'click');
  expect(click?.turn.element).toMatchObject({ tagName: 'B', textContent: '••••••' });
  expect(click?.html).toContain('class="account"');
  expect(click?.html).toContain('Password');
  const [copy] = listActions(recording, 'copy');
  expect(copy && 'text' in copy.turn.action ? copy.turn.action.text : '').toContain('•');
  await expectCovered(panel, recording, rects);
});

test('the practice shop’s checkout leaks nothing', async ({ app, page, panel, practice }) => {
  await page.goto(`${practice.url}shop/checkout.html`);
  const shots = await watchShots(app);
  await startRecording(panel);
  await typeSlowly(page, 'Create a password', SECRETS.password);
  await page.getByLabel('Card number').scrollIntoViewIfNeeded();
  const fields = {
    'Card number': SECRETS.card,
    'Expiry date': '04/31',
    'Security code (CVC)': '7391',
  };
  for (const [name, text] of Object.entries(fields)) {
    const typedAt = Date.now();
    await typeSlowly(page, name, text);
    // On a slow machine the next action would come before a screenshot of this one.
    await shots.waitSince(typedAt);
  }
  await page.getByRole('button', { name: 'Place order' }).click();
  await waitForTurns(panel, 'textInput', 4);
  const recording = await stopRecording(panel);
  expect(listLeaks(recording, [SECRETS.password, SECRETS.card])).toEqual([]);
  for (const { html, turn } of recording.browser) {
    expect(html).not.toMatch(/value="(?:04\/31|7391)"/);
    if (turn.action.intent === 'textInput') expect(turn.action.text).toBe('••••••');
  }
  // Where they were at each action is covered, whenever its picture was taken.
  const pictured = recording.browser.flatMap(({ png, html, boxes }) =>
    ['card', 'expiry', 'cvc', 'password'].flatMap((id) => {
      const uid = new RegExp(`<input id="${id}"[^>]* data-webtasks-id="([^"]+)"`).exec(html)?.[1];
      const box = uid === undefined ? undefined : boxes[uid];
      return png && box && isInside(box, png) ? [{ png, box }] : [];
    }),
  );
  expect(pictured.length).toBeGreaterThan(6);
  for (const { png, box } of pictured) expect(await listColours(panel, png, box)).toEqual([]);
});

test('a secret shown before it was typed stops the export, and nothing is lost', async ({
  app,
  page,
  panel,
}) => {
  await serveSecretPages(app.context);
  // Another document, which the one that is typed into knows nothing of.
  await page.goto(`${HOST}next?note=${encodeURIComponent(`my ${SECRETS.code} code`)}`);
  await startRecording(panel);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto(HOST);
  await typeSlowly(page, 'Code', SECRETS.code);
  await page.getByLabel('User').click();
  await waitForTurns(panel, 'textInput', 1);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  // Only then the recorder certainly knows the secret.
  await expect(panel.getByRole('button', { name: 'Export' })).toBeVisible();
  const messages = await panel.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const [newest] = await demonstrations.list();
    if (!newest) throw new Error('Nothing was recorded.');
    const { id } = newest.demonstration;
    // Chat fine-tuning is not among them: it takes turns with proven pictures only, and there may be none.
    const data = ['weblinx', 'archive', 'mind2web', 'adp', 'webdataset', 'browsergym'] as const;
    const formats = [...data, 'dmr-pairs'] as const;
    const found: string[] = [];
    for (const format of formats) {
      const tried = demonstrations.export(id, format).then(() => 'exported', String);
      found.push(`${format}: ${await tried}`);
    }
    return found;
  });
  expect(messages[0]).toContain(
    'Nothing was exported: pages/page-1-0.html (action 2) contains what was typed into a secret field',
  );
  for (const message of messages) expect(message).toContain('Nothing was exported: ');
  await panel.getByRole('button', { name: 'Export' }).click();
  await expect(panel.getByText('Nothing was exported', { exact: false })).toBeVisible();
});
