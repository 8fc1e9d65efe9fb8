import { existsSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/find-chromium.mjs';

const found = await findChromium();
const debian = '/usr/lib/chromium/chromium';
const executablePath = found.ok ? found.path : existsSync(debian) ? debian : undefined;

/** `unit` runs in Node, `browser` in a real Chromium: what needs layout, shadow roots or frames. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.*'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), chromiumSandbox: false },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
