/** Stop works at once, wherever it is pressed, and what was stopped did not happen. */
import type { Page } from '@playwright/test';
import { openMadePage, sendAndCatch } from './fixtures/conversation.ts';
import { expect, test } from './fixtures/wayscribe.ts';

/** From the stop to the round's end. */
const AT_ONCE_MS = 200;

const REQUEST = 'click Start now, then scroll down';

test.beforeEach(async ({ page }) => {
  // The copilot waits for what moves, so that there is time to stop it, however slow the machine.
  await openMadePage(
    page,
    `<style>@keyframes drift { to { translate: 80px; } }</style>
     <button style="margin: 20vh; animation: drift 1s infinite alternate"
       onclick="document.title = 'pressed'">Start now</button>
     <div style="height: 300vh"></div>`,
  );
});

/** Notes when the panel's Stop goes away, which is when the round has ended. */
async function watchEnd(panel: Page): Promise<() => Promise<number>> {
  await panel.evaluate(() => {
    const ended = new Promise<number>((resolve) => {
      const look = () => {
        if (document.querySelector('[aria-label="Stop copilot"]')) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true });
    });
    Object.assign(globalThis, { ended });
  });
  return () => panel.evaluate(() => (globalThis as unknown as { ended: Promise<number> }).ended);
}

/** When the event that stops is heard. */
async function noteTime(place: Page, type: string): Promise<() => Promise<number>> {
  await place.evaluate((name) => {
    addEventListener(
      name,
      (event) => Object.assign(globalThis, { stoppedAt: performance.timeOrigin + event.timeStamp }),
      { capture: true, once: true },
    );
  }, type);
  return () => place.evaluate(() => (globalThis as unknown as { stoppedAt: number }).stoppedAt);
}

async function expectStopped(panel: Page, page: Page): Promise<void> {
  await expect(
    panel.getByRole('log').getByText(/Stopped\. I did nothing on the page/),
  ).toBeVisible();
  // What is tried is that nothing comes, so that time has to pass: enough for an action that was only late.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2500)));
  await expect(page).toHaveTitle('Made page');
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

for (const recording of [false, true]) {
  const when = recording ? 'while recording' : 'without recording';
  test(`the panel’s button stops at once, ${when}`, async ({ page, panel }) => {
    if (recording) {
      await panel.getByRole('button', { name: 'Record', exact: true }).click();
      await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    }
    await sendAndCatch(panel, REQUEST);
    const readEnd = await watchEnd(panel);
    const readStop = await noteTime(panel, 'click');
    await panel.getByRole('button', { name: 'Stop copilot' }).click();
    expect((await readEnd()) - (await readStop())).toBeLessThan(AT_ONCE_MS);
    await expectStopped(panel, page);
    if (!recording) return;
    const turns = await panel.evaluate(async () => {
      const { wayscribe } = globalThis;
      const id = (await wayscribe?.recording.stop()) ?? '';
      return (await wayscribe?.demonstrations.get(id))?.turns.map(({ action }) => action.intent);
    });
    expect(turns).not.toContain('click');
  });
}

test('Esc in the panel stops at once', async ({ page, panel }) => {
  await sendAndCatch(panel, REQUEST);
  const readEnd = await watchEnd(panel);
  const readStop = await noteTime(panel, 'keydown');
  await panel.keyboard.press('Escape');
  expect((await readEnd()) - (await readStop())).toBeLessThan(AT_ONCE_MS);
  await expectStopped(panel, page);
});

test('the Stop on the page stops at once, and the page hears nothing of it', async ({
  page,
  panel,
}) => {
  await page.evaluate(() => {
    addEventListener('click', () => Object.assign(globalThis, { heard: true }));
  });
  await sendAndCatch(panel, REQUEST);
  const readEnd = await watchEnd(panel);
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const pressedAt = Date.now();
  await pressStop(page, width, height);
  expect((await readEnd()) - pressedAt).toBeLessThan(AT_ONCE_MS + 100);
  await expectStopped(panel, page);
  expect(await page.evaluate(() => 'heard' in globalThis)).toBe(false);
});

test('Esc on the page stops too', async ({ page, panel }) => {
  await sendAndCatch(panel, REQUEST);
  await page.keyboard.press('Escape');
  await expectStopped(panel, page);
});

/** The chip is in a closed shadow root; it stands in the corner at the bottom right. */
async function pressStop(page: Page, width: number, height: number): Promise<void> {
  await page.mouse.click(width - 45, height - 40);
}
