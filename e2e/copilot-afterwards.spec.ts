/** Pages that show what they are going to save, and take it back when they could not. */
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { closeSettings, openSettings } from './fixtures/late-settings.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test.afterEach(closeSettings);

test('waits for the page to save a switch before it reports it as on', async ({ page, panel }) => {
  await test.step('one that switched back later', async () => {
    await openSettings(page, 500, 1500);
    const reported = await askCopilot(panel, 'turn on Wi-Fi');
    await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
    expect(reported.at(-1)).toContain(
      'but the page took it back (“Wi-Fi could not be saved” appeared)',
    );
  });
  await test.step('one that the page saved', async () => {
    await openSettings(page, 204, 700);
    const reported = await askCopilot(panel, 'turn on Wi-Fi');
    expect(reported.at(-1)).toContain('Wi-Fi is now on');
  });
});

test('waits for the server’s answer to a button, and does not press it again until then', async ({
  page,
  panel,
}) => {
  await test.step('an answer that nothing was saved', async () => {
    await openSettings(page, 500, 2000);
    const reported = await askCopilot(panel, 'click Save');
    expect(reported.at(-1)).toContain('“Not saved” appeared');
  });
  await test.step('a pending request', async () => {
    await openSettings(page, 204, 3000);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    const reported = await askCopilot(panel, 'click Join');
    expect(reported.join('\n')).toContain('“Joined” appeared');
    expect(sent).toEqual(['POST']);
  });
});
