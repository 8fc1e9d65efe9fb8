import { defineConfig } from '@playwright/test';

const report = process.env['WAYSCRIBE_E2E_REPORT'];
/** Such as `1/3`: the first third of the specs, for one of three machines. */
const [current, total] = (process.env['WAYSCRIBE_E2E_SHARD'] ?? '').split('/').map(Number);

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'e2e', testIgnore: 'long/**' },
    // Takes minutes and guards rare events. `npm test` leaves these tests to a release (docs/testing.md).
    { name: 'long', testMatch: 'long/**' },
  ],
  // Each worker has a browser, which by itself keeps about one core busy.
  workers: 2,
  // Nothing is proven by these: they only end a test that hangs, on a slow machine too.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  ...(current && total && { shard: { current, total } }),
  forbidOnly: true,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  // No traces: their page snapshots would run Playwright's script in the pages that Wayscribe records,
  // and their screencasts cost a quarter of the time.
  use: { trace: 'off', screenshot: 'only-on-failure' },
});
