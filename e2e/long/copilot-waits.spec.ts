/** The copilot waits for a page's requests, but not forever. */
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import { closeSettings, openSettings } from '../fixtures/late-settings.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test.afterEach(closeSettings);

test('says when the page is still waiting for a response', async ({ page, panel }) => {
  await openSettings(page, 204, 60_000);
  const reported = await askCopilot(panel, 'turn on Wi-Fi');
  expect(reported.at(-1)).toContain('but the page is still waiting for an answer to what it sent');
  const saved = await askCopilot(panel, 'click Save');
  expect(saved.join('\n')).toContain('nothing has changed so far, and the page is still waiting');
});
