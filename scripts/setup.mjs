// @ts-check
/**
 * Installs what is missing: the packages, a Chromium. Needs only Node; does nothing (in
 * milliseconds) when all is there. Used by `npm start` and `npm test`, and runs alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { root, runCommand } from './run-command.mjs';

/** @typedef {{ ok: true } | { ok: false, reason: string }} StepResult */
/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockEntry */
/** @typedef {{ packages?: Record<string, LockEntry> }} Lockfile */

/**
 * @param {object} [options]
 * @param {Array<'packages' | 'chromium'>} [options.need]
 * @param {(line: string) => void} [options.log]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<StepResult>}
 */
export async function setUp({
  need = ['packages', 'chromium'],
  log = console.log,
  signal = new AbortController().signal,
} = {}) {
  const node = checkNode(process.versions.node);
  if (!node.ok) return node;
  if (need.includes('packages')) {
    const packages = await installPackages(log, signal);
    if (!packages.ok) return packages;
  }
  return need.includes('chromium') ? installChromium(log, signal) : { ok: true };
}

/**
 * @param {string} version as in process.versions.node
 * @returns {StepResult}
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return { ok: true };
  return {
    ok: false,
    reason: `Wayscribe needs Node 20.19 or newer, and this is Node ${version}. Install a newer one from https://nodejs.org, then run the command again.`,
  };
}

/**
 * Whether node_modules holds what package-lock.json asks for. Contents are compared, not times:
 * a checkout gives the lockfile a new time without changing it.
 *
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} installed node_modules/.package-lock.json, which npm writes when it is done
 */
export function isInstalled(wanted, installed) {
  const there = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = there[path];
    // Optional ones are there for the platforms that need them only.
    if (!found) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @param {(line: string) => void} log
 * @param {AbortSignal} signal
 * @returns {Promise<StepResult>}
 */
async function installPackages(log, signal) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(hidden) && isInstalled(readLockfile(lock), readLockfile(hidden))) {
    return { ok: true };
  }
  log('Installing the packages (npm ci); this can take a minute …');
  const done = await runCommand('npm ci --include=dev --no-audit --no-fund', { signal });
  if (done.code === 0) {
    log(`Installed the packages  ${formatSeconds(done.seconds)}`);
    return { ok: true };
  }
  return {
    ok: false,
    reason: `The packages could not be installed (npm ci ended with ${done.code}).\n${cutTail(done.output)}\nIf this is a network error, check the connection and run the command again. Nothing else was changed.`,
  };
}

/**
 * @param {string} path
 * @returns {Lockfile}
 */
function readLockfile(path) {
  try {
    return /** @type {Lockfile} */ (JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {}; // half-written: npm ci makes it again, or says what is wrong with it
  }
}

/**
 * @param {(line: string) => void} log
 * @param {AbortSignal} signal
 * @returns {Promise<StepResult>}
 */
async function installChromium(log, signal) {
  const found = await findChromium();
  if (found.ok) return found;
  if (process.env['CHROMIUM_PATH']) return found;
  let report = '';
  for (const { what, command } of listInstallers()) {
    log(`Installing ${what}; this can take some minutes …`);
    const done = await runCommand(command, { env: { DEBIAN_FRONTEND: 'noninteractive' }, signal });
    const now = await findChromium();
    if (now.ok) {
      log(`Installed a Chromium (${now.path})  ${formatSeconds(done.seconds)}`);
      return checkStarts(now.path);
    }
    report += `\n$ ${command}\n${cutTail(done.output)}`;
    log(`That did not give a Chromium  ${formatSeconds(done.seconds)}`);
    if (signal.aborted) break;
  }
  return {
    ok: false,
    reason: `No Chromium was found, and none could be installed.${report}\nInstall Chromium yourself (on Debian: sudo apt-get install chromium) and run the command again, or set CHROMIUM_PATH to the program of one you have.`,
  };
}

function listInstallers() {
  const installers = [];
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    installers.push({
      what: 'Chromium (apt-get install chromium)',
      command:
        'apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 chromium fonts-liberation',
    });
  }
  installers.push({
    what: "Playwright's Chromium (playwright install chromium)",
    command: 'playwright install chromium',
  });
  return installers;
}

/**
 * A downloaded browser lacks its system libraries on a bare Linux; elsewhere it brings all along.
 *
 * @param {string} path
 * @returns {Promise<StepResult>}
 */
async function checkStarts(path) {
  if (process.platform !== 'linux') return { ok: true };
  const done = await runCommand(`'${path}' --version`, { timeLimit: 60 });
  if (done.code === 0) return { ok: true };
  return {
    ok: false,
    reason: `Chromium is installed (${path}) but does not start:\n${cutTail(done.output)}\nIts system libraries are probably missing: run "sudo npx playwright install-deps chromium", then the command again.`,
  };
}

export function isRoot() {
  return process.getuid?.() === 0;
}

/** @param {number} seconds */
export function formatSeconds(seconds) {
  return `${seconds.toFixed(1)} s`;
}

/** @param {string} output */
function cutTail(output) {
  return output.trim().split('\n').slice(-25).join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const done = await setUp();
  console.log(done.ok ? 'Everything Wayscribe needs is installed.' : done.reason);
  process.exitCode = done.ok ? 0 : 1;
}
