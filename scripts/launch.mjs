// @ts-check
/**
 * Starts a Chromium with the built extension: for `npm start`, the tour and the e2e tests.
 * Needs only Playwright. Every failure is an Error whose message is for the user.
 */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium as playwrightChromium } from 'playwright';
import { findChromium } from './find-chromium.mjs';
import {
  computeExtensionId,
  makeTemporaryProfile,
  preparePreferences,
  readManifest,
} from './profile.mjs';
import { root } from './run-command.mjs';
import { waitUntilActivated, watchServiceWorker } from './service-worker.mjs';
import { isRoot } from './setup.mjs';

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {'light' | 'dark'} ColorScheme */

/**
 * @typedef {object} App a running browser with Wayscribe in it
 * @property {import('playwright').BrowserContext} context its ordinary tabs
 * @property {import('playwright').CDPSession} devtools of the whole browser
 * @property {string} extensionId
 * @property {string} chromium the program
 * @property {string} profile
 * @property {string} downloads the folder into which the browser downloads
 * @property {ColorScheme | undefined} colorScheme
 * @property {string[]} errors what went wrong unnoticed in extension pages and the service worker
 * @property {Map<number, import('playwright').Page>} panels open side panels, by window id
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} [options]
 * @param {string} [options.dist] the built extension
 * @param {boolean} [options.headless]
 * @param {string} [options.profile] kept; without it a new one is made, and removed at the end
 * @param {string} [options.chromium] the program; without it one is looked for
 * @param {Size} [options.size] of the window
 * @param {ColorScheme} [options.colorScheme] without it, the system's
 * @param {boolean} [options.hermetic] no host but this machine can be reached
 * @param {string} [options.downloads] a folder; without it one in the profile
 * @param {boolean} [options.backForwardCache] pages that were left are kept for going back, as browsers do;
 *   Playwright does not see when such a page is there again
 * @param {string} [options.features] of Chromium that are off by default, such as `WebMCP`
 * @returns {Promise<App>}
 */
export async function launchWayscribe({
  dist = join(root, 'dist'),
  headless = true,
  profile,
  chromium,
  size = { width: 1280, height: 800 },
  colorScheme,
  hermetic = false,
  downloads,
  backForwardCache = false,
  features = '',
} = {}) {
  const manifest = readManifest(dist);
  if (!manifest) throw new Error(`There is no built extension in ${dist}: run "npm run build".`);
  const program = chromium ?? (await requireChromium());
  const home = profile ?? makeTemporaryProfile();
  const folder = downloads ?? join(home, 'downloads');
  // A kept profile names the port of its last run.
  await rm(join(home, 'DevToolsActivePort'), { force: true });
  preparePreferences(home, {
    downloads: folder,
    extensionId: manifest.key && computeExtensionId(manifest.key),
  });
  const removeProfile = async () => {
    // The browser's last processes may still write when the browser is gone.
    if (!profile) await rm(home, { recursive: true, force: true, maxRetries: 20 });
  };
  let context;
  try {
    context = await startBrowser({
      ...{ program, home, headless, size, colorScheme, hermetic, backForwardCache, features },
    });
    const browser = context.browser();
    if (!browser) throw new Error('Playwright gave no browser.');
    checkVersion(browser.version(), manifest, program);
    const devtools = await browser.newBrowserCDPSession();
    // Otherwise Playwright keeps downloads under names of its own and removes them at the end.
    await devtools.send('Browser.setDownloadBehavior', { behavior: 'default' });
    const { id } = await devtools.send('Extensions.loadUnpacked', { path: resolve(dist) });
    const running = context;
    /** @type {App} */
    const app = {
      context,
      devtools,
      extensionId: id,
      chromium: program,
      profile: home,
      downloads: folder,
      colorScheme,
      errors: [],
      panels: new Map(),
      close: async () => {
        await running.close();
        await removeProfile();
      },
    };
    context.on('weberror', (webError) => {
      noteError(app, webError.page()?.url() ?? '', webError.error());
    });
    await watchServiceWorker(app);
    await waitUntilActivated(app);
    return app;
  } catch (error) {
    await context?.close();
    await removeProfile();
    throw error;
  }
}

