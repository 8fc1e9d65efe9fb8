import { defineConfig } from '@playwright/test';

const report = process.env['WAYSCRIBE_E2E_REPORT'];

export default defineConfig({
  testDir: 'e2e',
  // One browser at a time: two of them on two cores make each other slow, and tests flaky.
  workers: 1,
  // Nothing is proven by these: they only end a test that hangs, on a slow machine too.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: true,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  // No page snapshots: they would run Playwright's script in the very pages that Wayscribe keeps.
  use: { trace: { mode: 'retain-on-failure', snapshots: false } },
});
