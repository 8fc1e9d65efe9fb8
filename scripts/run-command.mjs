// @ts-check
/** Runs one command line to its end and keeps what it printed. */
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} CommandResult
 * @property {number} code 124 when it was stopped for its time
 * @property {string} output
 * @property {number} seconds
 * @property {boolean} wentQuiet whether it was stopped because it printed nothing for too long
 */

/**
 * The project's own tools (`node_modules/.bin`) can be named plainly, as in package.json's scripts.
 * The whole process tree is killed when the signal aborts or the time is over.
 *
 * @param {string} command a line for the shell
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] added to the environment
 * @param {AbortSignal} [options.signal]
 * @param {number} [options.timeLimit] in seconds
 * @param {number} [options.quietLimit] how long it may print nothing, in seconds
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, { env = {}, signal, timeLimit = 900, quietLimit } = {}) {
  const start = performance.now();
  const isWindows = process.platform === 'win32';
  const child = spawn(command, {
    cwd: root,
    env: { ...addToolsToPath(process.env), ...env },
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a shell's children end with it.
    detached: !isWindows,
  });
  let output = '';
  /** @type {string | undefined} */
  let overrun;
  let wentQuiet = false;
  /** @type {NodeJS.Timeout | undefined} */
  let quietTimer;
  const listenOn = () => {
    if (quietLimit === undefined) return;
    clearTimeout(quietTimer);
    quietTimer = setTimeout(() => {
      wentQuiet = true;
      overrun = `it printed nothing for ${quietLimit} s`;
      kill();
    }, quietLimit * 1000);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      listenOn();
    });
  }
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(() => {
    overrun = `it took longer than ${timeLimit} s`;
    kill();
  }, timeLimit * 1000);
  listenOn();
  signal?.addEventListener('abort', kill, { once: true });
  return new Promise((fulfil) => {
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      clearTimeout(quietTimer);
      signal?.removeEventListener('abort', kill);
      if (overrun) output += `\nStopped: ${overrun}.\n`;
      const seconds = (performance.now() - start) / 1000;
      fulfil({ code: overrun ? 124 : code, output, seconds, wentQuiet });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.once('close', (code) => {
      finish(code ?? 1);
    });
  });
}

/** @param {NodeJS.ProcessEnv} env */
function addToolsToPath(env) {
  // On Windows the variable is usually spelt "Path".
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const tools = join(root, 'node_modules', '.bin');
  return { ...env, [name]: env[name] ? `${tools}${delimiter}${env[name]}` : tools };
}
