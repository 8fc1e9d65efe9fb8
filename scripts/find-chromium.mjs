// @ts-check
/**
 * Where a Chromium is on this machine. Runs on bare Node, before any package is installed.
 * A plain Chromium is preferred: branded Chrome refuses some of the flags that tests use.
 */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, posix, win32 } from 'node:path';

/** @typedef {{ ok: true, path: string, branded: boolean } | { ok: false, reason: string }} FoundChromium */

/**
 * @param {object} [machine] what is looked at; every part defaults to the real thing
 * @param {Record<string, string | undefined>} [machine.env]
 * @param {NodeJS.Platform} [machine.platform]
 * @param {string} [machine.home]
 * @param {(path: string) => boolean} [machine.isUsable] whether a file is a browser that can be started
 * @param {() => Promise<string | undefined>} [machine.findBundled] the browser Playwright downloaded, if any
 * @returns {Promise<FoundChromium>}
 */
export async function findChromium({
  env = process.env,
  platform = process.platform,
  home = homedir(),
  isUsable = isUsableBrowser,
  findBundled = findPlaywrightChromium,
} = {}) {
  const chosen = env['CHROMIUM_PATH'];
  if (chosen) {
    if (isUsable(chosen)) return { ok: true, path: chosen, branded: isBranded(chosen) };
    return {
      ok: false,
      reason: `CHROMIUM_PATH is set to ${chosen}, which is not a program that can be run. Correct it, or unset it to let Wayscribe look for a Chromium.`,
    };
  }
  const bundled = await findBundled();
  if (bundled && isUsable(bundled)) return { ok: true, path: bundled, branded: false };
  for (const path of listPlaces(env, platform, home)) {
    if (isUsable(path)) return { ok: true, path, branded: isBranded(path) };
  }
  return { ok: false, reason: 'No Chromium was found on this machine.' };
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {NodeJS.Platform} platform
 * @param {string} home
 */
function listPlaces(env, platform, home) {
  if (platform === 'darwin') {
    const apps = ['Chromium', 'Google Chrome for Testing', 'Google Chrome'];
    return apps.flatMap((app) =>
      ['/Applications', posix.join(home, 'Applications')].map((folder) =>
        posix.join(folder, `${app}.app`, 'Contents/MacOS', app),
      ),
    );
  }
  if (platform === 'win32') {
    const folders = [env['LOCALAPPDATA'], env['ProgramFiles'], env['ProgramFiles(x86)']];
    return ['Chromium', 'Google\\Chrome for Testing', 'Google\\Chrome'].flatMap((product) =>
      folders.flatMap((folder) =>
        folder ? [win32.join(folder, product, 'Application', 'chrome.exe')] : [],
      ),
    );
  }
  /** @param {string} name */
  const onPath = (name) =>
    (env['PATH'] ?? '').split(':').flatMap((folder) => (folder ? [posix.join(folder, name)] : []));
  return [
    '/usr/lib/chromium/chromium',
    ...onPath('chromium'),
    ...onPath('chromium-browser'),
    '/opt/google/chrome/chrome',
    ...onPath('google-chrome-stable'),
    ...onPath('google-chrome'),
  ];
}

/** @param {string} path */
function isBranded(path) {
  return /google[-\\/ ]chrome/i.test(path) && !/for testing/i.test(path);
}

/** @param {string} path */
function isUsableBrowser(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() && !isSnap(path);
  } catch {
    return false;
  }
}

/**
 * Ubuntu's `chromium` is a snap (or a script that asks for one): it may not read a profile in the
 * temporary folder, so it cannot be driven.
 *
 * @param {string} path
 */
function isSnap(path) {
  if (basename(realpathSync(path)) === 'snap') return true;
  const start = Buffer.alloc(2048);
  const file = openSync(path, 'r');
  try {
    const text = start.toString('latin1', 0, readSync(file, start));
    return text.startsWith('#!') && text.includes('/snap/bin/chromium');
  } finally {
    closeSync(file);
  }
}

async function findPlaywrightChromium() {
  try {
    const { chromium } = await import('playwright');
    return chromium.executablePath();
  } catch {
    return undefined; // the packages are not installed yet
  }
}
