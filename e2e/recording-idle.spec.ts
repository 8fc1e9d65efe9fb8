import { getServiceWorker } from '../scripts/service-worker.mjs';
import type { App } from '../scripts/launch.mjs';
import { startRecording, stopRecording } from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

/** What is registered, and what our script's world holds in every tab of the web. */
async function probe(app: App): Promise<{ registered: number; scripts: string[] }> {
  const worker = await getServiceWorker(app);
  return worker.evaluate(async () => {
    const registered = await chrome.scripting.getRegisteredContentScripts();
    const tabs = await chrome.tabs.query({ url: 'http://*/*' });
    const probes = await Promise.all(
      tabs.map(({ id }) =>
        chrome.scripting.executeScript({
          target: { tabId: id ?? -1, allFrames: true },
          world: 'ISOLATED',
          func: () => {
            const { wayscribeContent } = globalThis as { wayscribeContent?: AbortController };
            if (!wayscribeContent) return 'none';
            return wayscribeContent.signal.aborted ? 'inert' : 'running';
          },
        }),
      ),
    );
    const scripts = probes.flat().map(({ result }) => String(result));
    return { registered: registered.length, scripts };
  });
}

test('no script of ours is in pages before a recording, and none works after it', async ({
  app,
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}frames/`);
  const none = Array.from({ length: page.frames().length }, () => 'none');
  expect(none.length).toBeGreaterThan(2);
  expect(await probe(app)).toEqual({ registered: 0, scripts: none });

  await startRecording(panel);
  await page.getByRole('heading').first().click();
  expect(await probe(app)).toEqual({ registered: 1, scripts: none.map(() => 'running') });

  await stopRecording(panel);
  expect(await probe(app)).toEqual({ registered: 0, scripts: none.map(() => 'inert') });
  await page.reload();
  await page.getByRole('heading').first().waitFor();
  expect((await probe(app)).scripts).not.toContain('running');
});
