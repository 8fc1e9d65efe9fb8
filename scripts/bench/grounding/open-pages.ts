import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import { build } from 'vite';
import { findChromium } from '../../find-chromium.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface OpenPages {
  /** Loads a fixture page with the script in it and in its frames. */
  open: (name: string) => Promise<Page>;
  close: () => Promise<void>;
}

/** Shows fixture pages in a real Chromium, each with a script of this folder in it; nothing else is reachable. */
export async function openPages(
  pages: ReadonlyMap<string, string>,
  script: string,
): Promise<OpenPages> {
  const found = await findChromium();
  if (!found.ok) throw new Error(found.reason);
  const code = await buildScript(script);
  const browser = await chromium.launch({ executablePath: found.path });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.route('**/*', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = pages.get(name);
    await route.fulfill({
      status: body === undefined ? 404 : 200,
      contentType: 'text/html',
      body: body ?? '',
    });
  });
  return {
    async open(name) {
      await page.goto(`https://grounding.example/${name}`, { waitUntil: 'load' });
      for (const frame of page.frames()) await frame.evaluate(code);
      return page;
    },
    close: () => browser.close(),
  };
}

async function buildScript(name: string): Promise<string> {
  const folder = join(root, 'node_modules/.cache/grounding');
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
        entry: join(root, 'scripts/bench/grounding', name),
        formats: ['iife'],
        name: 'script',
        fileName: () => name.replace('.ts', '.js'),
      },
    },
  });
  return readFile(join(folder, name.replace('.ts', '.js')), 'utf8');
}
