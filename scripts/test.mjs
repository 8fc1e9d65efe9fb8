// @ts-check
/**
 * `npm test`: sets up, then runs every check and prints what came out of each. Needs only Node.
 *
 * `npm test -- unit types` runs the named steps and what they need; `npm test -- long` the tests that take minutes;
 * `npm test -- --changed [commit]` the tests that the changes since a commit can touch (scripts/changed.mjs).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSpecs, listChanged } from './changed.mjs';
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
 * @property {string[]} [needs] steps that must pass first
 * @property {boolean} [onlyByName] not part of a run of all steps
 * @property {Record<string, string>} [env]
 * @property {number} [timeLimit] in seconds
 * @property {number} [quietLimit] in seconds; a step that prints nothing for so long is started once more
 * @property {() => import('./test-report.mjs').TestReport} [readTests]
 */

const reports = mkdtempSync(join(tmpdir(), 'wayscribe-test-'));
const { scripts } = /** @type {{ scripts: Record<string, string> }} */ (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
);

/** @type {Step[]} Two at a time, in this order: each keeps one processor busy, and the longest come first. */
const sharedSteps = [
  readStep('lint'),
  readStep('types'),
  readStep('format'),
  readStep('build'),
  { name: 'practice', command: 'node practice/build-react.mjs' },
  { name: 'e2e-budget', command: 'node scripts/e2e-budget.mjs' },
  readStep('knip'),
];

/** @type {Step[]} Each alone: they run two workers or more themselves, and side by side take longer than in turn. */
const loneSteps = [
  readVitestStep('unit', 'default'),
  // Vitest 4 waits forever for a browser that crashed (vitest-dev/vitest#10791; fixed in 5, which needs Node 22).
  // The reporter prints each test, and no test may take a third of this limit.
  { ...readVitestStep('browser', 'verbose'), quietLimit: 200 },
  readPlaywrightStep('e2e'),
  { ...readPlaywrightStep('long'), onlyByName: true },
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

/**
 * @param {string} name of a script in package.json that runs Playwright
 * @returns {Step}
 */
function readPlaywrightStep(name) {
  const report = join(reports, `${name}.json`);
  return {
    ...readStep(name),
    needs: ['build', 'practice'],
    env: { WAYSCRIBE_E2E_REPORT: report },
    timeLimit: 3600,
    readTests: () => readPlaywrightReport(readFileSync(report, 'utf8')),
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
 * @param {string[]} args names of steps, or `--changed` and a commit; nothing means all steps
 * @returns {Promise<number>} the exit code
 */
async function runTests(args) {
  const isChanged = args[0] === '--changed';
  const names = isChanged ? [] : args;
  const { shared, lone } = isChanged
    ? narrowToChanges(args[1])
    : { shared: sharedSteps, lone: loneSteps };
  const all = [...shared, ...lone];
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length) {
    console.log(
      `There is no step "${unknown.join('", "')}". Steps: ${all.map((step) => step.name).join(', ')}.`,
    );
    return 1;
  }
  const needed = all.flatMap((step) => (names.includes(step.name) ? (step.needs ?? []) : []));
  /** @param {Step} step */
  const isWanted = ({ name, onlyByName }) =>
    names.length ? names.includes(name) || needed.includes(name) : !onlyByName;

  const needsChromium = all.some(
    (step) => step.readTests && step.name !== 'unit' && isWanted(step),
  );
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
  const waiting = shared.filter(isWanted);
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      outcomes.push(await runStep(step, outcomes));
    }
  };
  await Promise.all([work(), work()]);
  for (const step of lone.filter(isWanted)) {
    outcomes.push(await runStep(step, outcomes));
  }

  console.log(formatSummary(outcomes));
  return outcomes.every(({ state }) => state === 'passed') ? 0 : 1;
}

/**
 * The steps with tests, narrowed to the tests that changes since a commit can touch.
 *
 * @param {string | undefined} commit
 * @returns {{ shared: Step[], lone: Step[] }}
 */
function narrowToChanges(commit) {
  const { since, files } = listChanged(commit);
  const specs = findSpecs(files);
  console.log(
    `${files.length} files changed since ${since}; e2e: ${specs === 'all' ? 'all' : specs.join(', ') || 'none'}`,
  );
  const lone = loneSteps.flatMap((step) => {
    if (step.onlyByName) return [];
    if (step.name !== 'e2e') {
      return [{ ...step, command: `${step.command} --changed ${since} --passWithNoTests` }];
    }
    if (specs === 'all') return [step];
    return specs.length ? [{ ...step, command: `${step.command} ${specs.join(' ')}` }] : [];
  });
  return { shared: sharedSteps, lone };
}

/**
 * @param {Step} step
 * @param {StepOutcome[]} before outcomes of the earlier steps
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
  const report = readTests && readReport(readTests);
  const count = countStep(code === 0, report);
  const tests = report?.tests ?? [];
  if (code === 0) {
    console.log(
      `✓ ${name}  ${formatSeconds(seconds)}${readTests ? `  ${count.passed} passed` : ''}`,
    );
    return { name, state: 'passed', seconds, count, tests, ...note };
  }
  console.log(`✗ ${name}  ${formatSeconds(seconds)}: ${step.command}\n\n${output.trimEnd()}\n`);
  return { name, state: 'failed', seconds, count, tests, ...note };
}

/**
 * Starts a step again when its runner stopped answering, which says nothing about the tests. A test that fails is
 * never repeated.
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
    return undefined; // The runner ended before it could write a report. Its output says why.
  }
}
