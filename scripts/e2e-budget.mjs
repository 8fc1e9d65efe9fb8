// @ts-check
/**
 * Fails when a spec grows past its budget of tests: an e2e test costs a hundred times a unit test, so what concerns
 * one document belongs into a browser test, and cheap checks of one flow into one test (docs/testing.md).
 */
import { runCommand } from './run-command.mjs';

/** @typedef {{ file: string, suites?: Suite[], specs?: unknown[] }} Suite */

const TESTS_PER_FILE = 14;
const TESTS_IN_ALL = 156;

const { code, output } = await runCommand('playwright test --project=e2e --list --reporter=json');
if (code !== 0) {
  console.log(output);
  process.exit(1);
}
const { suites } = /** @type {{ suites: Suite[] }} */ (
  JSON.parse(output.slice(output.indexOf('{')))
);
const counts = suites.map((suite) => ({ file: suite.file, count: countTests(suite) }));
const total = counts.reduce((sum, { count }) => sum + count, 0);
const complaints = counts
  .filter(({ count }) => count > TESTS_PER_FILE)
  .map(({ file, count }) => `e2e/${file} has ${count} tests; its budget is ${TESTS_PER_FILE}.`);
if (total > TESTS_IN_ALL) {
  complaints.push(`e2e has ${total} tests in all; the budget is ${TESTS_IN_ALL}.`);
}
console.log(complaints.length ? complaints.join('\n') : `${total} tests`);
process.exitCode = complaints.length ? 1 : 0;

/**
 * @param {Suite} suite
 * @returns {number}
 */
function countTests({ specs = [], suites: inner = [] }) {
  return specs.length + inner.reduce((sum, suite) => sum + countTests(suite), 0);
}
