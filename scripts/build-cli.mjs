// @ts-check
import { join } from 'node:path';
import { root } from './run-command.mjs';

/** Where the unit tests find the built command line; not `dist-cli`, which is the user's. */
export const cliFolder = join(root, 'node_modules/.cache/wayscribe-cli');

/** Vitest runs this once before the unit tests: from source, each start of the command line takes 2 s instead of 0.4. */
export default async function buildCli() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: join(root, 'vite.cli.config.ts'),
    logLevel: 'warn',
    build: { outDir: cliFolder, emptyOutDir: true },
  });
}
