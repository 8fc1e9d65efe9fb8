/** Films go on, or end with a notice, when a part of the extension or the tab is gone. */
import { stopServiceWorker } from '../../scripts/service-worker.mjs';
import {
  countFilm,
  isNear,
  moveAbout,
  recordWith,
  waitForFilm,
  watchFilm,
} from '../fixtures/films.ts';
import { stopRecording, waitForTurns } from '../fixtures/recorded.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test.use({ clicksIcon: true });

const GREEN = [0, 128, 0];
const CORNER = { x: 10, y: 10 };

for (const workerRuns of [true, false]) {
  const state = workerRuns ? 'runs' : 'is stopped';
  test(`when the filming page is killed while the service worker ${state}, a second film starts and the user is informed`, async ({
    app,
    page,
    panel,
    openTrial,
  }) => {
    await openTrial('film.html');
    await recordWith(app, page, panel, { video: true });
    await waitForFilm(panel, 'videoChunks', 2);
    if (!workerRuns) await stopServiceWorker(app);
    await panel.evaluate(() => chrome.offscreen.closeDocument());
    const notices = panel.getByRole('log').getByText(/The video/);
    await expect(notices).toHaveText([/broke off: .* a second video begins here/]);
    await waitForFilm(panel, 'videoSegments', 2);
    await page.getByRole('button', { name: 'Next' }).click();
    await waitForTurns(panel, 'click', 1);
    await expect(notices).toHaveCount(1);
    const { files } = await stopRecording(panel);
    const paths = [...files.keys()].filter((path) => path.startsWith('video'));
    expect(paths).toEqual(['video.mp4', 'video-2.mp4']);
  });
}

test('keeps the film when the filming page is killed and may not film again', async ({
  app,
  page,
  panel,
  practice,
  openTrial,
}) => {
  await openTrial('film.html');
  await recordWith(app, page, panel, { video: true });
  await waitForFilm(panel, 'videoChunks', 1);
  // The grant is for one origin; a stream that runs goes on.
  await page.goto(`${practice.otherUrl}trial/film.html`);
  await waitForFilm(panel, 'videoChunks', (await countFilm(panel, 'videoChunks')) + 3);
  await panel.evaluate(() => chrome.offscreen.closeDocument());
  const notice = panel.getByRole('log').getByText(/The video/);
  await expect(notice).toHaveText([/ends here: .* To film again, press/]);
  await page.getByRole('button', { name: 'Next' }).click();
  await waitForTurns(panel, 'click', 1);
  const { files } = await stopRecording(panel);
  expect([...files.keys()].filter((path) => path.startsWith('video'))).toEqual(['video.mp4']);
  // Of the first page and of the second one; how long there is none between the two is the browser's affair.
  const ends = [0.02, 0.98];
  const film = await watchFilm(panel, files.get('video.mp4') ?? new Uint8Array(), ends, [CORNER]);
  expect(film.duration).toBeGreaterThan(0.5);
  for (const [corner] of film.colours) expect(isNear(corner, GREEN), String(corner)).toBe(true);
});

test('the film continues when the service worker stops, and ends with its tab', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('film.html');
  await recordWith(app, page, panel, { video: true });
  await waitForFilm(panel, 'videoChunks', 1);
  await stopServiceWorker(app);
  await moveAbout(page, 20);
  await waitForFilm(panel, 'videoChunks', 4);
  await page.close();
  await expect(panel.getByText(/The video ends here/).first()).toBeVisible();
  const { files } = await stopRecording(panel);
  expect([...files.keys()].filter((path) => path.startsWith('video'))).toEqual(['video.mp4']);
  const film = await watchFilm(panel, files.get('video.mp4') ?? new Uint8Array(), [0.1], [CORNER]);
  expect(film.duration).toBeGreaterThan(2);
});
