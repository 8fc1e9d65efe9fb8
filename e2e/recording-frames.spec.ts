import type { Locator, Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.beforeEach(async ({ panel, openTrial }) => {
  await openTrial('frames.html');
  await startRecording(panel);
});

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

const targets: [string, (page: Page) => Locator][] = [
  ['same', (page) => page.frameLocator('#same').getByRole('button')],
  ['other', (page) => page.frameLocator('#other').getByRole('button')],
  ['nested', (page) => page.frameLocator('#nested').frameLocator('iframe').getByRole('button')],
  ['srcdoc', (page) => page.frameLocator('#scaled').getByRole('button')],
  ['blob', (page) => page.frameLocator('#blob').getByRole('button')],
  ['open', (page) => page.locator('open-card').getByRole('button')],
];

/**
 * Where an element is in the top viewport. For frames of other processes Playwright leaves their
 * borders out, so there it is measured with the pointer, which both viewports see.
 */
async function measure(page: Page, target: Locator): Promise<Box> {
  const reported = await target.boundingBox();
  if (!reported) throw new Error('The target has no box.');
  const [x, y] = [reported.x + reported.width / 2, reported.y + reported.height / 2];
  const isScaled = await target.evaluate(() => location.href === 'about:srcdoc');
  if (isScaled) return reported;
  const seen = target.evaluate(
    (element) =>
      new Promise<{ clientX: number; clientY: number; rect: Box }>((resolve) => {
        const report = ({ clientX, clientY }: PointerEvent) => {
          const rect = element.getBoundingClientRect().toJSON() as Box;
          resolve({ clientX, clientY, rect });
        };
        addEventListener('pointermove', report, { once: true });
      }),
  );
  await expect(async () => {
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
    await Promise.race([seen, page.waitForTimeout(100).then(() => Promise.reject(new Error()))]);
  }).toPass();
  const { clientX, clientY, rect } = await seen;
  // Whichever of the two moves it was, they are a pixel apart.
  return { ...rect, x: rect.x + x - clientX, y: rect.y + y - clientY };
}

test('includes clicks in frames and an open root in the page and boxes of the whole', async ({
  page,
  panel,
}) => {
  const pressed: Box[] = [];
  for (const [name, find] of targets) {
    await test.step(`press ${name}`, async () => {
      const target = find(page);
      await expect(target).toHaveText(`Press ${name}`);
      await target.scrollIntoViewIfNeeded();
      const box = await measure(page, target);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      pressed.push(box);
      await waitForTurns(panel, 'click', pressed.length);
    });
  }
  const recording = await stopRecording(panel);
  const names = targets.map(([name]) => name);
  expect(describeActions(recording, 'click')).toEqual(names.map((name) => `click Press ${name}`));
  for (const [at, kept] of listActions(recording, 'click').entries()) {
    const box = pressed[at];
    expectTarget(kept, box);
    expect(kept.html).toContain(`Press ${names[at] ?? ''}</button>`);
    // The top page is there too, and its address counts.
    expect(kept.html).toContain('>Frames</h1>');
    expect(kept.turn.metadata.url).toBe(page.url());
    const { mouseX, mouseY } = kept.turn.metadata;
    expect(mouseX).toBeCloseTo(box ? box.x + box.width / 2 : NaN, 0);
    expect(mouseY).toBeCloseTo(box ? box.y + box.height / 2 : NaN, 0);
  }
});

test('records a click and typing in a closed shadow root with their real targets', async ({
  page,
  panel,
}) => {
  const card = page.locator('closed-card');
  await card.scrollIntoViewIfNeeded();
  const host = await card.boundingBox();
  if (!host) throw new Error('The card has no box.');
  const open = await page.locator('open-card').boundingBox();
  const button = await page.locator('open-card').getByRole('button').boundingBox();
  const input = await page.locator('open-card').getByRole('textbox').boundingBox();
  if (!open || !button || !input) throw new Error('The open card has no boxes.');
  // Both cards have the same layout; only the extension can look into the closed one.
  const shift = { x: host.x - open.x, y: host.y - open.y };
  await page.mouse.click(button.x + shift.x + 5, button.y + shift.y + 5);
  await page.mouse.click(input.x + shift.x + 40, input.y + shift.y + 5);
  await page.keyboard.type('secretly');
  await waitForTurns(panel, 'textInput', 1);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Press closed',
    'click Word closed',
    'textInput Word closed=secretly',
  ]);
  const [click, , typed] = listActions(recording);
  expectTarget(click);
  expectTarget(typed);
  expect(click.html).toContain('shadowrootmode="closed"');
});
