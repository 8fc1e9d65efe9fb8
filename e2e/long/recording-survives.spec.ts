import { makeTemporaryProfile } from '../../scripts/profile.mjs';
import { launchWayscribe } from '../../scripts/launch.mjs';
import { closePanel, openPanel } from '../../scripts/panel.mjs';
import { stopServiceWorker } from '../../scripts/service-worker.mjs';
import {
  describeActions,
  listActions,
  readTurns,
  startRecording,
  stopRecording,
  waitForTurns,
} from '../fixtures/recorded.ts';
import { serveTrialPages } from '../fixtures/trial-pages.ts';
import { built, expect, test } from '../fixtures/wayscribe.ts';

test('survives a service worker that stops between and during actions', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('actions.html');
  await startRecording(panel);
  const button = await page.getByRole('button', { name: 'Before', exact: true }).boundingBox();
  const source = await page.locator('#source').boundingBox();
  if (!button || !source) throw new Error('The targets have no boxes.');
  let stopping: Promise<void> = Promise.resolve();
  for (let click = 0; click < 18; click += 1) {
    const at = click % 2 === 0 ? button : source;
    await page.mouse.move(at.x + 8, at.y + 8);
    await page.mouse.down();
    await page.mouse.up();
    if (click % 6 === 3) stopping = stopServiceWorker(app);
    if (click % 6 === 5) await stopping;
  }
  await stopServiceWorker(app);
  await page.getByLabel('Tag').click();
  await page.keyboard.type('still');
  await stopServiceWorker(app);
  await page.keyboard.type(' here');
  await waitForTurns(panel, 'click', 19);
  const recording = await stopRecording(panel);
  const tags = listActions(recording, 'click').map(({ turn }) => turn.element?.tagName);
  const burst = Array.from({ length: 18 }, (_, click) => (click % 2 === 0 ? 'BUTTON' : 'P'));
  expect(tags).toEqual([...burst, 'INPUT']);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Tag=still here']);
});

test('a killed browser loses nothing that was saved, and the recording continues', async ({
  practice,
  headless,
}) => {
  const profile = makeTemporaryProfile();
  const start = () => launchWayscribe({ ...built, headless, hermetic: true, profile });
  const first = await start();
  await serveTrialPages(first.context, practice);
  const page = first.context.pages()[0] ?? (await first.context.newPage());
  await page.goto(`${practice.url}trial/actions.html`);
  const panel = await openPanel(first, page);
  await startRecording(panel);
  await page.getByLabel('Tag').click();
  await page.keyboard.type('kept', { delay: 30 });
  await waitForTurns(panel, 'textInput', 1);
  await expect
    .poll(async () => JSON.stringify((await readTurns(panel)).at(-1)?.action))
    .toContain('kept');
  const before = (await readTurns(panel)).map((turn) => turn.id);
  const gone = first.context.waitForEvent('close');
  const { processInfo } = await first.devtools.send('SystemInfo.getProcessInfo');
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser has no process.');
  process.kill(browser.id, 'SIGKILL');
  await gone;

  const second = await start();
  await serveTrialPages(second.context, practice);
  const again = second.context.pages()[0] ?? (await second.context.newPage());
  await again.goto(`${practice.url}trial/actions.html`);
  const panelAgain = await openPanel(second, again);
  await expect(panelAgain.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  const after = (await readTurns(panelAgain)).map((turn) => turn.id);
  expect(after.slice(0, before.length)).toEqual(before);
  const recording = await stopRecording(panelAgain);
  expect(describeActions(recording)).toEqual(['click Tag', 'textInput Tag=kept']);
  await closePanel(panelAgain);
  expect(second.errors).toEqual([]);
  await second.close();
});
