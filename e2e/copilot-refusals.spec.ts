/** What cannot be done is said in plain words, and nothing is claimed that did not happen. */
import { askCopilot, listEntries } from '../scripts/ask-copilot.mjs';
import { openMadePage, sendAndCatch } from './fixtures/conversation.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('says what it can’t find, read or load, and leaves the page alone', async ({
  page,
  panel,
}) => {
  const before = await page.evaluate(() => document.documentElement.outerHTML);
  const reported = await askCopilot(panel, 'click Launch the rocket');
  expect(reported).toHaveLength(1);
  expect(reported[0]).toContain('I could not find “Launch the rocket” on this page.');
  const unread = await askCopilot(panel, 'lorem ipsum dolor');
  expect(unread.at(-1)).toContain('I did not understand “lorem ipsum dolor”');
  expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  const failed = await askCopilot(panel, 'open localhost:1/nothing-here, then scroll down');
  expect(failed.join('\n')).toContain('could not be loaded');
  expect(failed.at(-1)).toContain('I did not go on to scroll down');
  await page.goBack();
});

test('stops at a covered or disabled element', async ({ page, panel }) => {
  await openMadePage(
    page,
    `<button onclick="document.title = 'pressed'">Start now</button>
     <button disabled>Cancel order</button>
     <div style="position: fixed; inset: 0; background: #fffc"><p>Cookies?</p></div>`,
  );
  const covered = await askCopilot(panel, 'click Start now, then click Cancel order');
  expect(covered[0]).toMatch(/Click Start now.*refused/);
  expect(covered[0]).toMatch(/covered/i);
  expect(covered.at(-1)).toContain('I did not go on to click “Cancel order”');
  const disabled = await askCopilot(panel, 'click Cancel order');
  expect(disabled.join('\n')).toContain('is switched off');
  await expect(page).toHaveTitle('Made page');
});

test('stops when a dead button changes nothing or a field rejects the value', async ({
  page,
  panel,
}) => {
  await test.step('a dead button', async () => {
    await openMadePage(
      page,
      `<button>Subscribe</button><button onclick="document.title = 'went on'">Next</button>`,
    );
    const reported = await askCopilot(panel, 'click Subscribe, then click Next');
    expect(reported[0]).toMatch(/Click Subscribe.*nothing changed/);
    expect(reported.at(-1)).toContain('I did not go on to click “Next”');
    await expect(page).toHaveTitle('Made page');
  });
  await test.step('a rejected value', async () => {
    await openMadePage(
      page,
      `<label>Digits <input id="digits"></label>
       <script>digits.oninput = () => { digits.value = digits.value.replace(/\\D/g, ''); };</script>`,
    );
    const reported = await askCopilot(panel, 'type abc12 in Digits, then press enter');
    expect(reported.join('\n')).toContain('the page did not take it');
    expect(reported.at(-1)).toContain('I did not go on to press Enter');
  });
});

test('explains that it can’t act on a page of the browser or an empty tab, but opens an address', async ({
  page,
  panel,
  practice,
}) => {
  for (const [address, words] of [
    ['chrome://version', 'This page belongs to the browser'],
    ['about:blank', 'no page'],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(panel.getByRole('status').filter({ hasText: 'page' }).first()).toBeVisible();
      const reported = await askCopilot(panel, 'click Shop');
      expect(reported.at(-1)).toContain(words);
      await expect(panel.getByRole('button', { name: 'Reload the page' })).toBeHidden();
      await askCopilot(panel, `open ${practice.url}shop/, then click Filters`);
      await expect(page).toHaveURL(`${practice.url}shop/`);
    });
  }
});

test('explains the end of a run when its tab is closed', async ({ app, panel, practice }) => {
  const doomed = await app.context.newPage();
  await doomed.goto(practice.url);
  await doomed.bringToFront();
  await sendAndCatch(panel, 'click Shop, then click Notes');
  await doomed.close();
  await expect(panel.getByRole('log').getByText(/The tab was closed/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
});

test('does not report an action as done when the page reloads during it', async ({
  page,
  panel,
}) => {
  // The copilot waits for the moving target, which leaves time to reload the page.
  await openMadePage(
    page,
    `<style>@keyframes drift { to { translate: 80px; } }</style>
     <button style="animation: drift 1s infinite alternate"
       onclick="document.title = 'pressed'">Start now</button>`,
  );
  await sendAndCatch(panel, 'click Start now, then scroll down');
  await page.reload();
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toBeHidden();
  const entries = await listEntries(panel);
  expect(entries.join('\n')).toContain('reloaded in the meantime');
  expect(entries.join('\n')).not.toMatch(/Click Start now done/);
  await expect(page).toHaveTitle('Made page');
});
