import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/find-chromium.mjs';

const found = await findChromium();
const EQUALITY = 'src/typed-array-equality.fixture.ts';

/** Nothing is proven by these: they only end a test that hangs, on a slow machine too. */
const PATIENT = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

function unitProject(
  name: string,
  include: string[],
  options: { isolate?: false; globalSetup?: string; setupFiles?: string[] },
) {
  return {
    test: {
      name,
      maxWorkers: 2,
      // Starts a worker for each file faster than a process.
      pool: 'threads' as const,
      environment: 'node',
      ...PATIENT,
      include,
      exclude: ['**/*.browser.test.*', '**/node_modules/**'],
      ...options,
    },
  };
}

/** `unit-shared` and `unit` run in Node, `browser` in a real Chromium: what needs layout, shadow roots or frames. */
export default defineConfig({
  test: {
    projects: [
      // These files have no state and no stubs, so two threads load each module once instead of once a test file.
      unitProject(
        'unit-shared',
        [
          'src/{core,protocol,ui}/**/*.test.ts',
          'src/entrypoints/cli/**/*.test.ts',
          'scripts/**/*.test.*',
        ],
        { isolate: false, globalSetup: 'scripts/build-cli.mjs', setupFiles: [EQUALITY] },
      ),
      unitProject(
        'unit',
        [
          'src/{app,dom,messages,platform}/**/*.test.{ts,tsx}',
          'src/entrypoints/!(cli)/**/*.test.{ts,tsx}',
          'src/*.test.ts',
        ],
        { setupFiles: [EQUALITY] },
      ),
      {
        plugins: [react()],
        // Found in the middle of a run, a dependency would make Vite reload the page under the tests.
        optimizeDeps: {
          include: [
            '@zip.js/zip.js/lib/zip-core-custom.js',
            'idb',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'dom-accessibility-api',
            'onnxruntime-web/jspi',
            'parse5',
            'webextension-polyfill',
          ],
        },
        test: {
          name: 'browser',
          // Most tests wait for the page, so five of them fit on two cores.
          maxWorkers: 5,
          ...PATIENT,
          include: ['src/**/*.browser.test.{ts,tsx}'],
          setupFiles: ['src/extension.fixture.ts', EQUALITY],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(found.ok && { executablePath: found.path }),
                chromiumSandbox: false,
                // Optimizing the ONNX runtime costs more CPU than tests that run it for a moment get back.
                args: ['--js-flags=--liftoff-only'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
