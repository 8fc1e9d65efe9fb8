// @ts-check
/**
 * `npm start`: sets up, builds, and opens a Chromium with Wayscribe beside the practice site; or,
 * with --tour or where there is no display, runs the tour. Needs only Node.
 */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runCommand } from './run-command.mjs';
import { formatSeconds, setUp } from './setup.mjs';

/** @typedef {import('./launch.mjs').App} App */
/** @typedef {import('./setup.mjs').StepResult} StepResult */

const help = `npm start              open a Chromium with Wayscribe beside the practice site
npm start -- --tour    watch Wayscribe work on the practice site by itself (no display needed);
                       the demonstration and pictures of it are saved in recordings/
npm start -- --help    this text

Everything that is missing (packages, a Chromium) is installed first.
CHROMIUM_PATH=/path/to/chromium chooses a browser.`;

const recordings = join(root, 'recordings');
const stopping = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopping.abort();
  });
}

try {
  const done = await start(process.argv.slice(2));
  if (!done.ok && !stopping.signal.aborted) console.error(`\n${done.reason}`);
  process.exitCode = done.ok || stopping.signal.aborted ? 0 : 1;
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/**
 * @param {string[]} args
 * @returns {Promise<StepResult>}
 */
async function start(args) {
  const wishes = readArguments(args);
  if (!wishes) return { ok: false, reason: `That is not an option of npm start.\n\n${help}` };
  if (wishes.help) {
    console.log(help);
    return { ok: true };
  }
  const setup = await setUp({ signal: stopping.signal });
  if (!setup.ok) return setup;
  const built = await buildAll();
  if (!built.ok) return built;
  if (!wishes.tour && hasDisplay()) return await openForPerson();
  if (!wishes.tour) console.log('There is no display here, so the tour runs instead.');
  return await takeTour();
}

/** @param {string[]} args */
function readArguments(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        tour: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch {
    return undefined;
  }
}

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** @returns {Promise<StepResult>} */
async function buildAll() {
  const builds = [
    { what: 'Built the practice site', command: 'node practice/build-react.mjs' },
    { what: 'Built Wayscribe', command: 'vite build' },
  ];
  for (const { what, command } of builds) {
    const { code, output, seconds } = await runCommand(command, { signal: stopping.signal });
    if (code !== 0) {
      const advice =
        'If you changed the code, correct what it names; otherwise delete node_modules';
      return {
        ok: false,
        reason: `${output.trim()}\n\nThe build failed (${command}). ${advice} and run npm start again.`,
      };
    }
    console.log(`${what}  ${formatSeconds(seconds)}`);
  }
  return { ok: true };
}

/** @returns {Promise<StepResult>} */
async function openForPerson() {
  await withApp({ headless: false, profile: join(root, '.profile') }, async (app, practice) => {
    const { openPanel } = await import('./panel.mjs');
    // A listener leaves the pages' dialogs to the person; Playwright would answer them.
    app.context.on('dialog', () => undefined);
    const closed = new Promise((fulfil) => {
      app.context.on('close', fulfil);
      stopping.signal.addEventListener('abort', fulfil, { once: true });
      // On macOS the browser lives on without windows.
      const onPageClose = () => {
        if (app.context.pages().length === 0) fulfil(undefined);
      };
      app.context.on('page', (page) => page.on('close', onPageClose));
      for (const page of app.context.pages()) page.on('close', onPageClose);
    });
    const page = app.context.pages()[0] ?? (await app.context.newPage());
    await page.goto(practice.url);
    await openPanel(app, page);
    console.log(`
Wayscribe is open, on the practice site (${practice.url}).
  - Press Record in the side panel, use the page, press Stop, then Export.
  - Or set "Copilot acts" and write: click Notes
Exports are saved in ${relative(process.cwd(), recordings) || '.'}. Close the browser or press Ctrl+C here to end.`);
    await closed;
  });
  return { ok: true };
}

/** @returns {Promise<StepResult>} */
async function takeTour() {
  const { runTour } = await import('./tour.mjs');
  return await withApp({ headless: !hasDisplay(), hermetic: true }, (app, practice) =>
    runTour({ app, practice, out: recordings }),
  );
}

/**
 * @template T
 * @param {NonNullable<Parameters<import('./launch.mjs').launchWayscribe>[0]>} options
 * @param {(app: App, practice: { url: string, otherUrl: string }) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withApp(options, use) {
  // Imported now, because they need the packages that were perhaps only just installed.
  const { launchWayscribe } = await import('./launch.mjs');
  const { startPractice } = await import('../practice/server.mjs');
  const practice = await startPractice();
  try {
    const app = await launchWayscribe({ ...options, downloads: recordings });
    const stop = () => void app.close();
    stopping.signal.addEventListener('abort', stop, { once: true });
    try {
      return await use(app, practice);
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      await app.close();
    }
  } finally {
    await practice.close();
  }
}
