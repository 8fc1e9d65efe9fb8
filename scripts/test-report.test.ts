import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countStep,
  formatSummary,
  readPlaywrightReport,
  readVitestReport,
} from './test-report.mjs';
import { root } from './run-command.mjs';

describe('reading reports', () => {
  it('counts and times Vitest tests', () => {
    const json = JSON.stringify({
      numPassedTests: 7,
      numFailedTests: 2,
      numPendingTests: 1,
      testResults: [
        {
          name: join(root, 'src', 'core', 'a.test.ts'),
          assertionResults: [{ fullName: 'a adds', duration: 1500 }, { fullName: 'a waits' }],
        },
      ],
    });
    expect(readVitestReport(json)).toEqual({
      passed: 7,
      failed: 2,
      skipped: 1,
      tests: [
        { file: join('src', 'core', 'a.test.ts'), title: 'a adds', seconds: 1.5 },
        { file: join('src', 'core', 'a.test.ts'), title: 'a waits', seconds: 0 },
      ],
    });
  });

  it('counts a flaky Playwright test as failed, and adds up its attempts', () => {
    const spec = {
      title: 'records',
      tests: [{ results: [{ duration: 2000 }, { duration: 500 }] }],
    };
    const json = JSON.stringify({
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [{ file: 'a.spec.ts', specs: [], suites: [{ file: 'a.spec.ts', specs: [spec] }] }],
    });
    expect(readPlaywrightReport(json)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      tests: [{ file: 'e2e/a.spec.ts', title: 'records', seconds: 2.5 }],
    });
  });
});

describe('countStep', () => {
  it.each([
    ['a step without tests', true, undefined, 1, 0],
    ['a failed step without tests', false, undefined, 0, 1],
    ['tests', true, { passed: 9, failed: 0, skipped: 0 }, 9, 0],
    ['an error outside of any test', false, { passed: 9, failed: 0, skipped: 0 }, 9, 1],
    ['failed tests', false, { passed: 9, failed: 3, skipped: 0 }, 9, 3],
  ] as const)('counts %s', (_, isOk, tests, passed, failed) => {
    expect(countStep(isOk, tests)).toMatchObject({ passed, failed });
  });
});

describe('formatSummary', () => {
  it('ends with the totals alone on a line and says why a step did not run', () => {
    const summary = formatSummary([
      {
        name: 'unit',
        state: 'passed',
        seconds: 3.21,
        count: { passed: 12, failed: 0, skipped: 0 },
      },
      { name: 'build', state: 'failed', seconds: 1, count: { passed: 0, failed: 1, skipped: 0 } },
      {
        name: 'e2e',
        state: 'not run',
        seconds: 0,
        count: { passed: 0, failed: 0, skipped: 0 },
        note: 'because build failed',
      },
    ]);
    expect(summary.split('\n').at(-1)).toBe('12 passed, 1 failed');
    expect(summary).toMatch(/unit +passed +3\.2 s +12 passed, 0 failed/);
    expect(summary).toMatch(/e2e +not run .*because build failed/);
  });

  it('lists the ten slowest tests of all steps', () => {
    const count = { passed: 8, failed: 0, skipped: 0 };
    const timed = (file: string) =>
      Array.from({ length: 8 }, (_, index) => ({ file, title: `test ${index}`, seconds: index }));
    const summary = formatSummary([
      { name: 'unit', state: 'passed', seconds: 1, count, tests: timed('a.test.ts') },
      { name: 'e2e', state: 'passed', seconds: 1, count, tests: timed('b.spec.ts') },
    ]);
    const listed = summary.split('\n').filter((line) => line.includes('  test '));
    expect(listed).toHaveLength(10);
    expect(listed[0]).toMatch(/7\.0 s {2}a\.test\.ts {2}test 7/);
    expect(listed[9]).toMatch(/3\.0 s {2}b\.spec\.ts {2}test 3/);
  });
});