async function requireChromium() {
  const found = await findChromium();
  if (!found.ok) throw new Error(`${found.reason} Run "node scripts/setup.mjs" to install one.`);
  return found.path;
}

/**
 * @param {{ program: string, home: string, headless: boolean, size: Size, colorScheme: ColorScheme | undefined, hermetic: boolean, backForwardCache: boolean, features: string }} wanted
 */
async function startBrowser({
  program,
  home,
  headless,
  size,
  colorScheme,
  hermetic,
  backForwardCache,
  features,
}) {
  const args = [
    '--enable-unsafe-extension-debugging',
    '--remote-debugging-port=0',
    `--window-size=${size.width},${size.height}`,
  ];
  if (features !== '') args.push(`--enable-features=${features}`);
  if (headless) args.push(`--screen-info={${size.width + 320}x${size.height + 400}}`);
  if (hermetic) {
    args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1');
  }
  // A person who looks at the browser is not told that it is driven, and gets their own colours.
  const ignored = headless ? [] : ['--enable-automation'];
  if (backForwardCache) ignored.push('--disable-back-forward-cache');
  /** @param {boolean} chromiumSandbox */
  const start = (chromiumSandbox) =>
    playwrightChromium.launchPersistentContext(home, {
      executablePath: program,
      headless,
      viewport: null,
      colorScheme: colorScheme ?? null,
      chromiumSandbox,
      handleSIGINT: false,
      ignoreDefaultArgs: ['--disable-extensions', ...ignored],
      args,
    });
  try {
    return await start(!isRoot()).catch((/** @type {unknown} */ error) => {
      // Containers and some Linux systems forbid what the sandbox needs.
      if (!isRoot() && /sandbox/i.test(String(error))) return start(false);
      throw error;
    });
  } catch (error) {
    throw new Error(explainLaunch(String(error), program), { cause: error });
  }
}

/**
 * @param {string} message
 * @param {string} program
 */
function explainLaunch(message, program) {
  if (/existing browser session|ProcessSingleton|SingletonLock/.test(message)) {
    return 'Wayscribe is already open in another window. Close that window, then run the command again.';
  }
  if (/missing dependencies|shared libraries/.test(message)) {
    return `Chromium (${program}) lacks system libraries: run "sudo npx playwright install-deps chromium", then the command again.`;
  }
  if (/Missing X server|ozone|DISPLAY/.test(message)) {
    return `Chromium (${program}) found no display to open a window on. Run "npm start -- --tour" to see Wayscribe at work without one.`;
  }
  return `Chromium (${program}) did not start. Set CHROMIUM_PATH to another one, or see what it said:\n${message}`;
}

/**
 * @param {string} version such as 156.0.8078.79
 * @param {import('./profile.mjs').Manifest} manifest
 * @param {string} program
 */
function checkVersion(version, { minimum_chrome_version: minimum = '0' }, program) {
  if (Number.parseInt(version) >= Number.parseInt(minimum)) return;
  throw new Error(
    `Chromium ${version} (${program}) is too old: Wayscribe needs ${minimum} or newer. Update it, or set CHROMIUM_PATH to a newer one.`,
  );
}

/**
 * Keeps an uncaught error of one of the extension's pages; what web pages do is their own affair.
 *
 * @param {App} app
 * @param {string} url of the page it happened in
 * @param {Error} error
 */
export function noteError({ extensionId, errors }, url, error) {
  const origin = `chrome-extension://${extensionId}/`;
  if (url.startsWith(origin)) {
    errors.push(`${url.slice(origin.length)}: ${error.stack ?? error.message}`);
  }
}
