// @ts-check
/** Reads the reports of the test runners and writes the summary at the end of `npm test`. */
import { relative } from 'node:path';
import { root } from './run-command.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} TestCount */
/** @typedef {{ file: string, title: string, seconds: number }} TimedTest */
/** @typedef {TestCount & { tests: TimedTest[] }} TestReport */
/** @typedef {{ name: string, state: 'passed' | 'failed' | 'not run', seconds: number, count: TestCount, tests?: TimedTest[], note?: string }} StepOutcome */
/** @typedef {{ file: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: { results: { duration: number }[] }[] }[] }} PlaywrightSuite */

/**
 * @param {string} json from Vitest's json reporter
 * @returns {TestReport}
 */
export function readVitestReport(json) {
  const report =
    /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: { name: string, assertionResults: { fullName: string, duration?: number | null }[] }[] }} */ (
      JSON.parse(json)
    );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: relative(root, name),
        title: fullName,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  };
}

/**
 * @param {string} json from Playwright's json reporter
 * @returns {TestReport}
 */
export function readPlaywrightReport(json) {
  const { stats, suites } =
    /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[] }} */ (
      JSON.parse(json)
    );
  // A test that passes only when repeated has failed.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    tests: suites.flatMap(listTests),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {TimedTest[]}
 */
function listTests({ file, specs = [], suites = [] }) {
  const own = specs.map(({ title, tests }) => ({
    file: `e2e/${file}`,
    title,
    seconds:
      tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) /
      1000,
  }));
  return [...own, ...suites.flatMap(listTests)];
}

/**
 * A step without tests counts as one test. So does a failure outside of every test.
 *
 * @param {boolean} isOk whether the step's command succeeded
 * @param {TestCount} [report] undefined when the step has no tests or wrote no report
 * @returns {TestCount}
 */
export function countStep(isOk, report) {
  if (!report) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 };
  const { passed, failed, skipped } = report;
  return { passed, failed: isOk ? failed : Math.max(failed, 1), skipped };
}

/**
 * @param {StepOutcome[]} outcomes
 * @returns {string} a table, the ten slowest tests, and as its last line only "N passed, N failed"
 */
export function formatSummary(outcomes) {
  const steps = outcomes.map(({ name, state, seconds, count, note }) => {
    const numbers = [`${count.passed} passed`, `${count.failed} failed`];
    if (count.skipped) numbers.push(`${count.skipped} skipped`);
    const result = state === 'not run' ? '' : numbers.join(', ');
    const cells = [name.padEnd(9), state.padEnd(8), `${seconds.toFixed(1).padStart(6)} s`];
    return `  ${cells.join('  ')}  ${[result, note].filter(Boolean).join(' · ')}`.trimEnd();
  });
  const slowest = outcomes
    .flatMap(({ tests = [] }) => tests)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ file, title, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}  ${title}`);
  const passed = outcomes.reduce((sum, { count }) => sum + count.passed, 0);
  const failed = outcomes.reduce((sum, { count }) => sum + count.failed, 0);
  return [
    '',
    ...steps,
    '',
    ...(slowest.length ? ['The slowest tests:', ...slowest, ''] : []),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}
