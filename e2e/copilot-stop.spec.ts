/**
 * Stop works wherever it is pressed, in the middle of a text or a question too, and what was stopped did
 * not happen. How long it takes is measured by `npm run bench:copilot`: under load a test cannot tell.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/connected.ts';
import { openMadePage, send } from './fixtures/conversation.ts';
import { writeEvents } from './fixtures/scripted-endpoint.ts';
import { expectStopped, findStop, STOP_WAYS } from './fixtures/stopping.ts';

/** Typed in two hundred pieces, each of which keeps the page busy: ten seconds unless stopped. */
const TEXT = 'all work and no play '.repeat(20).trim();
const SLOW_FIELD = `<label>Notes <textarea rows="6"></textarea></label>
  <button onclick="document.title = 'pressed'">Start now</button>
  <script>
    document.querySelector('textarea').addEventListener('input', () => {
      for (const until = performance.now() + 50; performance.now() < until;);
    });
    addEventListener('click', (event) => { if (event.isTrusted) document.title = 'heard'; });
    addEventListener('keydown', (event) => { if (event.isTrusted) document.title = 'heard'; });
  </script>`;

function readLength(page: Page): Promise<number> {
  const field = page.frames().at(-1)?.locator('textarea') ?? page.locator('textarea');
  return field.inputValue().then(({ length }) => length);
}

/** How much is there once nothing more comes: each piece of a text is a task of its own, like these turns. */
async function readAtRest(page: Page): Promise<number> {
  let before = -1;
  await expect
    .poll(async () => {
      const earlier = before;
      before = await readLength(page);
      await page.evaluate(async () => {
        for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setTimeout(next));
      });
      return earlier === before && (await readLength(page)) === before;
    })
    .toBe(true);
  return before;
}

/** Presses the panel's Stop in the moment in which it says that an action begins. */
async function stopAtOnce(panel: Page): Promise<void> {
  await panel.evaluate(() => {
    const look = () => {
      const stop = document.querySelector<HTMLElement>('[aria-label="Stop copilot"]');
      if (!stop || !document.body.textContent.includes('acting…')) return;
      observer.disconnect();
      stop.click();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

for (const recording of [false, true]) {
  const when = recording ? 'while recording' : 'without recording';
  test(`an action stopped before it began is not done, ${when}`, async ({ page, panel }) => {
    // The copilot waits for what moves, so that there is time to stop it.
    await openMadePage(
      page,
      `<style>@keyframes drift { to { translate: 80px; } }</style>
       <button style="margin: 20vh; animation: drift 1s infinite alternate"
         onclick="document.title = 'pressed'">Start now</button><div style="height: 300vh"></div>`,
    );
    if (recording) {
      await panel.getByRole('button', { name: 'Record', exact: true }).click();
      await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    }
    await stopAtOnce(panel);
    await send(panel, 'click Start now, then scroll down');
    await expectStopped(panel);
    await expect(panel.getByRole('log').getByText('I did nothing on the page')).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Were it only late, it would be done now that the button rests, before the next action.
    await page.addStyleTag({ content: 'button { animation: none !important }' });
    await send(panel, 'scroll down');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(page).toHaveTitle('Made page');
    if (!recording) return;
    const turns = await panel.evaluate(async () => {
      const { wayscribe } = globalThis;
      const id = (await wayscribe?.recording.stop()) ?? '';
      return (await wayscribe?.demonstrations.get(id))?.turns.map(({ action }) => action.intent);
    });
    expect(turns).not.toContain('click');
  });
}

test('stops in the middle of typing, whichever Stop is used', async ({ page, panel }) => {
  // Within the panel, the two come to the same; that both do is tried below.
  const ways = STOP_WAYS.filter(({ name }) => name !== 'Esc in the panel');
  for (const [index, { name, press }] of ways.entries()) {
    await openMadePage(page, SLOW_FIELD);
    await send(panel, `type "${TEXT}" in Notes, then click Start now`);
    await expect.poll(() => readLength(page)).toBeGreaterThan(4);
    await press(page, panel);
    await expectStopped(panel, index + 1);
    const typed = await readAtRest(page);
    expect(typed, name).toBeGreaterThan(4);
    expect(typed, name).toBeLessThan(TEXT.length);
    // What came next is not done either, and the page heard nothing of the stop.
    await expect(page).toHaveTitle('Made page');
  }
  // That it may have been done in part is said.
  await expect(panel.getByRole('log').getByText(/It is not certain whether I typed/)).toHaveCount(
    ways.length,
  );
});

test('Esc stops typing in a frame that has the keyboard', async ({ page, panel }) => {
  const inner = SLOW_FIELD.replaceAll('"', '&quot;');
  await openMadePage(page, `<iframe srcdoc="${inner}" width="500" height="300"></iframe>`);
  await send(panel, `type "${TEXT}" in Notes`);
  await expect.poll(() => readLength(page)).toBeGreaterThan(4);
  await page.keyboard.press('Escape');
  await expectStopped(panel);
  expect(await readAtRest(page)).toBeLessThan(TEXT.length);
  expect(await page.frames().at(-1)?.title()).not.toBe('heard');
});

test('Stop cancels a request to the model at any point', async ({ page, panel, connect }) => {
  const begun = writeEvents('click(uid="none")').split('\n\n').slice(0, 2);
  const endpoint = await connect(
    STOP_WAYS.map((_way, index) =>
      index % 2 === 0
        ? { silence: true }
        : { events: begun.map((event) => `${event}\n\n`), then: 'hang' },
    ),
  );
  await openMadePage(page, '<button onclick="document.title = \'pressed\'">Start now</button>');
  for (const [index, { press }] of STOP_WAYS.entries()) {
    await send(panel, 'begin, please');
    await expect.poll(() => endpoint.requests.length).toBe(index + 1);
    expect(endpoint.hungUp()).toBe(index);
    await press(page, panel);
    await expectStopped(panel, index + 1);
    await expect.poll(() => endpoint.hungUp()).toBe(index + 1);
  }
  // Nothing asks again by itself, and the next message is asked as if nothing had been.
  expect(endpoint.requests).toHaveLength(STOP_WAYS.length);
  await send(panel, 'and now?');
  await expect.poll(() => endpoint.requests.length).toBe(STOP_WAYS.length + 1);
  await expect(findStop(panel)).toHaveCount(0);
  await expect(page).toHaveTitle('Made page');
});
