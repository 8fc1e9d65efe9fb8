/** Pages that show what they are going to save, and take it back when they could not. */
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { closeSettings, openSettings } from './fixtures/late-settings.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.afterEach(closeSettings);

test('does not report a switch as on when it switched back later', async ({ page, panel }) => {
  await openSettings(page, 500, 1500);
  const reported = await askCopilot(panel, 'turn on Wi-Fi');
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  expect(reported.at(-1)).toContain(
    'but the page took it back (“Wi-Fi could not be saved” appeared)',
  );
});

test('reports a switch as on once the page has saved it', async ({ page, panel }) => {
  await openSettings(page, 204, 700);
  const reported = await askCopilot(panel, 'turn on Wi-Fi');
  expect(reported.at(-1)).toContain('Wi-Fi is now on');
});

test('waits for the server’s answer before it reports that nothing changed', async ({
  page,
  panel,
}) => {
  await openSettings(page, 500, 2000);
  const reported = await askCopilot(panel, 'click Save');
  expect(reported.at(-1)).toContain('“Not saved” appeared');
});

test('does not press again while the request is pending', async ({ page, panel }) => {
  await openSettings(page, 204, 3000);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  const reported = await askCopilot(panel, 'click Join');
  expect(reported.join('\n')).toContain('“Joined” appeared');
  expect(sent).toEqual(['POST']);
});
