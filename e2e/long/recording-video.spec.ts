import { isNear, moveAbout, recordWith, waitForFilm, watchFilm } from '../fixtures/films.ts';
import { stopRecording, waitForTurns } from '../fixtures/recorded.ts';
import { findRows, openStudio } from '../fixtures/studio.ts';
import { serveTrialPages } from '../fixtures/trial-pages.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

test.use({ clicksIcon: true });

const GREEN = [0, 128, 0];
const GREY = [128, 128, 128];
// The first frames may be grey all over: the page has not said yet where its secrets are.
const SHARES = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
const CORNER = { x: 10, y: 10 };
/** In the password field and in the part that the user masks; the second of each is on its rim. */
const SECRET = [
  { x: 250, y: 140 },
  { x: 101, y: 101 },
  { x: 250, y: 340 },
  { x: 398, y: 378 },
];

test('films a recording into a playable file, with secrets painted over', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('film.html');
  const begunAt = Date.now();
  await recordWith(app, page, panel, { video: true, masks: ['.private'] });
  await moveAbout(page, 35);
  await waitForFilm(panel, 'videoChunks', 2);
  const { files, turns } = await stopRecording(panel);
  const seconds = (Date.now() - begunAt) / 1000;
  expect([...files.keys()].filter((path) => path.startsWith('video'))).toEqual(['video.mp4']);
  const film = await watchFilm(panel, files.get('video.mp4') ?? new Uint8Array(), SHARES, [
    CORNER,
    ...SECRET,
  ]);
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  expect(Math.abs(film.width - size.width)).toBeLessThan(3);
  expect(Math.abs(film.height - size.height)).toBeLessThan(3);
  expect(film.duration).toBeGreaterThan(2);
  expect(film.duration).toBeLessThan(seconds);
  for (const [corner, ...secret] of film.colours) {
    expect(isNear(corner, GREEN), `corner ${String(corner)}`).toBe(true);
    for (const colour of secret)
      expect(isNear(colour, GREY), `secret ${String(colour)}`).toBe(true);
  }
  const metadata = JSON.parse(Buffer.from(files.get('metadata.json') ?? []).toString()) as {
    recordingStart: number;
    videos: { file: string; start: number }[];
  };
  const [video] = metadata.videos;
  expect(video?.file).toBe('video.mp4');
  expect(video?.start).toBeGreaterThan(0);
  expect(turns.length).toBeGreaterThan(0);

  await test.step('shows the film in Studio, and takes a screenshot from it', async () => {
    const studio = await openStudio(app);
    await findRows(studio).getByRole('button').first().click();
    const timeline = studio.getByRole('complementary', { name: /Turns of/ });
    await timeline.locator('[data-item]').last().click();
    await timeline.getByRole('button', { name: 'Film', exact: true }).click();
    const shown = timeline.locator('video');
    await expect
      .poll(() => shown.evaluate((element: HTMLVideoElement) => element.readyState))
      .toBeGreaterThan(1);
    expect(await shown.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(
      2,
    );
    await timeline.getByRole('button', { name: 'Use this frame as the screenshot' }).click();
    await expect(timeline.getByText('An annotator chose this screenshot.')).toBeVisible();
    await studio.close();
  });
});

test('records a tab without the capture permission, and informs the user', async ({
  app,
  panel,
  practice,
}) => {
  await serveTrialPages(app.context, practice);
  const other = await app.context.newPage();
  await other.goto(`${practice.otherUrl}trial/film.html`);
  await recordWith(app, other, panel, { video: true });
  await expect(panel.getByText(/No video: press the Wayscribe button/).first()).toBeVisible();
  // That is said of the recording: no turn is the worse for it.
  await expect(panel.getByRole('button', { name: /not saved correctly/ })).toHaveCount(0);
  await other.getByRole('button', { name: 'Next' }).click();
  await waitForTurns(panel, 'click', 1);
  const { files } = await stopRecording(panel);
  expect([...files.keys()].filter((path) => path.startsWith('video'))).toEqual([]);
  await other.close();
});

test('does not film a pause, and starts a new film after it', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  await openTrial('film.html');
  await recordWith(app, page, panel, { video: true });
  await waitForFilm(panel, 'videoChunks', 1);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByRole('button', { name: 'Resume' })).toBeVisible();
  // Blue in the pause only.
  await page.evaluate(() => (document.body.style.background = 'rgb(0, 0, 200)'));
  await moveAbout(page, 10);
  await page.evaluate(() => (document.body.style.background = 'rgb(200, 200, 0)'));
  await moveAbout(page, 10);
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await waitForFilm(panel, 'videoSegments', 2);
  const { files } = await stopRecording(panel);
  const paths = [...files.keys()].filter((path) => path.startsWith('video'));
  expect(paths).toEqual(['video.mp4', 'video-2.mp4']);
  const watch = (path: string) =>
    watchFilm(panel, files.get(path) ?? new Uint8Array(), SHARES, [CORNER]);
  for (const [corner] of (await watch('video.mp4')).colours) {
    expect(isNear(corner, GREEN), String(corner)).toBe(true);
  }
  for (const [corner] of (await watch('video-2.mp4')).colours) {
    expect(isNear(corner, [200, 200, 0]), String(corner)).toBe(true);
  }
});
