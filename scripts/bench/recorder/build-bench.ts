import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds Wayscribe as it is now. */
export async function buildWayscribe(folder: string): Promise<void> {
  await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
}

/** Builds an extension that holds nothing but the measuring content script. */
export async function buildReaderExtension(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildScript('reader-script.ts', folder, 'iife');
  await writeFile(join(folder, 'worker.js'), '');
  const manifest = {
    manifest_version: 3,
    name: 'Measuring',
    version: '1.0',
    background: { service_worker: 'worker.js' },
    content_scripts: [
      { matches: ['http://127.0.0.1/*'], js: ['reader-script.js'], run_at: 'document_start' },
    ],
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** Builds what is evaluated in Wayscribe's pages to look into the store; returns the code. */
export async function buildStoreScript(folder: string): Promise<string> {
  await buildScript('store-script.ts', folder, 'es');
  return readFile(join(folder, 'store-script.js'), 'utf8');
}

async function buildScript(name: string, folder: string, format: 'iife' | 'es'): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome148',
      minify: false,
      lib: {
        entry: join(root, 'scripts/bench/recorder', name),
        formats: [format],
        name: 'script',
        fileName: () => name.replace('.ts', '.js'),
      },
    },
  });
}
