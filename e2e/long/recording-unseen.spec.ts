/** What a page that watches itself sees of a recording: nothing. */
import type { Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { serveTrialPages } from '../fixtures/trial-pages.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

/** Presses the button of a frame; where it is in the top viewport. */
async function pressIn(page: Page, title: string) {
  const button = page.frameLocator(`[title=${title}]`).getByRole('button');
  const box = await button.boundingBox();
  if (!box) throw new Error('The button has no box.');
  // A frame in a process of its own takes the pointer only once it was painted; until then its owner does.
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + 4, box.y + 4);
      await page.mouse.move(box.x + 5, box.y + 5);
      return page.frameLocator(`[title=${title}]`).locator('button:hover').count();
    })
    .toBe(1);
  await button.click();
  return box;
}

for (const when of ['that was open before', 'that is loaded meanwhile'] as const) {
  test(`a page ${when} cannot detect a recording, not even in its frames`, async ({
    app,
    page,
    panel,
    practice,
  }) => {
    await serveTrialPages(app.context, practice);
    const visit = () => page.goto(`${practice.url}trial/watches.html`);
    if (when === 'that was open before') await visit();
    await startRecording(panel);
    if (when === 'that is loaded meanwhile') await visit();
    await page.getByRole('button', { name: 'Outside' }).click();
    await waitForTurns(panel, 'click', 1);
    const boxes = [await pressIn(page, 'early')];
    await waitForTurns(panel, 'click', 2);
    // A frame that the browser tells no extension of, and one that its parent does not list.
    boxes.push(await pressIn(page, 'made'), await pressIn(page, 'deep'));
    await waitForTurns(panel, 'click', 4);
    // Its script is there from its start, while that of the page around it may have come later.
    await page.evaluate('addFrame()');
    boxes.push(await pressIn(page, 'late'));
    await waitForTurns(panel, 'click', 5);
    const recording = await stopRecording(panel);
    expect(describeActions(recording, 'click')).toEqual([
      'click Outside',
      'click Inside',
      'click Made',
      'click Deep',
      'click Inside',
    ]);
    const [outside, ...inside] = listActions(recording, 'click');
    expectTarget(outside);
    for (const [index, kept] of inside.entries()) expectTarget(kept, boxes[index]);
    // It hears the frames' own messages, and sees the frame that it added itself.
    const messages = ['message "loaded"', 'message "loaded"'];
    expect(await page.evaluate('seen')).toEqual([messages[0], 'childList BODY', messages[1]]);
    // The number of that frame's window is the only new name.
    const added = 'Object.keys(window).filter((name) => !names.has(name))';
    expect(await page.evaluate(added)).toEqual(['2']);
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toMatch(
      /wayscribe|webtasks/i,
    );
  });
}
