// @ts-check
/**
 * `npm test`: sets up, then runs every check and says at the end what came out of each.
 * `npm test -- unit types` runs the named steps, and what they need. Needs only Node.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSeconds, setUp } from './setup.mjs';
import { root, runCommand } from './run-command.mjs';
import {
  countStep,
  formatSummary,
  readPlaywrightReport,
  readVitestReport,
} from './test-report.mjs';

/** @typedef {import('./test-report.mjs').StepOutcome} StepOutcome */
/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {string[]} [needs] steps without which this one would test something old or nothing
 * @property {Record<string, string>} [env]
 * @property {number} [timeLimit] in seconds, where the usual one is too short
 * @property {number} [quietLimit] in seconds; what prints nothing for so long is started once more
 * @property {() => import('./test-report.mjs').TestCount} [readTests]
 */

const reports = mkdtempSync(join(tmpdir(), 'wayscribe-test-'));
const e2eReport = join(reports, 'e2e.json');
const { scripts } = /** @type {{ scripts: Record<string, string> }} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);

/** @type {Step[]} The longest first, because they share the processor two at a time. */
const staticSteps = [
  readStep('lint'),
  readStep('types'),
  readStep('knip'),
  readStep('format'),
  readStep('build'),
  { name: 'practice', command: 'node practice/build-react.mjs' },
];

/** @type {Step[]} One at a time: they drive browsers and have time limits. */
const testSteps = [
  readVitestStep('unit', 'default'),
  // Vitest 4 waits for ever for a browser that went away without a word (vitest-dev/vitest#10791; mended
  // in 5, which needs Node 22). Each test is told as it ends, and none may take a third of this.
  { ...readVitestStep('browser', 'verbose'), quietLimit: 200 },
  {
    ...readStep('e2e'),
    needs: ['build', 'practice'],
    env: { WAYSCRIBE_E2E_REPORT: e2eReport },
    timeLimit: 3600,
    readTests: () => readPlaywrightReport(readFileSync(e2eReport, 'utf8')),
  },
];

/**
 * @param {string} name of a script in package.json
 * @returns {Step}
 */
function readStep(name) {
  const command = scripts[name];
  if (!command) throw new Error(`package.json has no script "${name}"`);
  return { name, command };
}

/**
 * @param {string} name of a script in package.json that runs Vitest
 * @param {'default' | 'verbose'} reporter
 * @returns {Step}
 */
function readVitestStep(name, reporter) {
  const report = join(reports, `${name}.json`);
  const step = readStep(name);
  return {
    ...step,
    command: `${step.command} --reporter=${reporter} --reporter=json --outputFile.json="${report}"`,
    readTests: () => readVitestReport(readFileSync(report, 'utf8')),
  };
}

const stopping = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    stopping.abort();
    rmSync(reports, { recursive: true, force: true });
    process.exit(130);
  });
}

try {
  process.exitCode = await runTests(process.argv.slice(2));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

/**
 * @param {string[]} names of steps; none means all
 * @returns {Promise<number>} the exit code
 */
async function runTests(names) {
  const all = [...staticSteps, ...testSteps];
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length) {
    console.log(
      `There is no step "${unknown.join('", "')}". Steps: ${all.map((step) => step.name).join(', ')}.`,
    );
    return 1;
  }
  const needed = all.flatMap((step) => (names.includes(step.name) ? (step.needs ?? []) : []));
  /** @param {Step} step */
  const isWanted = ({ name }) => !names.length || names.includes(name) || needed.includes(name);

  const needsChromium = testSteps.some((step) => step.name !== 'unit' && isWanted(step));
  const setup = await setUp({
    need: needsChromium ? ['packages', 'chromium'] : ['packages'],
    signal: stopping.signal,
  });
  if (!setup.ok) {
    console.log(`${setup.reason}\n\n0 passed, 1 failed`);
    return 1;
  }

  /** @type {StepOutcome[]} */
  const outcomes = [];
  const waiting = staticSteps.filter(isWanted);
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      outcomes.push(await runStep(step, outcomes));
    }
  };
  await Promise.all([work(), work()]);
  for (const step of testSteps.filter(isWanted)) outcomes.push(await runStep(step, outcomes));

  console.log(formatSummary(outcomes));
  return outcomes.every(({ state }) => state === 'passed') ? 0 : 1;
}

/**
 * @param {Step} step
 * @param {StepOutcome[]} before what came out of the steps before
 * @returns {Promise<StepOutcome>}
 */
async function runStep(step, before) {
  const { name, needs = [], readTests } = step;
  const missing = needs.filter((need) =>
    before.some((outcome) => outcome.name === need && outcome.state !== 'passed'),
  );
  if (missing.length) {
    const note = `because ${missing.join(' and ')} failed`;
    console.log(`- ${name} was not run ${note}`);
    return {
      name,
      state: 'not run',
      seconds: 0,
      count: { passed: 0, failed: 0, skipped: 0 },
      note,
    };
  }
  console.log(`… ${name}`);
  const { code, output, seconds, note } = await runTwiceIfQuiet(step);
  const count = countStep(code === 0, readTests && readReport(readTests));
  if (code === 0) {
    console.log(
      `✓ ${name}  ${formatSeconds(seconds)}${readTests ? `  ${count.passed} passed` : ''}`,
    );
    return { name, state: 'passed', seconds, count, ...note };
  }
  console.log(`✗ ${name}  ${formatSeconds(seconds)}: ${step.command}\n\n${output.trimEnd()}\n`);
  return { name, state: 'failed', seconds, count, ...note };
}

/**
 * A test that fails is never repeated. A runner that stopped answering has said nothing of the tests.
 *
 * @param {Step} step
 * @returns {Promise<import('./run-command.mjs').CommandResult & { note?: { note: string } }>}
 */
async function runTwiceIfQuiet({ name, command, env, timeLimit, quietLimit }) {
  const run = () =>
    runCommand(command, {
      signal: stopping.signal,
      ...(env && { env }),
      ...(timeLimit && { timeLimit }),
      ...(quietLimit && { quietLimit }),
    });
  const first = await run();
  if (!first.wentQuiet) return first;
  console.log(`${first.output.trimEnd()}\n\n… ${name}, once more: its runner stopped answering`);
  return { ...(await run()), note: { note: 'second run: the first stopped answering' } };
}

/** @param {NonNullable<Step['readTests']>} readTests */
function readReport(readTests) {
  try {
    return readTests();
  } catch {
    return undefined; // the runner ended before it could write one: its output says why
  }
}
