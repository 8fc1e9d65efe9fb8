import { readFile } from 'node:fs/promises';
import { defineConfig } from 'vite';

const TABLE = 'public/models/small/table.bin';

/** The command line as a folder that runs by itself: every package and file it needs is in it. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'small-encoder',
      async buildStart() {
        this.emitFile({
          type: 'asset',
          fileName: 'table.bin',
          source: await readFile(new URL(TABLE, import.meta.url)),
        });
      },
    },
  ],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    emitAssets: true,
    target: 'node20',
    outDir: 'dist-cli',
    rolldownOptions: {
      // `bench` drives a browser with it; the other commands need no package.
      external: ['playwright'],
      input: {
        wayscribe: 'src/entrypoints/cli/wayscribe.ts',
        worker: 'src/entrypoints/cli/worker.ts',
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
    },
  },
});
