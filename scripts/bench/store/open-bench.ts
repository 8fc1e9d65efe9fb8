import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { build } from 'vite';
import type { App } from '../../launch.mjs';
import { launchWayscribe } from '../../launch.mjs';
import { buildWayscribe } from '../recorder/build-bench.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Wayscribe as it is now, with one page more: the one that measures. */
export async function buildBench(folder: string): Promise<void> {
  await buildWayscribe(folder);
  const bench = join(folder, 'bench');
  await mkdir(bench, { recursive: true });
  for (const name of ['page-script', 'log-worker']) await buildScript(name, bench);
  const page = '<!doctype html><title>Bench</title><script type="module" src="page-script.js">';
  await writeFile(join(bench, 'index.html'), `${page}</script>`);
}

async function buildScript(name: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'chrome148',
      minify: false,
      lib: {
        entry: join(root, 'scripts/bench/store', `${name}.ts`),
        formats: ['es'],
        fileName: () => `${name}.js`,
      },
    },
  });
}

export async function openBench(dist: string, profile: string): Promise<{ app: App; page: Page }> {
  const app = await launchWayscribe({ dist, profile, headless: true, hermetic: true });
  const page = await app.context.newPage();
  return { app, page };
}

export async function loadBench({ extensionId }: App, page: Page): Promise<void> {
  await page.goto(`chrome-extension://${extensionId}/bench/index.html`);
  await page.waitForFunction(() => globalThis.storeBench !== undefined);
}
