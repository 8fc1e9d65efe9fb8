import { defineConfig } from 'vite';

/** The command line as a folder that runs by itself: every package it needs is in it. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist-cli',
    rolldownOptions: {
      input: {
        wayscribe: 'src/entrypoints/cli/wayscribe.ts',
        worker: 'src/entrypoints/cli/worker.ts',
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
    },
  },
});
