// @ts-check
/** Reads how many tests ran, and words the end of `npm test`. */

/** @typedef {{ passed: number, failed: number, skipped: number }} TestCount */
/** @typedef {{ name: string, state: 'passed' | 'failed' | 'not run', seconds: number, count: TestCount, note?: string }} StepOutcome */

/**
 * @param {string} json what Vitest's json reporter wrote
 * @returns {TestCount}
 */
export function readVitestReport(json) {
  const report =
    /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} */ (
      JSON.parse(json)
    );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  };
}

/**
 * @param {string} json what Playwright's json reporter wrote
 * @returns {TestCount}
 */
export function readPlaywrightReport(json) {
  const { stats } =
    /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} */ (
      JSON.parse(json)
    );
  // A test that passes only when repeated has failed.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

/**
 * A step without tests counts as one test; so does what fails outside of any test.
 *
 * @param {boolean} isOk whether the step's command succeeded
 * @param {TestCount} [tests] undefined when the step has none, or wrote no report
 * @returns {TestCount}
 */
export function countStep(isOk, tests) {
  if (!tests) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 };
  return isOk ? tests : { ...tests, failed: Math.max(tests.failed, 1) };
}

/**
 * @param {StepOutcome[]} outcomes
 * @returns {string} a table, and as its last line "N passed, N failed" and nothing else
 */
export function formatSummary(outcomes) {
  const lines = outcomes.map(({ name, state, seconds, count, note }) => {
    const numbers = [`${count.passed} passed`, `${count.failed} failed`];
    if (count.skipped) numbers.push(`${count.skipped} skipped`);
    const said = state === 'not run' ? '' : numbers.join(', ');
    const cells = [name.padEnd(9), state.padEnd(8), `${seconds.toFixed(1).padStart(6)} s`];
    return `  ${cells.join('  ')}  ${[said, note].filter(Boolean).join(' · ')}`.trimEnd();
  });
  const passed = outcomes.reduce((sum, { count }) => sum + count.passed, 0);
  const failed = outcomes.reduce((sum, { count }) => sum + count.failed, 0);
  return ['', ...lines, '', `${passed} passed, ${failed} failed`].join('\n');
}
